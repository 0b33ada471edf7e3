/** Milliseconds as a clock shows them: 1:05, 2:03:00, and days as such. */
export function clockText(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000)
  const days = Math.floor(seconds / 86400), hours = Math.floor((seconds % 86400) / 3600), minutes = Math.floor((seconds % 3600) / 60)
  const two = (number: number) => String(number).padStart(2, '0')
  if (days) return `${days}d ${two(hours)}h`
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}
