import { mount } from 'svelte'
import App from './App.svelte'
import { place } from './lib/router.svelte'
import { routeOf } from './routes'
import { startServiceWorker } from './lib/service-worker'
import { dress } from './lib/ui/settings.svelte'
import { setLanguage, preferredLanguage } from './lib/i18n/messages.svelte'
import 'virtual:fallback-fonts.css'
import './theme.css'
import './lib/ui/controls.css'

dress()
const route = routeOf(place.path)
void route?.load().catch(() => {}) // beside the messages; whoever shows it says what went wrong
void setLanguage(preferredLanguage(), { also: route?.messages ?? [] }).finally(() =>
  mount(App, { target: document.getElementById('app')! }),
)
void startServiceWorker(() => dispatchEvent(new Event('coatl:outdated')))
