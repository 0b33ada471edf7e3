/** The title of the page: its name, and in front of it that it is one's turn. */
export const title = $state({ page: '', alarm: '' })

export const titleWords = (): string => [title.alarm, title.page, 'Cóatl'].filter(Boolean).join(' · ')
