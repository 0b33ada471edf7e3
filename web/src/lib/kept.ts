/** What this device remembers. Where storage is blocked it remembers for as long as the page lives. */
const memory = new Map<string, string>()
const name = (key: string) => `coatl.${key}`

export function keep(key: string, value: unknown): void {
  const text = JSON.stringify(value)
  memory.set(key, text)
  try { localStorage.setItem(name(key), text) } catch { /* blocked or full: the page remembers */ }
}

/** What was kept under this key; the other value if nothing was, or nothing that can be read. */
export function kept<Value>(key: string, otherwise: Value): Value {
  try {
    const text = memory.get(key) ?? localStorage.getItem(name(key))
    return text === null ? otherwise : (JSON.parse(text) as Value)
  } catch { return otherwise }
}

export function forget(key: string): void {
  memory.delete(key)
  try { localStorage.removeItem(name(key)) } catch { /* blocked */ }
}
