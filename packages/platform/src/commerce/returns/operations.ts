import type { Ok, RefusalCode, ReturnSettings, returns } from '@vitrine/contract'
import type { Db } from '../../kernel/db/sql.ts'
import { nameOf } from '../../kernel/http/caller.ts'
import { type Handlers, type Scope, staged } from '../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { lockSection, saveSection } from '../../kernel/settings/change.ts'
import { type ReturnSettingsSection, returnSettingsOf, usualReturnSettings } from '../../kernel/settings/return-settings.ts'
import { staleOf } from '../../kernel/settings/revised.ts'
import { violation } from '../../kernel/violation.ts'
import { ask, returnabilityOf } from './ask.ts'
import { changing, type LockedReturn } from './change.ts'
import type { ReturnDeps } from './deps.ts'
import { settling } from './settle.ts'
import { showReturns } from './show.ts'
import { statisticsSince, usualDays } from './statistics.ts'
import { countReturns, findReturn, findReturns, type Wanted } from './store.ts'

const usualLimit = 25
const dayMs = 24 * 3_600_000

const shownSettings = (section: ReturnSettingsSection): ReturnSettings => ({
  ...section,
  revision: String(section.revision),
  address: [...section.address],
  inPersonAddress: [...section.inPersonAddress],
  reasons: [...section.reasons],
  excludedProductIds: [...section.excludedProductIds],
})

/** Where a page of returns goes on. */
const cursorOf = ({ waits, id }: { readonly waits: boolean; readonly id: string }): string => `${waits ? 'w' : 'r'}${id}`
const placeOf = (cursor: string | null | undefined): Wanted['after'] | Refusal<'INVALID_ARGUMENT'> => {
  if (!cursor) return undefined
  const [, kind, id] = /^([wr])([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(cursor) ?? []
  if (kind && id) return { waits: kind === 'w', id }
  return violation('cursor', 'is none of a page before')
}

/** Goods that come back, as buyers ask for it and the shop does it. */
export function returnOperations(deps: ReturnDeps): Handlers<Omit<typeof returns, 'POST /vitrine/v1/returns/pictures'>> {
  const changes = changing(deps)
  const { refund, exchange } = settling(deps)

  const shown = async <C extends RefusalCode = never>(
    scope: Scope,
    done: LockedReturn | Refusal<C>,
  ): Promise<Ok<'GET /vitrine/v1/returns/{id}'> | Refusal<C>> =>
    done instanceof Refusal
      ? done
      : { return: (await showReturns(deps, scope.db, scope.site, [done.of], new Map([[done.order.id, done.order]]), scope.merchant))[0]! }

  async function read(scope: Scope, id: string) {
    const of = await findReturn(scope.db, scope.site, id)
    const order = of && (await deps.findOrder(scope.db, scope.site, of.orderId))
    return order ? { of, order } : refuse('RETURN_NOT_FOUND')
  }

  async function page(db: Db, site: string, wanted: Omit<Wanted, 'limit'>, limit: number, merchant: boolean) {
    const found = await findReturns(db, site, { ...wanted, limit: limit + 1 })
    const rows = found.slice(0, limit)
    const customers = merchant ? await deps.findCustomers(db, site, [...new Set(rows.map(({ orderId }) => orderId))]) : new Map()
    const last = found.length > limit ? rows.at(-1) : undefined
    return { returns: await showReturns(deps, db, site, rows, customers, merchant), ...(last && { nextCursor: cursorOf(last) }) }
  }

  return {
    async 'GET /vitrine/v1/orders/{id}/returnable'({ id, email }, scope) {
      const order = await deps.findOrder(scope.db, scope.site, id)
      if (!order || !deps.isTheirs(scope, order, email)) return refuse('ORDER_NOT_FOUND')
      return { returnability: await returnabilityOf(deps, scope, order) }
    },

    async 'POST /vitrine/v1/orders/{id}/returns'(input, scope) {
      const order = await deps.lockOrder(scope.db, scope.site, input.id)
      if (!order || !deps.isTheirs(scope, order, input.email)) return refuse('ORDER_NOT_FOUND')
      const made = await ask(deps, scope, order, input)
      return made instanceof Refusal ? made : shown(scope, { of: made, order })
    },

    async 'GET /vitrine/v1/returns/mine'({ limit, cursor }, { db, site, caller }) {
      const after = placeOf(cursor)
      if (after instanceof Refusal) return after
      return page(db, site, { owner: nameOf(caller), queueFirst: false, after }, limit ?? usualLimit, false)
    },

    async 'GET /vitrine/v1/returns/{id}'({ id, email }, scope) {
      const found = await read(scope, id)
      if (found instanceof Refusal || !deps.isTheirs(scope, found.order, email)) return refuse('RETURN_NOT_FOUND')
      return shown(scope, found)
    },

    'POST /vitrine/v1/returns/{id}/cancel': async (input, scope) => shown(scope, await changes.cancel(scope, input)),

    async 'POST /vitrine/v1/returns/search'({ statuses, orderId, words, limit, cursor }, { db, site }) {
      const after = placeOf(cursor)
      if (after instanceof Refusal) return after
      const wanted = {
        ...(statuses && statuses.length > 0 && { statuses }),
        ...(orderId && { orderId }),
        ...(words?.trim() && { words: words.trim() }),
      }
      return page(db, site, { ...wanted, queueFirst: true, after }, limit ?? usualLimit, true)
    },

    async 'GET /vitrine/v1/returns/counts'(_, { db, site }) {
      return { counts: await countReturns(db, site) }
    },

    async 'GET /vitrine/v1/returns/statistics'({ days: wanted }, { db, site, now }) {
      const days = wanted ?? usualDays
      return { statistics: { days, ...(await statisticsSince(db, site, new Date(now.getTime() - days * dayMs))) } }
    },

    'POST /vitrine/v1/returns/{id}/approve': async (input, scope) => shown(scope, await changes.approve(scope, input)),
    'POST /vitrine/v1/returns/{id}/refuse': async (input, scope) => shown(scope, await changes.refuse(scope, input)),
    'POST /vitrine/v1/returns/{id}/receive': async (input, scope) => shown(scope, await changes.receive(scope, input)),
    'POST /vitrine/v1/returns/{id}/check': async (input, scope) => shown(scope, await changes.check(scope, input)),

    'POST /vitrine/v1/returns/{id}/refund': staged(async (input, scope) => {
      const refused = await refund(scope, input)
      return refused ?? shown(scope, await read(scope, input.id))
    }),

    'POST /vitrine/v1/returns/{id}/exchange': staged(async (input, scope) => {
      const refused = await exchange(scope, input)
      return refused ?? shown(scope, await read(scope, input.id))
    }),

    async 'GET /vitrine/v1/returns/settings'(_, { db, site }) {
      return { settings: shownSettings(await deps.settingsOf(db, site)) }
    },

    async 'PATCH /vitrine/v1/returns/settings'({ settings }, { db, site, now }) {
      const { document } = await lockSection(db, site, 'returns', usualReturnSettings, now)
      const { revision, ...rest } = settings
      const stale = staleOf(document, revision)
      if (stale) return stale
      const changed = Object.entries(rest).filter(([, value]) => value !== null && value !== undefined)
      const next: ReturnSettingsSection = {
        ...returnSettingsOf({ returns: document }),
        ...(Object.fromEntries(changed) as Partial<ReturnSettingsSection>),
        revision: document.revision + 1,
      }
      return saveSection(db, site, 'returns', { document: next, answer: { settings: shownSettings(next) } }, now)
    },
  }
}
