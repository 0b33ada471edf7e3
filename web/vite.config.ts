import { svelte } from '@sveltejs/vite-plugin-svelte'
import { svelteTesting } from '@testing-library/svelte/vite'
import { defineConfig } from 'vitest/config'
import { fonts } from './tools/fonts.ts'
import { icons } from './tools/icons.ts'
import { MESSAGES, messages } from './tools/messages.ts'
import { packed } from './tools/packed.ts'
import { shells } from './tools/shells.ts'
import { worker } from './tools/worker.ts'

const server = process.env.COATL_SERVER ?? `http://127.0.0.1:${process.env.COATL_PORT ?? 8000}`

/** Few files instead of many small ones: each costs a phone a way to the server and back, six at a time. */
const chunks = {
  codeSplitting: {
    groups: [
      { name: 'app', tags: ['$initial' as const], priority: 2 },
      {
        name: 'shared',
        minShareCount: 2,
        entriesAware: true,
        entriesAwareMergeThreshold: 30_000,
        priority: 1,
      },
    ],
  },
  chunkFileNames: ({ name }: { name: string }) => `assets/${shortName(name)}-[hash].js`,
  assetFileNames: ({ names }: { names: string[] }) => `assets/${shortName(names[0] ?? '')}-[hash][extname]`,
}
/** A shared chunk is named after all that share it. */
const shortName = (name: string): string => name.split('~')[0]!.replace(/\.\w+$/, '')

export default defineConfig({
  plugins: [svelte(), svelteTesting(), messages(), fonts(), icons(), shells(), worker(), packed()],
  build: {
    target: 'es2022',
    outDir: '../src/coatl/server/web',
    emptyOutDir: true,
    rolldownOptions: { output: chunks },
  },
  server: { proxy: { '/api': { target: server, ws: true } }, fs: { allow: ['.', MESSAGES] } },
  resolve: {
    alias: { $messages: MESSAGES },
    ...(process.env.VITEST && { conditions: ['browser'] }), // components under test are those of the page
  },
  test: { environment: 'jsdom', setupFiles: ['./tools/test-setup.ts'] },
})
