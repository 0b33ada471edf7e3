import { svelte } from '@sveltejs/vite-plugin-svelte'
import { loadEnv } from 'vite'
import { defineConfig } from 'vitest/config'

const server = loadEnv('', '.', 'COATL_').COATL_SERVER ?? 'http://127.0.0.1:8777'

export default defineConfig({
  plugins: [svelte()],
  build: { target: 'es2022', outDir: 'dist', sourcemap: false },
  server: { proxy: { '/api': { target: server, ws: true } } },
  test: { environment: 'jsdom' },
})
