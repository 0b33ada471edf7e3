import type { Words } from '../words.svelte'

const rooms = import.meta.glob<Words[string]>('./*.json', { eager: true, import: 'default' })

export default Object.fromEntries(Object.entries(rooms).map(([path, room]) => [path.slice(2, -5), room])) as Words
