import type { Duties, FileDescriptor, IssuedGiftCard, MemberOverview, MerchantProductRow, Order, Promotion } from '@vitrine/contract'
import { useEffect, useState } from 'react'
import { client } from '../client.ts'
import { cardUnder } from '../gift-cards/by-code.ts'
import { meaning } from '../orders/find.ts'
import { useAnswer } from '../parts/answer.ts'

const quietMs = 120
const mostOrders = 8
const most = 5

export interface Finds {
  readonly words: string
  readonly orders: readonly Order[]
  readonly products: readonly MerchantProductRow[]
  readonly members: readonly MemberOverview[]
  readonly promotions: readonly Promotion[]
  readonly giftCards: readonly IssuedGiftCard[]
  readonly files: readonly FileDescriptor[]
  readonly ms: number
}

type Kind = Exclude<keyof Finds, 'words' | 'ms'>

const nothing = { orders: [], products: [], members: [], promotions: [], giftCards: [], files: [] } satisfies Pick<Finds, Kind>

const finders: { readonly [K in Kind]: (words: string, signal: AbortSignal) => Promise<Finds[K]> } = {
  orders: async (words, signal) =>
    (await client.orders.searchOrders({ search: { filter: meaning(words), cursorPaging: { limit: mostOrders } } }, { signal })).orders,
  products: async (words, signal) =>
    (await client.merchantProducts.listProducts({ query: { filter: { words }, cursorPaging: { limit: most } } }, { signal })).products,
  members: async (words, signal) =>
    (await client.memberAdmin.searchMembers({ search: { search: { expression: words }, cursorPaging: { limit: most } } }, { signal }))
      .members,
  promotions: async (words, signal) => (await client.promotions.listPromotions({ search: words, limit: most }, { signal })).promotions,
  giftCards: async (words, signal) =>
    (await client.giftCards.searchGiftCards({ search: { search: { expression: words }, cursorPaging: { limit: most } } }, { signal }))
      .giftCards,
  files: async (words, signal) => (await client.files.searchFiles({ search: words, paging: { limit: most } }, { signal })).files,
}

/** Finds while one writes: what was asked last is what is shown, and what cannot be read is left out. */
export function useFinds(words: string, kinds: ReadonlySet<Kind>): Finds | undefined {
  const isAsked = words.length >= 2 && kinds.size > 0
  const find = async (signal: AbortSignal): Promise<Finds> => {
    const startedAt = performance.now()
    const answer = (found: Partial<Finds>): Finds => ({ words, ...nothing, ...found, ms: performance.now() - startedAt })
    // A whole code is money: it is shown to nobody but the one call that knows it.
    const card = kinds.has('giftCards') && /\d/.test(words) ? await cardUnder(words).catch(() => undefined) : undefined
    if (card) return answer({ giftCards: [card] })
    const found = await Promise.all(
      [...kinds].map(async (kind) => [kind, await finders[kind](words, signal).catch(() => nothing[kind])] as const),
    )
    return answer(Object.fromEntries(found))
  }
  const found = useAnswer({ ask: isAsked ? find : undefined, of: words, again: [...kinds].join(), ms: quietMs })
  return isAsked ? found : undefined
}

/** What waits for somebody, read once when one looks. */
export function useDuties(isWanted: boolean): Duties | undefined {
  const [duties, setDuties] = useState<Duties>()
  useEffect(() => {
    if (!isWanted) return undefined
    const stop = new AbortController()
    client.dashboard.getDuties({}, { signal: stop.signal }).then(
      ({ duties: now }) => setDuties(now),
      () => {},
    )
    return () => stop.abort()
  }, [isWanted])
  return duties
}
