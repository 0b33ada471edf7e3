import type { Plugin, Rolldown } from 'vite'

const TABLE = 'src/routes/TablePage.svelte'

/**
 * Writes table-shell.html: the page as the server sends it for the address of a table. It names at once what the script would ask
 * for later, so that a phone need not wait for one after the other.
 */
export function shells(): Plugin {
  return {
    name: 'coatl-shells',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const page = Object.values(bundle).find((one) => one.fileName === 'index.html')
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
      const table = chunks.find((chunk) => chunk.facadeModuleId?.endsWith(TABLE))
      if (page?.type !== 'asset' || !table) return this.error('the page or the table is missing')
      const html = String(page.source)
      const links = filesOf(table, chunks)
        .filter((file) => !html.includes(file))
        .map((file) =>
          file.endsWith('.css')
            ? `<link rel="stylesheet" crossorigin href="/${file}">`
            : `<link rel="modulepreload" crossorigin href="/${file}">`,
        )
      this.emitFile({
        type: 'asset',
        fileName: 'table-shell.html',
        source: html.replace('</head>', `${links.join('\n')}\n</head>`),
      })
    },
  }
}

/** A chunk and all that it imports at once, with their styles. */
function filesOf(
  chunk: Rolldown.OutputChunk,
  chunks: Rolldown.OutputChunk[],
  seen = new Set<string>(),
): string[] {
  seen.add(chunk.fileName)
  for (const name of chunk.imports) {
    const imported = chunks.find((one) => one.fileName === name)
    if (imported && !seen.has(name)) filesOf(imported, chunks, seen)
  }
  chunk.viteMetadata?.importedCss.forEach((file) => seen.add(file))
  return [...seen]
}
