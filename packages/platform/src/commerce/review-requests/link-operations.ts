import type { reviewLinks } from '@vitrine/contract'
import type { Db } from '../../kernel/db/sql.ts'
import { nameOf } from '../../kernel/http/caller.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { fold } from '../../kernel/query/fold.ts'
import { refuse } from '../../kernel/refusal.ts'
import { isOff, letIn, setOff } from './store.ts'

/** What is sealed in the links of an email that asks for reviews: the id of its order. */
export const linkKind = 'review-request'

export interface LinkDeps {
  readonly open: (site: string, kind: string, text: string) => Promise<Readonly<Record<string, unknown>> | undefined>
  /** Undefined for one that is gone. Empty where its buyer was erased. */
  readonly emailOf: (db: Db, site: string, orderId: string) => Promise<string | undefined>
}

/** What the links of emails that ask for reviews open, for whoever holds them. */
export function reviewLinkOperations({ open, emailOf }: LinkDeps): Handlers<typeof reviewLinks> {
  async function orderIn(db: Db, site: string, token: string) {
    const orderId = (await open(site, linkKind, token))?.['orderId']
    const email = typeof orderId === 'string' ? await emailOf(db, site, orderId) : undefined
    return email ? { orderId: orderId as string, emailKey: fold(email) } : undefined
  }
  return {
    async 'POST /vitrine/v1/reviews/links/open'({ token }, scope) {
      const order = await orderIn(scope.db, scope.site, token)
      if (!order) return refuse('REVIEW_LINK_EXPIRED')
      await letIn(scope, order.orderId, nameOf(scope.caller))
      return {}
    },

    async 'POST /vitrine/v1/reviews/links/read'({ token }, { db, site }) {
      const order = await orderIn(db, site, token)
      return order ? { wanted: !(await isOff(db, site, order.emailKey)) } : refuse('REVIEW_LINK_EXPIRED')
    },

    async 'POST /vitrine/v1/reviews/links/emails'({ token, wanted }, scope) {
      const order = await orderIn(scope.db, scope.site, token)
      if (!order) return refuse('REVIEW_LINK_EXPIRED')
      await setOff(scope, order.emailKey, !wanted)
      return { wanted }
    },
  }
}
