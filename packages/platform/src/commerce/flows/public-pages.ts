import { dayIn } from '../../kernel/clock/day.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'
import { readSection } from '../../kernel/settings/change.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import { findAllProducts } from '../catalogue/all-products.ts'
import { type FeedItem, feedItems } from '../catalogue/feed.ts'
import { type PublicPage, publicCollections, publicProducts } from '../catalogue/public-pages.ts'
import { savedTotal } from '../catalogue/store.ts'

/** The pages of a shop that search engines may list. */
export interface PublicPages {
  /** Whether everybody sees the shop: what is closed lists nothing. */
  isOpen(site: string): Promise<boolean>
  /** How many products shoppers see. */
  countProducts(site: string): Promise<number>
  /** Without that whose page is the gift card's. */
  products(site: string, range: { readonly limit: number; readonly offset: number }): Promise<readonly PublicPage[]>
  collections(site: string): Promise<readonly PublicPage[]>
  /** Whether the shop sells gift cards, which have a page of their own. */
  sellsGiftCards(site: string): Promise<boolean>
  /** The ends of the addresses of what the merchant has written: `privacy`. */
  written(site: string): Promise<readonly string[]>
  /** Whether the list of all products is one of them. */
  listsAllProducts(site: string): Promise<boolean>
  /** What channels for merchants list: the shop's name, the unit of its weights, and each variant that shoppers see. */
  feed(
    site: string,
  ): Promise<{ readonly name: string; readonly weightUnit: 'kg' | 'lb'; readonly items: AsyncIterable<readonly FeedItem[]> }>
}

export const publicPages = (db: Db, readSettings: (db: Db, site: string) => Promise<Sections>, now: () => Date): PublicPages => {
  const giftCard = async (site: string) => (await readSection(db, site, 'giftCards'))?.document.product?.id
  return {
    isOpen: async (site) => (await readSettings(db, site)).shop.closed !== true,
    async countProducts(site) {
      const [row] = await db.query<{ total: number | null }>(sql`select ${savedTotal(site, false)} as total`)
      return row?.total ?? 0
    },
    async products(site, range) {
      const [products, not] = await Promise.all([publicProducts(db, site, range), giftCard(site)])
      return products.filter(({ id }) => id !== not)
    },
    collections: (site) => publicCollections(db, site),
    sellsGiftCards: async (site) => (await giftCard(site)) !== undefined,
    written: async (site) => ((await readSettings(db, site)).pages?.published ?? []).map(({ slug }) => slug),
    listsAllProducts: async (site) => (await findAllProducts(db, site)).visible,
    async feed(site) {
      const [{ commerce, shop }, not] = await Promise.all([readSettings(db, site), giftCard(site)])
      return {
        name: shop.name,
        weightUnit: commerce.weightUnit === 'LB' ? 'lb' : 'kg',
        items: feedItems(db, site, { currency: commerce.currency, without: not, today: dayIn(now(), commerce.timeZone) }),
      }
    },
  }
}
