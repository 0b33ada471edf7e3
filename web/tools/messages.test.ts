// @vitest-environment node
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { manifestIn, MESSAGES, messages } from './messages.ts'

const read = (name: string) =>
  JSON.parse(readFileSync(join(MESSAGES, name), 'utf8')) as Record<string, string>

test('the page says in every language what to do without scripts', () => {
  const fill = messages().transformIndexHtml as (html: string) => string
  const page = fill(readFileSync('index.html', 'utf8'))
  for (const language of Object.keys(read('languages.json')))
    expect(page).toContain(`<p lang="${language}">${read(`${language}/common.json`).noscript}</p>`)
})

test('the installed app is called in the language of the page, and is one app in all', () => {
  const manifest = readFileSync('public/manifest.webmanifest', 'utf8')
  const [english, russian] = ['en', 'ru'].map(
    (language) => JSON.parse(manifestIn(language, manifest)) as Record<string, string>,
  )
  expect([english!.name, russian!.name, russian!.lang]).toEqual(['Cóatl', 'Коатль', 'ru'])
  expect(russian!.description).toBe(read('ru/home.json').lead)
  expect([english!.id, russian!.id]).toEqual(['/', '/'])
})
