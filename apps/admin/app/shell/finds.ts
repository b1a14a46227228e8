import type { Duties, Order, Product } from '@vitrine/contract'
import { useEffect, useState } from 'react'
import { client } from '../client.ts'
import { meaning } from '../orders/find.ts'
import { useAnswer } from '../parts/answer.ts'

const quietMs = 120
const mostOrders = 8
const mostProducts = 5

export interface Finds {
  readonly words: string
  readonly orders: readonly Order[]
  readonly products: readonly Product[]
  readonly ms: number
}

const findOrders = async (words: string, signal: AbortSignal): Promise<readonly Order[]> =>
  (await client.orders.searchOrders({ search: { filter: meaning(words), cursorPaging: { limit: mostOrders } } }, { signal })).orders

interface Asked {
  readonly orders: boolean
  readonly products: boolean
}

/** Finds while one writes: what was asked last is what is shown, and what cannot be read is left out. */
export function useFinds(words: string, { orders, products }: Asked): Finds | undefined {
  const isAsked = words.length >= 2 && (orders || products)
  const find = async (signal: AbortSignal): Promise<Finds> => {
    const startedAt = performance.now()
    const [ofOrders, ofProducts] = await Promise.allSettled([
      orders ? findOrders(words, signal) : [],
      products ? client.search.searchProducts({ q: words, limit: mostProducts }, { signal }).then(({ products: all }) => all) : [],
    ])
    return {
      words,
      orders: ofOrders.status === 'fulfilled' ? ofOrders.value : [],
      products: ofProducts.status === 'fulfilled' ? ofProducts.value : [],
      ms: performance.now() - startedAt,
    }
  }
  const found = useAnswer({ ask: isAsked ? find : undefined, of: words, again: `${orders} ${products}`, ms: quietMs })
  return isAsked ? found : undefined
}

/** What waits for somebody, read once when one looks. */
export function useDuties(isWanted: boolean): Duties | undefined {
  const [duties, setDuties] = useState<Duties>()
  useEffect(() => {
    if (!isWanted) return undefined
    const stop = new AbortController()
    client.desk.getDuties({}, { signal: stop.signal }).then(
      ({ duties: now }) => setDuties(now),
      () => {},
    )
    return () => stop.abort()
  }, [isWanted])
  return duties
}
