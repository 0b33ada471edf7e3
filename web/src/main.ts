import { mount } from 'svelte'
import App from './App.svelte'
import { dress } from './lib/ui/settings.svelte'
import { speak, wanted } from './lib/words/words.svelte'
import './theme.css'
import './lib/ui/controls.css'

dress()
void speak(wanted()).finally(() => mount(App, { target: document.getElementById('app')! }))
