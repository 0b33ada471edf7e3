/** Milliseconds as a clock shows them: 1:05, 2:03:00, and days in the words of the language. */
export function clockText(milliseconds: number, language: string): string {
  const seconds = Math.ceil(milliseconds / 1000)
  const days = Math.floor(seconds / 86400)
  const hours = Math.floor((seconds % 86400) / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  const two = (number: number) => String(number).padStart(2, '0')
  const short = (number: number, unit: string) =>
    number.toLocaleString(language, { style: 'unit', unit, unitDisplay: 'narrow' })
  if (days) return `${short(days, 'day')} ${short(hours, 'hour')}`
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}
