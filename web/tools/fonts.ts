import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFontStack } from '@capsizecss/core'
import alegreya from '@capsizecss/metrics/alegreya'
import alegreyaSans from '@capsizecss/metrics/alegreyaSans'
import arial from '@capsizecss/metrics/arial'
import georgia from '@capsizecss/metrics/georgia'
import notoSerif from '@capsizecss/metrics/notoSerif'
import roboto from '@capsizecss/metrics/roboto'
import segoeUI from '@capsizecss/metrics/segoeUI'
import timesNewRoman from '@capsizecss/metrics/timesNewRoman'
import type { Plugin } from 'vite'

const named = <Metrics extends object>(metrics: Metrics, familyName: string) => ({
  ...metrics,
  familyName,
  fullName: familyName,
  postscriptName: familyName.replace(' ', ''),
})
const liberationSans = named(arial, 'Liberation Sans') // as wide as Arial, letter by letter
const liberationSerif = named(timesNewRoman, 'Liberation Serif')
/** Not in the collection of metrics: read from the fonts' tables; the mean width is that of our English messages. */
const dejaVu = { ...arial, ascent: 1901, descent: -483, lineGap: 0, unitsPerEm: 2048, subsets: undefined }
const dejaVuSans = { ...named(dejaVu, 'DejaVu Sans'), xWidthAvg: 1052 }
const dejaVuSerif = { ...named(dejaVu, 'DejaVu Serif'), xWidthAvg: 1068 }

const STACKS = {
  sans: {
    metrics: [alegreyaSans, segoeUI, roboto, arial, liberationSans, dejaVuSans],
    last: 'system-ui, sans-serif',
  },
  serif: {
    metrics: [alegreya, georgia, timesNewRoman, liberationSerif, notoSerif, dejaVuSerif],
    last: 'serif',
  },
}
const FACES = [
  { package: 'alegreya-sans', family: 'Alegreya Sans', weight: 400, style: 'normal' },
  { package: 'alegreya-sans', family: 'Alegreya Sans', weight: 700, style: 'normal' },
  { package: 'alegreya', family: 'Alegreya', weight: 700, style: 'normal' },
  { package: 'alegreya', family: 'Alegreya', weight: 400, style: 'italic' },
]
const SUBSETS = ['latin', 'cyrillic'] as const

/** Fonts of the system, made as wide and as high as ours, so that nothing moves when ours arrive. */
function fallbacks(): string {
  const stacks = Object.entries(STACKS).map(([name, { metrics, last }]) => {
    const { fontFaces } = createFontStack(metrics as never, { fontFaceFormat: 'styleString' })
    const names = [...fontFaces.matchAll(/font-family: ("[^"]+")/g)].map((found) => found[1])
    return `${fontFaces}\n:root { --${name}: '${metrics[0]!.familyName}', ${names.join(', ')}, ${last} }`
  })
  return stacks.join('\n')
}

/** The shipped fonts, a file for each weight and script; a browser loads those that a page needs. */
function faces(root: string): string {
  const packages = join(root, 'node_modules/@fontsource')
  return FACES.flatMap((face) => {
    const ranges = JSON.parse(readFileSync(join(packages, face.package, 'unicode.json'), 'utf8'))
    const folder = `../node_modules/@fontsource/${face.package}/files`
    return SUBSETS.map(
      (subset) => `@font-face {
  font-family: '${face.family}';
  font-weight: ${face.weight};
  font-style: ${face.style};
  font-display: swap;
  src: url('${folder}/${face.package}-${subset}-${face.weight}-${face.style}.woff2') format('woff2');
  unicode-range: ${ranges[subset]};
}`,
    )
  }).join('\n')
}

/** Two style sheets: `virtual:fallback-fonts.css` for the first paint, `virtual:fonts.css` for later; and the fonts' licences. */
export function fonts(): Plugin {
  let root = ''
  const sheets: Record<string, () => string> = {
    'virtual:fallback-fonts.css': fallbacks,
    'virtual:fonts.css': () => faces(root),
  }
  const pathOf = (id: string): string => join(root, 'src', id.replace('virtual:', ''))
  return {
    name: 'coatl-fonts',
    configResolved(config) {
      root = config.root
    },
    resolveId(id) {
      return id in sheets ? pathOf(id) : undefined
    },
    load(id) {
      return Object.entries(sheets).find(([name]) => pathOf(name) === id)?.[1]()
    },
    generateBundle() {
      for (const name of new Set(FACES.map((face) => face.package)))
        this.emitFile({
          type: 'asset',
          fileName: `licences/${name}.txt`,
          source: readFileSync(join(root, 'node_modules/@fontsource', name, 'LICENSE')),
        })
    },
  }
}
