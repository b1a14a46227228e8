import { type Sql, sql } from '../../kernel/db/sql.ts'
import { beginningsOf, cut, wordsOf } from '../../kernel/query/words.ts'
import type { StoredOrder } from './stored-order.ts'

const mostWords = 2000
const longestCode = 40

/** What an order is found by: what was bought, what it is sent under and who bought it. A tsvector, as text. */
export function orderWords({ email, document, trackingNumbers }: Pick<StoredOrder, 'email' | 'document' | 'trackingNumbers'>): string {
  const { billingInfo, recipientInfo, shippingInfo, channelInfo, lineItems, tags } = document
  const people = [billingInfo, recipientInfo, shippingInfo?.logistics?.shippingDestination].map((info) => info?.contactDetails ?? {})
  const texts = [
    ...lineItems.flatMap(({ productName, descriptionLines = [] }) => [
      productName?.original,
      productName?.translated,
      ...descriptionLines.map(({ plainText, colorInfo }) => plainText?.original ?? colorInfo?.original),
    ]),
    ...people.flatMap(({ firstName, lastName, company }) => [firstName, lastName, company]),
    ...(tags?.tags?.tagIds ?? []),
    email,
  ]
  const codes = [
    ...lineItems.map(({ physicalProperties }) => physicalProperties?.sku),
    ...trackingNumbers,
    ...people.map(({ phone }) => phone),
    channelInfo?.externalOrderId,
  ]
  const words = new Set([
    ...codes.flatMap((code) => (code ? [...wordsOf(code), codeOf(code)] : [])),
    ...texts.flatMap((text) => (text ? wordsOf(text) : [])),
  ])
  words.delete('')
  return [...words]
    .slice(0, mostWords)
    .sort()
    .map((word) => `'${word}'`)
    .join(' ')
}

/** A code as one word, however its parts are written: `MV-100/XL` and `mv 100 xl` are the same. */
const codeOf = (code: string): string => cut(wordsOf(code).join(''), longestCode)

/** All words of a text, each as the beginning of one of the order's; or all of it as the beginning of one code. */
export function matchesWords(text: string): Sql | undefined {
  const query = beginningsOf(text)
  return query === undefined ? undefined : sql`orders.words @@ ${`(${query}) | '${codeOf(text)}':*`}::tsquery`
}
