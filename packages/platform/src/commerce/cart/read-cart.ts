import type { Cart } from '@vitrine/contract'
import type { Db } from '../../kernel/db/sql.ts'
import type { OpenPricing } from '../selling/pricing-context.ts'
import { priced } from './operations/cart-changes.ts'
import { showCart } from './show.ts'
import { findCartById } from './store.ts'

/** A cart of anybody, at the prices of now; undefined where it is gone. */
export const readCart =
  (openPricing: OpenPricing, origin: string) =>
  async (db: Db, site: string, id: string): Promise<Cart | undefined> => {
    const found = await findCartById(db, site, id)
    if (!found) return undefined
    const pricing = await openPricing(db, site)
    const lines = await pricing.know(found.document.lines)
    const { quote, offered } = await priced(found, lines, pricing)
    return showCart(found, lines, quote, offered, pricing, origin)
  }
