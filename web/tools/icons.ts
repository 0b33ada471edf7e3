import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import type { Plugin } from 'vite'
import { invitation, SIZE } from './invitation.ts'

/** The pictures that phones want: drawn from icon.svg, whose corners may be cut off (maskable); and the one beside a sent link. */
const SIZES = [180, 192, 512]

export function icons(): Plugin {
  let root = ''
  return {
    name: 'coatl-icons',
    apply: 'build',
    configResolved(config) {
      root = config.root
    },
    async generateBundle() {
      await started(root)
      const drawing = readFileSync(join(root, 'public/icon.svg'), 'utf8')
      const emit = (fileName: string, svg: string, width: number) => {
        const source = new Resvg(svg, { fitTo: { mode: 'width', value: width } }).render().asPng()
        this.emitFile({ type: 'asset', fileName, source })
      }
      for (const width of SIZES) emit(`icon-${width}.png`, drawing, width)
      emit('invitation.png', invitation(), SIZE.width)
    },
  }
}

let ready: Promise<void> | undefined

function started(root: string): Promise<void> {
  return (ready ??= initWasm(readFileSync(join(root, 'node_modules/@resvg/resvg-wasm/index_bg.wasm'))))
}
