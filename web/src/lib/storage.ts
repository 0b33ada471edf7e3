/** What this device remembers. Where storage is blocked it remembers for as long as the page lives. */
const memory = new Map<string, string>() // only what storage refused: other tabs write there too
const name = (key: string) => `coatl.${key}`

export function store(key: string, value: unknown): void {
  const text = JSON.stringify(value)
  try {
    localStorage.setItem(name(key), text)
    memory.delete(key)
  } catch {
    memory.set(key, text)
  } // blocked or full: the page remembers
}

/** What was kept under this key; the other value if nothing was, or nothing of its kind. */
export function stored<Value>(key: string, otherwise: Value): Value {
  try {
    const text = memory.get(key) ?? localStorage.getItem(name(key))
    const found: unknown = text === null ? otherwise : JSON.parse(text)
    return isLike(found, otherwise) ? (found as Value) : otherwise
  } catch {
    return otherwise
  }
}

const isLike = (one: unknown, other: unknown): boolean =>
  one !== null && typeof one === typeof other && Array.isArray(one) === Array.isArray(other)

export function forget(key: string): void {
  memory.delete(key)
  try {
    localStorage.removeItem(name(key))
  } catch {
    /* blocked */
  }
}
