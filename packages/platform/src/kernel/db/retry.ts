import { Unavailable } from '../unavailable.ts'
import { systemTimers, type Timers } from './timers.ts'

const passing = new Set(['40001', '40P01', '55P03', '57P01', '57P02', '57P03', '53300', '25006'])
const brokenLine = /^(08|E(CONN|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|AI_AGAIN))/
const codeless =
  /Connection terminated|Query read timeout|not queryable|timeout exceeded when trying to connect|Client has encountered a connection error/

/** Whether an error of the database or the line to it may be gone the next time (SCALE rule 2). */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = (error as { code?: unknown }).code
  if (typeof code === 'string') return passing.has(code) || brokenLine.test(code)
  return codeless.test(error.message)
}

const lineErrors = new Set(['57P01', '57P02', '57P03', '25006'])

/** Whether an error says that the connection itself is of no more use: it is closed, in doubt, or leads to a server that no longer takes writes. */
export function breaksLine(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = (error as { code?: unknown }).code
  if (typeof code === 'string') return lineErrors.has(code) || brokenLine.test(code)
  return codeless.test(error.message)
}

/** Whether the server ended a statement because it took too long. */
export const isTooSlow = (error: unknown): boolean => error instanceof Error && (error as { code?: unknown }).code === '57014'

/** Whether something that the shop stands on did not answer, or not in time: the shop is not at fault, and the next time may be better. */
export const isUnavailable = (error: unknown): boolean => error instanceof Unavailable || isPassing(error) || isTooSlow(error)

/** The database could not be written to for as long as we were willing to wait; nothing is known to have changed. */
export class DatabaseUnavailable extends Unavailable {
  override readonly name = 'DatabaseUnavailable'
}

/** Runs `attempt` again while it fails in a passing way: jittered 20 ms → 1 s, up to `patienceMs` in all. */
export async function retrying<T>(attempt: () => Promise<T>, patienceMs = 30_000, timers: Timers = systemTimers): Promise<T> {
  const giveUpAt = timers.now() + patienceMs
  for (let pause = 20; ; pause = Math.min(1000, pause * 2)) {
    try {
      return await attempt()
    } catch (error) {
      if (!isPassing(error)) throw error
      if (timers.now() + pause > giveUpAt) throw new DatabaseUnavailable('the database did not take the write', { cause: error })
      await timers.sleep(pause * (0.5 + Math.random() / 2))
    }
  }
}
