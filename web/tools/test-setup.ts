/** Components under test find every message. */
import { loadMessages } from '../src/lib/i18n/messages.svelte'

await loadMessages('table', 'pages', 'service')
