import { mount } from 'svelte'
import App from './App.svelte'
import { keepAtHand } from './lib/shell/worker'
import { dress } from './lib/ui/settings.svelte'
import { speak, wanted } from './lib/words/words.svelte'
import './theme.css'
import './lib/ui/controls.css'

dress()
void speak(wanted()).finally(() => mount(App, { target: document.getElementById('app')! }))
void keepAtHand(() => dispatchEvent(new Event('coatl:outdated')))
