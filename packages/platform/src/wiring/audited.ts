import { contract, type Route } from '@vitrine/contract'
import type { CodeKeys } from '../commerce/gift-cards/code.ts'
import { cardOf } from '../commerce/gift-cards/redeem.ts'
import type { AllHandlers, Handler, Scope } from '../kernel/http/handlers.ts'
import { serialiserOf } from '../kernel/http/serialise.ts'
import { Prepared } from '../kernel/http/wire.ts'
import { Refusal } from '../kernel/refusal.ts'
import type { Secrets } from '../people/credentials/secrets.ts'
import type { Json } from '../shop/audit/difference.ts'
import type { Ask } from '../shop/audit/kinds.ts'
import type { SubjectsDeps } from '../shop/audit/subjects.ts'

/** Does what an operation does, in the transaction of another; only for those that need no more than one. */
export async function within(handlers: AllHandlers, line: Route, input: object, scope: Scope<'user'>): Promise<unknown> {
  const handler = handlers[line]
  if (typeof handler !== 'function') throw new TypeError(`${line} does not go into a transaction of another`)
  return (handler as Handler<Route>)(input, scope)
}

/** The reads of the contract as the audit log asks them: what the API would answer, and nothing beside it. */
const asking =
  (handlers: () => AllHandlers): Ask =>
  async (line, input, scope) => {
    const answer = await within(handlers(), line, input, scope)
    if (answer instanceof Refusal) return undefined
    return JSON.parse(answer instanceof Prepared ? String(answer.json) : serialiserOf(contract[line].ok)(answer)) as Json
  }

/** What the audit log asks of the shop that it is about. */
export const auditedDeps = (handlers: () => AllHandlers, cardKeys: CodeKeys, hashing: Pick<Secrets, 'digest'>): SubjectsDeps => ({
  ask: asking(handlers),
  guestOf: async ({ db, site }, email) => (await hashing.digest(db, site, `guest ${email.toLowerCase()}`)).toString('hex').slice(0, 32),
  giftCardOf: async ({ db, site }, code) => (await cardOf(db, site, cardKeys, code))?.id,
})
