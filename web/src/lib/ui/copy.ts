/** Puts a text onto the clipboard; where that is not allowed, the old way. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const field = document.createElement('textarea')
    field.value = text
    ;(document.querySelector('dialog[open]') ?? document.body).append(field)
    field.select()
    const done = document.execCommand('copy')
    field.remove()
    return done
  }
}
