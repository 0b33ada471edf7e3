/** The tokens of this device, by table; without storage they live as long as the page. */
const memory = new Map<string, string>()
const name = (table: string) => `coatl.token.${table}`

export function keepToken(table: string, token: string): void {
  memory.set(table, token)
  try { localStorage.setItem(name(table), token) } catch { /* storage is blocked: the page remembers */ }
}

export function tokenOf(table: string): string | null {
  try { return memory.get(table) ?? localStorage.getItem(name(table)) } catch { return memory.get(table) ?? null }
}
