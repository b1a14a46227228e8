import { useEffect } from 'react'
import { to } from '../shop/shop.ts'

const mostBefore = 5

/** What was looked at in this visit. It is in the memory of the page alone and goes with it; nothing is stored in the browser. */
const looked: string[] = []

/** Tells the shop that a product was looked at, and after which others, but not by whom: no cookie goes along. */
function countView(product: string): void {
  if (looked.includes(product)) return
  const before = looked.slice(-mostBefore)
  looked.push(product)
  const body = new URLSearchParams({ product, before: before.join(',') })
  // Whether it is counted is nothing that anybody waits for.
  void fetch(to.viewed, { method: 'POST', body, credentials: 'omit', keepalive: true }).catch(() => {})
}

/** Counts the product of this page once a visit. */
export function useCountedView(product: string | undefined): void {
  useEffect(() => {
    if (product !== undefined) countView(product)
  }, [product])
}
