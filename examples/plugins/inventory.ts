// A service for inventory: counts the seats of the workshops that catalog.ts sells. A shop would keep both in a database.
import { type Asked, Refuses, serveFromEnvironment } from './serve.ts'

interface Request {
  readonly items: readonly { readonly catalogReference: { readonly catalogItemId: string }; readonly quantity: number }[]
  readonly orderId: string
  readonly reason: string
  /** Whether there have to be as many: an order that is there already takes the last seat twice. */
  readonly restrictInventoryValue?: boolean
}

/** How many seats there are, by the id of the workshop. */
export const inventoryOf = (seats: Map<string, number>) => {
  // The shop asks once more, under the same id, where our answer was lost: nothing is taken or put back twice.
  const done = new Set<string>()
  const once = ({ request, metadata }: Asked<Request>, change: (request: Request) => void) => {
    if (!done.has(metadata.requestId)) change(request)
    done.add(metadata.requestId)
    return {}
  }
  const countOf = (id: string, no: string) => {
    const count = seats.get(id)
    if (count === undefined) throw new Refuses(428, no)
    return count
  }
  return {
    '/v1/decrement': (asked: Asked<Request>) =>
      once(asked, ({ items, restrictInventoryValue }) => {
        const counts = items.map(({ catalogReference: { catalogItemId: id }, quantity }) => {
          const left = countOf(id, 'DECREMENT_NOT_POSSIBLE') - quantity
          if (left < 0 && restrictInventoryValue) throw new Refuses(428, 'DECREMENT_NOT_POSSIBLE')
          return [id, left] as const
        })
        for (const [id, left] of counts) seats.set(id, left)
      }),

    '/v1/increment': (asked: Asked<Request>) =>
      once(asked, ({ items }) => {
        const counts = items.map(({ catalogReference: { catalogItemId: id }, quantity }) => {
          return [id, countOf(id, 'INCREMENT_NOT_POSSIBLE') + quantity] as const
        })
        for (const [id, count] of counts) seats.set(id, count)
      }),
  }
}

if (import.meta.main) serveFromEnvironment(inventoryOf(new Map([['throwing-on-the-wheel', 8]])))
