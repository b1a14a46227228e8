import { createServer } from 'node:net'

/**
 * Of several processes that find no server at once one starts it: the one that holds the cluster's name among Linux's abstract sockets, which
 * goes with its process, however that dies. Elsewhere PostgreSQL's own lock file has to do.
 *
 * @returns what gives the turn back; `undefined` while another process has it.
 */
export function takeTurn(name: string): Promise<(() => void) | undefined> {
  if (process.platform !== 'linux') return Promise.resolve(() => {})
  return new Promise((resolve, reject) => {
    const holder = createServer()
    holder.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error)))
    holder.listen(`\0${name}`, () => resolve(() => holder.close()))
  })
}
