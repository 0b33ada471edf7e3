/** A deck of one's own from a file: TOML as `coatl deck` writes it, or the same as JSON. */
const LARGEST = 400_000

export async function readDeck(file: Pick<File, 'size' | 'text'>): Promise<Record<string, unknown> | null> {
  if (file.size > LARGEST) return null
  const text = await file.text()
  try {
    const deck: unknown = text.trimStart().startsWith('{') ? JSON.parse(text) : (await import('smol-toml')).parse(text)
    return deck && typeof deck === 'object' && 'prophecy' in deck ? (deck as Record<string, unknown>) : null
  } catch { return null }
}
