import type { ExpressCheckout, Shop, shop } from '@vitrine/contract'
import type { DeliveryPromise, PickupPromise } from '@vitrine/pricing'
import { dayIn } from '../../kernel/clock/day.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { Prepared } from '../../kernel/http/wire.ts'
import { lruOf } from '../../kernel/lru.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import { collectedAt, promisedAt, saidOfDelivery, saidOfPickup } from './promised-delivery.ts'
import { showShop } from './show-public-shop.ts'
import { type PinnedProduct, type PinnedReference, type Window } from './window.ts'

export interface ShopDeps {
  readonly publicUrl: string
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
  /** The catalogue's revision, the only thing asked for each time. */
  readonly catalogueRevision: (db: Db, site: string) => Promise<number>
  readonly readWindow: (db: Db, site: string) => Promise<Window>
  /** The parameters of wallets before the checkout. */
  readonly expressCheckoutOf: (settings: Sections) => ExpressCheckout | undefined
  /** In their order; undefined where there is nothing to be had. */
  readonly findPinnedProducts: (db: Db, site: string, asked: readonly PinnedReference[]) => Promise<readonly (PinnedProduct | undefined)[]>
}

/** What of it depends on when it is asked for. */
interface Timely {
  readonly today: string
  readonly promised: DeliveryPromise | undefined
  readonly collected: PickupPromise | undefined
}

interface CachedShop extends Timely {
  readonly settings: Sections
  readonly revision: number
  readonly stock: string
  readonly answer: Prepared
}

const pinnedIn = ({ shop: { heroes } }: Sections): readonly PinnedReference[] => heroes.flatMap(({ pieces }) => pieces)

type Found = Awaited<ReturnType<ShopDeps['findPinnedProducts']>>

async function show(
  { publicUrl, readWindow, expressCheckoutOf }: ShopDeps,
  db: Db,
  site: string,
  settings: Sections,
  found: Found,
  { today, promised, collected }: Timely,
): Promise<Shop> {
  const delivery = saidOfDelivery(settings, promised)
  const express = expressCheckoutOf(settings)
  const pinned = new Map(pinnedIn(settings).map(({ productId, choices }, i) => [keyOf(productId, choices), found[i]]))
  return {
    ...showShop(site, settings, await readWindow(db, site), (id, choices) => pinned.get(keyOf(id, choices)), publicUrl),
    today,
    ...(express && { expressCheckout: express }),
    ...(delivery && { delivery }),
    ...(collected && { pickup: saidOfPickup(settings, collected) }),
  }
}

const timelyOf = (settings: Sections, now: Date): Timely => ({
  today: dayIn(now, settings.commerce.timeZone),
  promised: promisedAt(settings, now),
  collected: collectedAt(settings, now),
})

/** What everyone may know about the shop, by settings that may be others than its own. */
export const showingShop =
  (deps: ShopDeps) =>
  async (db: Db, site: string, settings: Sections, now: Date): Promise<Shop> =>
    show(deps, db, site, settings, await deps.findPinnedProducts(db, site, pinnedIn(settings)), timelyOf(settings, now))

export function shopOperations(deps: ShopDeps): Handlers<typeof shop> {
  const { readSettings, catalogueRevision, findPinnedProducts } = deps
  const cached = lruOf<string, CachedShop>(1000)

  return {
    async 'GET /vitrine/v1/shop'(_, { db, site, now }) {
      const settings = await readSettings(db, site)
      const revision = await catalogueRevision(db, site)
      const found = await findPinnedProducts(db, site, pinnedIn(settings))
      const stock = found.map((product) => (product === undefined ? '-' : product.inStock ? '1' : '0')).join('')
      const before = cached.get(site)
      const timely = timelyOf(settings, now)
      // Settings are one and the same object while they are unchanged.
      if (before && before.settings === settings && before.revision === revision && before.stock === stock && isSameTimely(before, timely))
        return before.answer
      const answer = new Prepared(Buffer.from(JSON.stringify({ shop: await show(deps, db, site, settings, found, timely) })))
      cached.set(site, { settings, revision, stock, ...timely, answer })
      return answer
    },
  }
}

const isSameTimely = (one: Timely, other: Timely): boolean =>
  one.today === other.today &&
  one.promised?.arrives?.to === other.promised?.arrives?.to &&
  one.promised?.orderBefore === other.promised?.orderBefore &&
  one.collected?.ready?.to === other.collected?.ready?.to

const keyOf = (productId: string, choices: Readonly<Record<string, string>> | undefined): string =>
  `${productId} ${JSON.stringify(choices ?? {})}`
