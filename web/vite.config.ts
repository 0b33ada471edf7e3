import { svelte } from '@sveltejs/vite-plugin-svelte'
import { svelteTesting } from '@testing-library/svelte/vite'
import { defineConfig } from 'vitest/config'
import { fonts } from './tools/fonts.ts'
import { icons } from './tools/icons.ts'
import { MESSAGES, messages } from './tools/messages.ts'
import { packed } from './tools/packed.ts'
import { worker } from './tools/worker.ts'

const server = process.env.COATL_SERVER ?? `http://127.0.0.1:${process.env.COATL_PORT ?? 8000}`

export default defineConfig({
  plugins: [svelte(), svelteTesting(), messages(), fonts(), icons(), worker(), packed()],
  build: { target: 'es2022', outDir: '../src/coatl/server/web', emptyOutDir: true },
  server: { proxy: { '/api': { target: server, ws: true } }, fs: { allow: ['.', MESSAGES] } },
  resolve: {
    alias: { $messages: MESSAGES },
    ...(process.env.VITEST && { conditions: ['browser'] }), // components under test are those of the page
  },
  test: { environment: 'jsdom', setupFiles: ['./tools/test-setup.ts'] },
})
