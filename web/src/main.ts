import { mount } from 'svelte'
import App from './App.svelte'
import { speak, wanted } from './lib/words/words.svelte'
import './theme.css'

void speak(wanted()).finally(() => mount(App, { target: document.getElementById('app')! }))
