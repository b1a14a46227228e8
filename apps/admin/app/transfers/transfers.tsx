import type { StockLocation, TransferStatus, TransferSummary } from '@vitrine/contract'
import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useLoaderData } from 'react-router'
import { client } from '../client.ts'
import { List } from '../list/list.tsx'
import { type Listing, pageOf } from '../list/listing.ts'
import { type Loaded, loaderOf } from '../list/load.ts'
import { placedAt } from '../orders/text.ts'
import { Button, ButtonLink } from '../parts/button.tsx'
import { useMay } from '../shell/layout.tsx'
import { useShop } from '../shop.ts'
import { NewTransfer } from './new-transfer.tsx'
import { Status, statusText } from './status.tsx'

const At = ({ iso }: { iso: string }) => placedAt(iso, useShop().timeZone)
const dash = <span className="faint">–</span>
const statuses: readonly TransferStatus[] = ['DRAFT', 'IN_TRANSIT', 'RECEIVED', 'CANCELED']

function listingOf(locations: readonly StockLocation[]): Listing<TransferSummary> {
  const nameOf = (id: string) => locations.find((location) => location.id === id)?.name ?? 'A deleted location'
  const route = ({ fromLocationId, toLocationId }: TransferSummary) => `${nameOf(fromLocationId)} → ${nameOf(toLocationId)}`
  return {
    name: 'transfers',
    path: '/transfers',
    title: 'Transfers',
    place: [{ name: 'Products', to: '/products' }, { name: 'Inventory', to: '/inventory' }, { name: 'Transfers' }],
    one: 'transfer',
    more: 'transfers',
    usualSort: '-created',
    columns: [
      {
        id: 'number',
        name: 'Transfer',
        head: true,
        sort: 'number',
        className: 'fit',
        bar: 40,
        cell: ({ number }) => `T-${number}`,
        text: ({ number }) => `T-${number}`,
      },
      { id: 'route', name: 'From and to', bar: 140, cell: route, text: route },
      {
        id: 'status',
        name: 'Status',
        className: 'fit',
        bar: 60,
        cell: ({ status }) => <Status of={status} />,
        text: ({ status }) => statusText[status],
      },
      {
        id: 'units',
        name: 'Units',
        className: 'num',
        bar: 30,
        cell: ({ quantity }) => quantity.toLocaleString('en-GB'),
        text: ({ quantity }) => String(quantity),
      },
      {
        id: 'received',
        name: 'Received',
        className: 'num soft',
        bar: 30,
        cell: ({ received }) => received.toLocaleString('en-GB'),
        text: ({ received }) => String(received),
      },
      {
        id: 'expected',
        name: 'Expected',
        className: 'soft fit',
        bar: 60,
        none: ({ expectedDate }) => expectedDate === undefined,
        cell: ({ expectedDate }) => (expectedDate === undefined ? dash : <At iso={expectedDate} />),
        text: ({ expectedDate }) => expectedDate ?? '',
      },
      {
        id: 'reference',
        name: 'Reference',
        className: 'soft',
        bar: 60,
        none: ({ reference }) => reference === undefined,
        cell: ({ reference }) => reference ?? dash,
        text: ({ reference }) => reference ?? '',
      },
      {
        id: 'created',
        name: 'Created',
        sort: 'createdDate',
        className: 'soft fit',
        bar: 60,
        cell: ({ createdDate }) => <At iso={createdDate} />,
        text: ({ createdDate }) => createdDate,
      },
    ],
    listFilters: [
      {
        name: 'status',
        title: 'Status',
        verb: 'is',
        choices: statuses.map((status) => ({ value: status.toLowerCase(), says: statusText[status], means: () => ({ status }) })),
      },
    ],
    views: [
      { id: 'all', name: 'All', search: '' },
      { id: 'transit', name: 'In transit', search: 'status=in_transit' },
      { id: 'drafts', name: 'Drafts', search: 'status=draft' },
    ],
    idOf: ({ id }) => id,
    called: ({ number }) => `transfer ${number}`,
    to: ({ id }) => `/transfers/${id}`,
    read: async ({ query }, signal) => {
      const { transfers, pagingMetadata } = await client.stockTransfers.queryTransfers({ query }, { ...(signal && { signal }) })
      return pageOf(transfers, pagingMetadata)
    },
    nothing: {
      title: 'No transfers yet',
      words: 'Units on their way from one location to another are listed here.',
      act: <ButtonLink to="/locations">Locations</ButtonLink>,
    },
  }
}

const read = loaderOf(listingOf([]))

interface WithLocations extends Loaded<TransferSummary> {
  readonly locations: readonly StockLocation[]
}

export async function loader({ request }: { request: Request }): Promise<WithLocations> {
  const rows = read({ request })
  const { locations } = await client.stockLocations.listLocations({}, { signal: request.signal })
  return { ...rows, locations }
}

/** Stock on its way between the shop's locations. */
export function Transfers() {
  const { locations } = useLoaderData<WithLocations>()
  const listing = useMemo(() => listingOf(locations), [locations])
  const mayWrite = useMay()('products.write')
  const [adding, setAdding] = useState(false)
  const open = locations.filter(({ active }) => active)
  return (
    <>
      <List
        of={listing}
        {...(mayWrite &&
          open.length > 1 && {
            main: (
              <Button kind="primary" icon={Plus} onClick={() => setAdding(true)}>
                New transfer
              </Button>
            ),
          })}
      />
      {adding && <NewTransfer between={open} onClose={() => setAdding(false)} />}
    </>
  )
}
