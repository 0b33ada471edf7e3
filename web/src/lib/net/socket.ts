/** The connection of this page to its server, tried at once when the network or the page comes back. */
import { Connection } from './connection'

export function openConnection(): Connection {
  const address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/socket`
  const connection = new Connection(() => new WebSocket(address) as never)
  const { ended: signal } = connection
  addEventListener('online', () => connection.retry(), { signal })
  // a phone is taken out of the pocket
  document.addEventListener('visibilitychange', () => document.hidden || connection.retry(), { signal })
  return connection
}
