import { formatMoney, roundDecimal } from '@vitrine/pricing'
import { type Db, sql } from '../../kernel/db/sql.ts'
import type { Commerce } from './product.ts'
import { nextRevision } from './revision.ts'

/** Prices as documents have them. In a text of somebody's quotes are escaped, so this is never found there. */
const prices =
  /"currency":"([A-Z]{3})","price":([\d.]+),"discountedPrice":([\d.]+),(?:"pricePerUnit":([\d.]+),)?"formatted":\{"price":("(?:[^"\\]|\\.)*"),"discountedPrice":"(?:[^"\\]|\\.)*"(?:,"pricePerUnit":"(?:[^"\\]|\\.)*")?\}/g

/**
 * A document with its prices written as the shop writes them now: the numbers stay. Most are written so already, and are answered as they
 * are; those from before the shop chose another currency or locale are not.
 */
export function writtenAnew(document: string, { currency, locale }: Commerce): string {
  const said = (amount: string) => formatMoney(roundDecimal(amount, currency), currency, locale)
  return document.replaceAll(
    prices,
    (found, was: string, price: string, discounted: string, perUnit: string | undefined, formatted: string) =>
      was === currency && JSON.parse(formatted) === said(price)
        ? found
        : `"currency":"${currency}","price":${price},"discountedPrice":${discounted},${perUnit === undefined ? '' : `"pricePerUnit":${perUnit},`}"formatted":${JSON.stringify(
            {
              price: said(price),
              discountedPrice: said(discounted),
              ...(perUnit !== undefined && { pricePerUnit: said(perUnit) }),
            },
          )}`,
  )
}

/** What was made from one product is made again when it is asked for next. */
export async function makeAgain(db: Db, site: string, productId: string): Promise<void> {
  const revision = await nextRevision(db, site)
  await db.query(sql`update product set revision = ${revision} where site = ${site} and id = ${productId}`)
}

/** Whatever was made from a product is made again when it is asked for next. */
export async function makeAllAgain(db: Db, site: string): Promise<void> {
  const revision = await nextRevision(db, site)
  await db.query(sql`update product set revision = ${revision} where site = ${site}`)
}
