import type { DraftOverview } from '@vitrine/contract'
import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { client } from '../../client.ts'
import { List } from '../../list/list.tsx'
import { type Listing, pageOf } from '../../list/listing.ts'
import { loaderOf } from '../../list/load.ts'
import { many, numberOf, placedAt } from '../../orders/text.ts'
import { Button } from '../../parts/button.tsx'
import { Thumb } from '../../parts/thumb.tsx'
import { useMay } from '../../shell/layout.tsx'
import { useShop } from '../../shop.ts'
import { useNewDraft } from '../begin.ts'
import { DraftState, wordOf } from '../states.tsx'

const At = ({ iso }: { iso: string }) => placedAt(iso, useShop().timeZone)
const dash = <span className="faint">–</span>

const drafts: Listing<DraftOverview> = {
  name: 'drafts',
  path: '/drafts',
  title: 'Draft orders',
  place: [{ name: 'Orders', to: '/orders' }, { name: 'Draft orders' }],
  one: 'draft',
  more: 'drafts',
  className: 'pic drafts',
  usualSort: '-begun',
  columns: [
    {
      id: 'number',
      name: 'Draft',
      head: true,
      className: 'fit',
      bar: 44,
      cell: ({ number }) => `D-${number}`,
      text: ({ number }) => `D-${number}`,
    },
    {
      id: 'customer',
      name: 'Customer',
      bar: 120,
      cell: ({ name, email }) => (
        <div className="two">
          <span>{name || <span className="faint">Nobody yet</span>}</span>
          {email && email !== name && <span>{email}</span>}
        </div>
      ),
      text: ({ name, email }) => [name, email].filter(Boolean).join(', '),
    },
    {
      id: 'items',
      name: 'Items',
      bar: 110,
      none: ({ units }) => units === 0,
      cell: ({ images, units }) =>
        units === 0 ? (
          dash
        ) : (
          <div className="withpic">
            <span className="thumbs">
              {images.slice(0, 2).map((image, at) => (
                // Two of one picture are two things.
                // oxlint-disable-next-line react/no-array-index-key
                <Thumb key={at} src={image.url} size={28} />
              ))}
            </span>
            <span>{many(units, 'item')}</span>
          </div>
        ),
      text: ({ units }) => String(units),
    },
    {
      id: 'total',
      name: 'Total',
      className: 'num',
      bar: 52,
      cell: ({ total }) => total.formattedAmount,
      text: ({ total }) => total.amount,
    },
    {
      id: 'state',
      name: 'State',
      className: 'fit',
      bar: 70,
      cell: (draft) => <DraftState of={draft} />,
      text: (draft) => wordOf(draft)[2],
    },
    {
      id: 'order',
      name: 'Order',
      className: 'fit',
      bar: 46,
      none: ({ order }) => !order,
      cell: ({ order }) =>
        order ? (
          <Link className="a" to={`/orders/${order.id}`}>
            {numberOf(order.number)}
          </Link>
        ) : (
          dash
        ),
      text: ({ order }) => order?.number ?? '',
    },
    {
      id: 'held',
      name: 'Reserved until',
      className: 'soft fit',
      bar: 60,
      none: ({ heldUntil }) => !heldUntil,
      cell: ({ heldUntil }) => (heldUntil ? <At iso={heldUntil} /> : dash),
      text: ({ heldUntil }) => heldUntil ?? '',
    },
    {
      id: 'by',
      name: 'By',
      className: 'soft',
      bar: 80,
      cell: ({ createdBy }) => createdBy.name,
      text: ({ createdBy }) => createdBy.name,
    },
    {
      id: 'begun',
      name: 'Begun',
      sort: 'createdDate',
      className: 'soft fit',
      bar: 40,
      cell: ({ createdDate }) => <At iso={createdDate} />,
      text: ({ createdDate }) => createdDate,
    },
  ],
  listFilters: [
    {
      name: 'state',
      title: 'State',
      verb: 'is',
      choices: [
        { value: 'open', says: 'a draft', means: () => ({ status: 'DRAFT' }) },
        { value: 'link', says: 'link sent', means: () => ({ status: 'COMMITTED', placed: 'LINK' }) },
        { value: 'placed', says: 'placed without a link', means: () => ({ status: 'COMMITTED', placed: { $ne: 'LINK' } }) },
      ],
    },
    {
      name: 'reserved',
      title: 'Stock',
      verb: 'is',
      choices: [{ value: 'yes', says: 'reserved', means: () => ({ heldUntil: { $exists: true } }) }],
    },
  ],
  views: [
    { id: 'all', name: 'All', search: '' },
    { id: 'open', name: 'Open', search: 'state=open' },
    { id: 'link', name: 'Link sent', search: 'state=link' },
    { id: 'placed', name: 'Placed', search: 'state=placed' },
  ],
  idOf: ({ id }) => id,
  called: ({ number }) => `draft D-${number}`,
  to: ({ id }) => `/drafts/${id}`,
  read: async ({ query }, signal) => {
    const { drafts: rows, pagingMetadata } = await client.draftAdmin.searchDrafts({ search: query }, { ...(signal && { signal }) })
    return pageOf(rows, pagingMetadata)
  },
  search: { hint: 'Number, name, email, item', means: (text) => ({ words: { $contains: text } }) },
  nothing: { title: 'No drafts', words: 'Somebody orders by phone: create the order here, and send a link to pay.' },
}

export const loader = loaderOf(drafts)

export function Drafts() {
  const may = useMay()
  const { begin, busy } = useNewDraft()
  return (
    <List
      of={drafts}
      {...(may('orders.write') && {
        main: (
          <Button kind="primary" icon={Plus} disabled={busy} onClick={() => void begin()}>
            New draft
          </Button>
        ),
      })}
    />
  )
}
