import { mount } from 'svelte'
import App from './App.svelte'
import { startServiceWorker } from './lib/service-worker'
import { dress } from './lib/ui/settings.svelte'
import { setLanguage, preferredLanguage } from './lib/i18n/messages.svelte'
import 'virtual:fallback-fonts.css'
import './theme.css'
import './lib/ui/controls.css'

dress()
void setLanguage(preferredLanguage()).finally(() => {
  mount(App, { target: document.getElementById('app')! })
  requestAnimationFrame(() => setTimeout(() => import('virtual:fonts.css'))) // after the first paint
})
void startServiceWorker(() => dispatchEvent(new Event('coatl:outdated')))
