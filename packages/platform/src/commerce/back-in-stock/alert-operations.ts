import type { backInStockAlerts, CatalogReference } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { type Sql, sql } from '../../kernel/db/sql.ts'
import type { Caller } from '../../kernel/http/caller.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { fold } from '../../kernel/query/fold.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { ask, referenceOf } from './ask.ts'
import { remove } from './change.ts'
import type { BackInStockDeps } from './deps.ts'
import { showAlert } from './show.ts'
import { findRequest, findWaiting, type StoredRequest } from './store.ts'

/** What somebody with the link of an email may act on. */
interface LinkHolder extends Pick<StoredRequest, 'id' | 'kind' | 'price' | 'currency' | 'productId' | 'variantId' | 'email'> {
  readonly reference: CatalogReference
  readonly createdAt: string
}

export interface AlertDeps extends BackInStockDeps {
  readonly seal: (site: string, kind: string, statement: Readonly<Record<string, unknown>>, seconds: number) => Promise<string>
  readonly open: (site: string, kind: string, text: string) => Promise<Readonly<Record<string, unknown>> | undefined>
}

/** What is sealed in the link of an email: the id of its request, which says nothing to whoever finds it in a log. */
export const linkKind = 'back-in-stock'
/** What is sealed for the page behind it, and never stands in an address. */
const pageKind = 'back-in-stock-page'
const pageSeconds = 3600
const mostAlerts = 100

const own = (caller: Caller): Sql => {
  if (caller.kind === 'member') return sql`(request.member_id = ${caller.memberId} and request.member_id is not null)`
  return caller.kind === 'visitor'
    ? sql`(request.visitor_id = ${caller.visitorId} and request.visitor_id is not null and request.member_id is null)`
    : sql`false`
}

/** What people see and change of what they wait for: as themselves, or with the link of an email. */
export function alertOperations(deps: AlertDeps): Handlers<typeof backInStockAlerts> {
  const { findItems, seal, open } = deps

  async function shown({ db, site }: Pick<Context, 'db' | 'site'>, requests: readonly StoredRequest[]) {
    const items = await findItems(
      db,
      site,
      requests.map(({ reference }) => reference),
    )
    return requests.map((request, i) => showAlert(request, items[i]))
  }

  async function holderOf({ db, site }: Pick<Context, 'db' | 'site'>, token: string): Promise<LinkHolder | undefined> {
    const page = await open(site, pageKind, token)
    if (page) return page['holder'] as LinkHolder
    const id = (await open(site, linkKind, token))?.['id']
    const request = typeof id === 'string' ? await findRequest(db, site, id) : undefined
    if (!request) return undefined
    const { kind, price, currency, productId, variantId, email, reference, createdAt } = request
    return { id: request.id, kind, price, currency, productId, variantId, email, reference, createdAt: createdAt.toISOString() }
  }

  async function stateOf(context: Pick<Context, 'db' | 'site'>, holder: LinkHolder) {
    const waiting = await findWaiting(context.db, context.site, sql`request.email_key = ${fold(holder.email)}`, mostAlerts)
    const isSame = (one: StoredRequest) =>
      one.kind === holder.kind && one.productId === holder.productId && one.variantId === holder.variantId
    const [item] = await findItems(context.db, context.site, [holder.reference])
    const now = waiting.find(isSame)
    return {
      alert: showAlert(now ?? { ...holder, status: 'NOTIFICATION_SENT', createdAt: new Date(holder.createdAt) }, item),
      waits: now !== undefined,
      others: await shown(
        context,
        waiting.filter((one) => !isSame(one)),
      ),
      token: await seal(context.site, pageKind, { holder }, pageSeconds),
    }
  }

  return {
    async 'GET /vitrine/v1/back-in-stock/mine'(_, { db, site, caller }) {
      return { alerts: await shown({ db, site }, await findWaiting(db, site, own(caller), mostAlerts)) }
    },

    async 'POST /vitrine/v1/price-alerts'({ catalogReference, email }, scope) {
      const made = await ask(deps, scope, { reference: referenceOf(catalogReference), email, kind: 'PRICE' })
      if (made instanceof Refusal) return made
      if (!made) return refuse('PRICE_ALERT_EXISTS')
      return { alert: (await shown(scope, [made]))[0]! }
    },

    async 'DELETE /vitrine/v1/back-in-stock/mine/{id}'({ id }, scope) {
      const [gone] = await remove(scope, sql`request.id = ${id} and ${own(scope.caller)}`, 'ACCOUNT')
      return gone ? {} : refuse('BACK_IN_STOCK_NOTIFICATION_REQUEST_NOT_FOUND')
    },

    async 'POST /vitrine/v1/back-in-stock/link/read'({ token }, scope) {
      const holder = await holderOf(scope, token)
      return holder ? stateOf(scope, holder) : refuse('BACK_IN_STOCK_LINK_EXPIRED')
    },

    async 'POST /vitrine/v1/back-in-stock/link/stop'({ token, id, all }, scope) {
      const holder = await holderOf(scope, token)
      if (!holder) return refuse('BACK_IN_STOCK_LINK_EXPIRED')
      const { kind, productId, variantId } = holder
      const those = all
        ? sql`true`
        : id
          ? sql`request.id = ${id}`
          : sql`request.kind = ${kind} and request.product_id = ${productId} and request.variant_id = ${variantId}`
      await remove(scope, sql`request.email_key = ${fold(holder.email)} and ${those}`, 'LINK')
      return stateOf(scope, holder)
    },

    async 'POST /vitrine/v1/back-in-stock/link/resume'({ token }, scope) {
      const holder = await holderOf(scope, token)
      if (!holder) return refuse('BACK_IN_STOCK_LINK_EXPIRED')
      const made = await ask(deps, scope, holder)
      // Whoever waits already goes on waiting; what is hidden or gone nobody waits for.
      if (made instanceof Refusal && made.code === 'REQUEST_COLLECTION_DISABLED') return refuse('REQUEST_COLLECTION_DISABLED')
      return stateOf(scope, holder)
    },
  }
}
