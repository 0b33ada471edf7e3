/** The line of this page to its server, tried at once when the network or the page comes back. */
import { Line } from '../net/line'

export function dial(): Line {
  const address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/socket`
  const line = new Line(() => new WebSocket(address) as never), { ended: signal } = line
  addEventListener('online', () => line.retry(), { signal })
  document.addEventListener('visibilitychange', () => document.hidden || line.retry(), { signal }) // a phone is taken out of the pocket
  return line
}
