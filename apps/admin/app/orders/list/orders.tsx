import type { Order } from '@vitrine/contract'
import { Plus } from 'lucide-react'
import { client } from '../../client.ts'
import { useNewDraft } from '../../drafts/begin.ts'
import { dayIn } from '../../list/jump.ts'
import { List } from '../../list/list.tsx'
import { type Listing, pageOf } from '../../list/listing.ts'
import { loaderOf } from '../../list/load.ts'
import { Button } from '../../parts/button.tsx'
import { useMay } from '../../shell/layout.tsx'
import { shopTimeZone } from '../../shop.ts'
import { meaning } from '../find.ts'
import { money, sumOf } from '../sums.ts'
import { numberOf } from '../text.ts'
import { bulk } from './bulk.ts'
import { columns } from './columns.tsx'
import { orderFile } from './export.ts'
import { listFilters, views } from './filters.ts'
import { NoOrders } from './no-orders.tsx'
import { peek } from './peek.tsx'
import { PrintDue } from './print-due.tsx'
import { useToday } from './today.ts'

const orders: Listing<Order> = {
  name: 'orders',
  path: '/orders',
  title: 'Orders',
  one: 'order',
  more: 'orders',
  className: 'orders',
  columns,
  usualSort: '-placed',
  listFilters,
  views,
  search: { hint: 'Number, customer, SKU, tracking', means: meaning },
  jump: {
    hint: 'Jump to date or number',
    refused: 'Neither a day nor a number.',
    means: (text) => {
      const day = dayIn(text, shopTimeZone())
      if (day) return { days: `..${day}`, sort: undefined, q: undefined }
      return /^\d[\d\s\u2009]{0,14}$/.test(text.trim()) ? { q: text.trim() } : undefined
    },
  },
  idOf: ({ id }) => id!,
  called: ({ number }) => `order ${numberOf(number)}`,
  to: ({ id }) => `/orders/${id}`,
  read: async ({ query }, signal) => {
    const { orders, metadata } = await client.orders.searchOrders({ search: query }, { ...(signal && { signal }) })
    return pageOf(orders, metadata)
  },
  count: async (filters, most) => (await client.dashboard.countOrders({ filters: [...filters], most })).counts,
  acts: bulk,
  file: orderFile,
  sumOf,
  peek,
  nothing: {
    title: 'No orders yet',
    words: 'The first one appears here as soon as somebody buys.',
    here: <NoOrders />,
  },
}

export const loader = loaderOf(orders)

export function Orders() {
  const may = useMay()
  const today = useToday()
  const { begin, busy } = useNewDraft()
  return (
    <List
      of={orders}
      facts={
        today && (
          <span>
            {`${today.orders.toLocaleString('en-GB')} today, `}
            <b>{money(today.sales, today.currency)}</b>
          </span>
        )
      }
    >
      {may('orders.write') && (
        <Button icon={Plus} disabled={busy} onClick={() => void begin()}>
          Draft order
        </Button>
      )}
      {today !== undefined && today.due > 0 && <PrintDue due={today.due} />}
    </List>
  )
}
