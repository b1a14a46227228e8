import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hitRate, knownBasket, sameNumbers } from '@vitrine/testing/baskets'
import { merged } from './merge.ts'
import { changesOfOrders, pairOf, surest } from './together.ts'

test('what goes together in known baskets is found again more than twice as often as by what sells best', () => {
  const random = sameNumbers(7)
  const known = { products: 300, groupSize: 6, faithful: 0.7 }
  const baskets = Array.from({ length: 6000 }, () => knownBasket(known, random))
  const [learned, asked] = [baskets.slice(0, 5000), baskets.slice(5000)]
  const idOf = (product: number) => String(product).padStart(3, '0')
  const orders = learned.map((products, at) => ({ id: String(at), products: products.map(idOf).sort() }))
  const { occasions, products, pairs } = changesOfOrders(orders, new Map()).changes
  const all = [...products.keys()]
  const lists = new Map(
    all.map((one) => {
      const met = all.flatMap((otherId) => {
        const together = pairs.get(pairOf(one, otherId)) ?? 0
        return together > 1 && otherId !== one ? [{ otherId, together, others: products.get(otherId)! }] : []
      })
      return [one, surest(met, products.get(one)!, occasions, 30)]
    }),
  )
  const best = [...products].sort(([, a], [, b]) => b - a).map(([id]) => Number(id))
  const byBest = hitRate(asked, (rest) => best.filter((one) => !rest.includes(one)))
  const byTogether = hitRate(asked, (rest) =>
    merged(
      rest.map((one) => lists.get(idOf(one)) ?? []),
      new Set(rest.map(idOf)),
    ).map(Number),
  )
  assert.ok(byTogether.hitRate > 2 * byBest.hitRate, `${byTogether.hitRate} against ${byBest.hitRate}`)
  assert.ok(byTogether.recall > 2 * byBest.recall, `${byTogether.recall} against ${byBest.recall}`)
})
