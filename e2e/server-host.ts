/**
 * Opens servers for the process that started it, as `apps/server/src/main.ts` opens one: the platform and the pages are loaded and compiled once
 * for all of them. Ends with whoever started it.
 */
import { readConfig } from '../apps/server/src/config.ts'
import { openServer } from '../apps/server/src/open-server.ts'

/** What it is asked: to open a server, or to close it. */
export type Asked = { readonly id: number; readonly environment: Readonly<Record<string, string | undefined>> } | { readonly close: number }

/** What it answers: a line that a server says, that one could not be opened, or that one is closed. */
export type Answered =
  | { readonly id: number; readonly line: string }
  | { readonly id: number; readonly fault: string }
  | { readonly id: number; readonly closed: true }

const servers = new Map<number, Promise<AsyncDisposable | undefined>>()
const answer = (what: Answered) => void process.send?.(what)

process.on('message', (asked: Asked) => {
  if ('close' in asked) return void close(asked.close)
  const { id, environment } = asked
  const opening = (async () => openServer(readConfig(environment), (line) => answer({ id, line })))()
  servers.set(
    id,
    opening.catch((error: unknown) => {
      answer({ id, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) })
      return undefined
    }),
  )
})
process.on('disconnect', () => process.exit())

async function close(id: number): Promise<void> {
  const server = await servers.get(id)
  servers.delete(id)
  await server?.[Symbol.asyncDispose]()
  answer({ id, closed: true })
}
