// Prints the packages whose code is in the built pages, for the list of licences (tools/licences.py).

import { build } from 'vite'

const found = new Set()
const collect = {
  name: 'packages',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle))
      for (const id of Object.keys(chunk.modules ?? {})) {
        const name = id.match(/.*node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1]
        if (name) found.add(name)
      }
  },
}
await build({ logLevel: 'silent', build: { write: false }, plugins: [collect] })
console.log(JSON.stringify([...found].sort()))
