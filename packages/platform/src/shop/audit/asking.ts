import { contract, type Route } from '@vitrine/contract'
import type { AllHandlers, Handler, Scope } from '../../kernel/http/handlers.ts'
import { serialiserOf } from '../../kernel/http/serialise.ts'
import { Prepared } from '../../kernel/http/wire.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Json } from './difference.ts'
import type { Ask } from './kind.ts'

/** Does what an operation does, in the transaction of another; only for those that need no more than one. */
export async function within(handlers: AllHandlers, line: Route, input: object, scope: Scope<'user'>): Promise<unknown> {
  const handler = handlers[line]
  if (typeof handler !== 'function') throw new TypeError(`${line} does not go into a transaction of another`)
  return (handler as Handler<Route>)(input, scope)
}

/** The reads of the contract as the audit log asks them: what the API would answer, and nothing beside it. */
export const asking =
  (handlers: () => AllHandlers): Ask =>
  async (line, input, scope) => {
    const answer = await within(handlers(), line, input, scope)
    if (answer instanceof Refusal) return undefined
    return JSON.parse(answer instanceof Prepared ? String(answer.json) : serialiserOf(contract[line].ok)(answer)) as Json
  }
