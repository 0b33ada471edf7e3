import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Writes worker.js with the names of all built files, which change with their contents. */
export function worker(): Plugin {
  let root = ''
  return {
    name: 'coatl-worker',
    apply: 'build',
    configResolved(config) {
      root = config.root
    },
    generateBundle: {
      order: 'post', // when Vite has left out what became styles alone
      handler(_, bundle) {
        const files = Object.keys(bundle)
          .filter((name) => name.startsWith('assets/'))
          .sort()
          .map((name) => `/${name}`)
        const build = createHash('sha256').update(files.join()).digest('hex').slice(0, 12)
        const source = readFileSync(join(root, 'tools/worker.js'), 'utf8')
        this.emitFile({
          type: 'asset',
          fileName: 'worker.js',
          source: source
            .replace('__BUILD__', JSON.stringify(build))
            .replace('__FILES__', JSON.stringify(files)),
        })
      },
    },
  }
}
