/** The title of the page: its name, and in front of it that it is one's turn. */
import { t } from '../i18n/messages.svelte'

export const title = $state({ page: '', alarm: '' })

export const titleText = (): string =>
  [title.alarm, title.page, t('common.title')].filter(Boolean).join(' · ')
