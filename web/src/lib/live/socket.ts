/** The line of this page to its server. */
import { Line } from '../net/line'

export function dial(): Line {
  const address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/socket`
  return new Line(() => new WebSocket(address) as never)
}
