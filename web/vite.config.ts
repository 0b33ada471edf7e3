import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

const server = 'http://127.0.0.1:8777'

export default defineConfig({
  plugins: [svelte()],
  build: { target: 'es2022', outDir: 'dist', sourcemap: false },
  server: { proxy: { '/api': { target: server, ws: true } } },
  test: { environment: 'jsdom' },
})
