import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXTS = /\.(css|html|js|json|svg|txt|webmanifest)$/

/** Packs every text once, as small as it gets, so that the server never has to: FILE.br and FILE.gz beside FILE. */
export function packed(): Plugin {
  let folder = ''
  return {
    name: 'coatl-packed',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir)
    },
    closeBundle() {
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((one) =>
        TEXTS.test(one),
      ))
        pack(join(folder, name))
    },
  }
}

function pack(file: string): void {
  const body = readFileSync(file)
  const size = { [constants.BROTLI_PARAM_SIZE_HINT]: statSync(file).size }
  const made = { '.br': brotliCompressSync(body, { params: size }), '.gz': gzipSync(body, { level: 9 }) }
  for (const [suffix, smaller] of Object.entries(made))
    if (smaller.length < body.length) writeFileSync(file + suffix, smaller)
}
