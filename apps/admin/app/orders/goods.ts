import type { Order, Product } from '@vitrine/contract'
import { client } from '../client.ts'
import { meaning } from './find.ts'
import { choicesOf } from './words.ts'

/** Whether each word that somebody wrote begins a word of a name, whatever their case and accents. */
export function isCalled(name: string, text: string): boolean {
  const words = wordsOf(name)
  return wordsOf(text).every((asked) => words.some((word) => word.startsWith(asked)))
}

const wordsOf = (text: string): readonly string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** `Morning Mug, Ink · Large` */
export const calledOf = (line: Order['lineItems'][number]): string =>
  [line.productName?.original, choicesOf(line)].filter(Boolean).join(', ')

const calledBy = ({ name, productOptions }: Product): string =>
  [name, ...productOptions.flatMap(({ choices = [] }) => choices.map(({ description }) => description))].join(' ')

/** So many of an order's goods may be called otherwise, in other sizes and colours, before those that were asked for. */
const othersToo = 4

/** Orders that a text means, and behind them those with goods that are called so: of both the newest first. */
export async function findWithGoods(
  text: string,
  products: Promise<readonly Product[]>,
  most: number,
  signal: AbortSignal,
): Promise<Order[]> {
  const search = async (filter: Readonly<Record<string, unknown>>, limit: number) =>
    (await client.orders.searchOrders({ search: { filter, cursorPaging: { limit } } }, { signal })).orders
  const ofGoods = async () => {
    const ids = (await products).filter((product) => isCalled(calledBy(product), text)).flatMap(({ id }) => id ?? [])
    if (ids.length === 0) return []
    const found = await search({ 'lineItems.catalogReference.catalogItemId': { $hasSome: ids } }, most * othersToo)
    return found.filter(({ lineItems }) => lineItems.some((line) => isCalled(calledOf(line), text)))
  }
  const [meant, others] = await Promise.all([search(meaning(text), most), ofGoods().catch(() => [])])
  const known = new Set(meant.map(({ id }) => id))
  return [...meant, ...others.filter(({ id }) => !known.has(id))].slice(0, most)
}
