import type { shop } from '@vitrine/contract'
import { LRUCache } from 'lru-cache'
import { dayIn } from '../../kernel/clock/day.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { Prepared } from '../../kernel/http/wire.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import { showShop } from './show-public-shop.ts'
import { type PinnedProduct, type PinnedReference, type Window } from './window.ts'

export interface ShopDeps {
  readonly publicUrl: string
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
  /** The catalogue's revision, the only thing asked for each time. */
  readonly catalogueRevision: (db: Db, site: string) => Promise<number>
  readonly readWindow: (db: Db, site: string) => Promise<Window>
  /** In their order; undefined where there is nothing to be had. */
  readonly findPinnedProducts: (db: Db, site: string, asked: readonly PinnedReference[]) => Promise<readonly (PinnedProduct | undefined)[]>
}

interface CachedShop {
  readonly settings: Sections
  readonly revision: number
  readonly stock: string
  readonly today: string
  readonly answer: Prepared
}

export function shopOperations({
  publicUrl,
  readSettings,
  catalogueRevision,
  readWindow,
  findPinnedProducts,
}: ShopDeps): Handlers<typeof shop> {
  const cached = new LRUCache<string, CachedShop>({ max: 1000 })

  return {
    async 'GET /vitrine/v1/shop'(_, { db, site, now }) {
      const settings = await readSettings(db, site)
      const asked = settings.shop.heroes.flatMap(({ pieces }) => pieces)
      const revision = await catalogueRevision(db, site)
      const found = await findPinnedProducts(db, site, asked)
      const stock = found.map((piece) => (piece === undefined ? '-' : piece.inStock ? '1' : '0')).join('')
      const before = cached.get(site)
      const today = dayIn(now, settings.commerce.timeZone)
      // Settings are one and the same object while they are unchanged.
      if (before && before.settings === settings && before.revision === revision && before.stock === stock && before.today === today)
        return before.answer
      const pieces = new Map(asked.map((piece, i) => [keyOf(piece.productId, piece.choices), found[i]]))
      const shown = showShop(site, settings, await readWindow(db, site), (id, choices) => pieces.get(keyOf(id, choices)), publicUrl)
      const answer = new Prepared(Buffer.from(JSON.stringify({ shop: { ...shown, today } })))
      cached.set(site, { settings, revision, stock, today, answer })
      return answer
    },
  }
}

const keyOf = (productId: string, choices: Readonly<Record<string, string>> | undefined): string =>
  `${productId} ${JSON.stringify(choices ?? {})}`
