import type { OrderReturn, ReturnAction, ReturnStatus } from '@vitrine/contract'
import { Plus, Settings2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useLoaderData, useNavigate } from 'react-router'
import { client } from '../client.ts'
import { activeFilters } from '../list/address.ts'
import { List } from '../list/list.tsx'
import type { Filter, Listing } from '../list/listing.ts'
import { loaderOf } from '../list/load.ts'
import type { RowStep } from '../list/row-end.tsx'
import { useSettled } from '../list/use-settled.ts'
import { money } from '../orders/sums.ts'
import { numberOf, placedAt } from '../orders/text.ts'
import { useAct } from '../parts/acting.ts'
import { Button, ButtonLink } from '../parts/button.tsx'
import { Thumb } from '../parts/thumb.tsx'
import { useMay } from '../shell/layout.tsx'
import { useShop } from '../shop.ts'
import { ActionDialog } from './action-dialog.tsx'
import { useFacts } from './facts.ts'
import { NewReturn } from './new-return.tsx'
import { Statistics } from './statistics.tsx'
import { nextOf, rightFor } from './steps.ts'
import { actionText, refusals, resolutionText, Status, statuses, statusText, unitsOf, valueOf, whatOf } from './text.tsx'

const reasonsOf = (lines: OrderReturn['lines']): string => [...new Set(lines.map(({ reason }) => reason))].join(', ')

const At = ({ iso }: { iso: string }) => placedAt(iso, useShop().timeZone)

/** The statuses that a filter of this list asks for; none where it asks for all. */
function statusesIn(filter: Filter): readonly ReturnStatus[] {
  const parts = (filter['$or'] ?? filter['$and']) as readonly Filter[] | undefined
  if (parts) return parts.flatMap(statusesIn)
  return filter['status'] === undefined ? [] : [filter['status'] as ReturnStatus]
}

const settled: ReadonlySet<OrderReturn['status']> = new Set(['REFUNDED', 'EXCHANGED', 'REFUSED', 'CANCELED'])

const listing: Listing<OrderReturn> = {
  name: 'returns',
  path: '/returns',
  title: 'Returns',
  place: [{ name: 'Orders', to: '/orders' }, { name: 'Returns' }],
  one: 'return',
  more: 'returns',
  className: 'pic returns',
  usualSort: '-asked',
  columns: [
    { id: 'number', name: 'Return', head: true, className: 'fit', bar: 60, cell: ({ number }) => number, text: ({ number }) => number },
    {
      id: 'order',
      name: 'Order',
      className: 'soft fit',
      bar: 50,
      cell: ({ orderId, orderNumber }) => <Link to={`/orders/${orderId}`}>{numberOf(orderNumber)}</Link>,
      text: ({ orderNumber }) => orderNumber,
    },
    {
      id: 'customer',
      name: 'Customer',
      bar: 90,
      cell: ({ customer }) => customer?.name ?? customer?.email ?? '–',
      text: ({ customer }) => customer?.email ?? '',
    },
    {
      id: 'what',
      name: 'Items',
      bar: 140,
      cell: ({ lines }) => (
        <div className="withpic">
          <Thumb src={lines[0]?.imageId && `/media/${encodeURIComponent(lines[0].imageId)}`} size={28} />
          <span className="ell">
            {lines.map(({ lineItemId, quantity, name, description }, i) => (
              <span key={lineItemId}>
                {i > 0 && ', '}
                {quantity > 1 && <b>{quantity} </b>}
                {name} {description && <span className="faint">{description}</span>}
              </span>
            ))}
          </span>
        </div>
      ),
      text: whatOf,
    },
    { id: 'units', name: 'Quantity', className: 'num', bar: 30, extra: true, cell: unitsOf, text: (one) => String(unitsOf(one)) },
    {
      id: 'why',
      name: 'Reason',
      bar: 110,
      cell: ({ lines, resolution }) => (
        <span className="two">
          <span className="ell">{reasonsOf(lines)}</span>
          <span>{resolutionText[resolution]}</span>
        </span>
      ),
      text: ({ lines, resolution }) => `${reasonsOf(lines)}: ${resolutionText[resolution]}`,
    },
    {
      id: 'amount',
      name: 'Value',
      className: 'num',
      bar: 50,
      cell: (one) => money(valueOf(one), one.currency),
      text: valueOf,
    },
    {
      id: 'status',
      name: 'Status',
      className: 'fit',
      bar: 60,
      cell: ({ status }) => <Status of={status} />,
      text: ({ status }) => statusText[status],
    },
    {
      id: 'asked',
      name: 'Requested',
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
      choices: statuses.map((status) => ({
        value: status.toLowerCase(),
        says: statusText[status].toLowerCase(),
        means: () => ({ status }),
      })),
    },
  ],
  search: { hint: 'Return, order or email', means: (words) => ({ words }) },
  views: [
    { id: 'all', name: 'All', search: '' },
    {
      id: 'open',
      name: 'Open',
      search: 'status=requested,approved,received,checked',
      nothing: { title: 'Nothing is open', words: 'What buyers ask to return appears here until it is settled.' },
    },
    {
      id: 'decide',
      name: 'To decide',
      search: 'status=requested',
      nothing: { title: 'Nothing to decide', words: 'Requests that no rule approves are listed here.' },
    },
    { id: 'way', name: 'On their way', search: 'status=approved' },
    { id: 'here', name: 'To check', search: 'status=received' },
    { id: 'settle', name: 'To refund', search: 'status=checked' },
    { id: 'settled', name: 'Settled', search: 'status=refunded,exchanged,refused,canceled' },
  ],
  quiet: ({ status }) => settled.has(status),
  idOf: ({ id }) => id,
  called: ({ number }) => `return ${number}`,
  to: ({ id }) => `/returns/${id}`,
  async read({ query, params }, signal) {
    const [filter] = activeFilters(listing.listFilters, params)
    const wanted = (filter?.values ?? []).map((value) => value.toUpperCase() as ReturnStatus)
    const words = params.get('q')?.trim()
    const { limit, cursor } = query.cursorPaging ?? {}
    const { returns, nextCursor } = await client.orderReturns.searchReturns(
      { ...(wanted.length > 0 && { statuses: wanted }), ...(words && { words }), limit, ...(cursor && { cursor }) },
      { ...(signal && { signal }) },
    )
    return { rows: returns, next: nextCursor, previous: undefined }
  },
  async count(filters) {
    const { counts } = await client.orderReturns.countReturns({})
    return filters.map((filter) => {
      const wanted = statusesIn(filter)
      return counts.filter(({ status }) => wanted.length === 0 || wanted.includes(status)).reduce((all, { count }) => all + count, 0)
    })
  },
  nothing: {
    title: 'No returns yet',
    words: 'What buyers ask to return is listed here, those that wait for you first.',
    act: <ButtonLink to="/returns/rules">Return rules</ButtonLink>,
  },
}

const load = loaderOf(listing)

export function loader(args: { request: Request }) {
  const statistics = client.orderReturns.getReturnStatistics({}, { signal: args.request.signal }).then((answer) => answer.statistics)
  // The list is a list without them.
  statistics.catch(() => {})
  return { ...load(args), statistics }
}

/** What buyers send back, those that wait for the shop first; below them why, and what most. */
export function Returns() {
  const statistics = useSettled(useLoaderData<typeof loader>().statistics).value
  const may = useMay()
  const navigate = useNavigate()
  const { act, busy } = useAct(refusals)
  const facts = useFacts()
  const [open, setOpen] = useState<{ readonly of: OrderReturn; readonly action: ReturnAction }>()
  const [asking, setAsking] = useState(false)
  const step = (of: OrderReturn): RowStep<OrderReturn> | undefined => {
    const action = nextOf({ ...of, actions: of.actions.filter((one) => may(rightFor(one))) })
    if (!action) return undefined
    const run = () => {
      if (action === 'CHECK') return void navigate(`/returns/${of.id}`)
      if (action !== 'RECEIVE') return setOpen({ of, action })
      void act(async () => {
        await client.orderReturns.receiveReturn({ id: of.id, revision: of.revision })
        return `${of.number} is received. The buyer gets an email.`
      })
    }
    return { says: stepText[action] ?? actionText[action], run }
  }
  return (
    <>
      <List
        of={listing}
        facts={
          facts && (
            <>
              <span>{facts.waits}</span>
              {facts.share && <span className="faint">{facts.share}</span>}
            </>
          )
        }
        step={step}
      >
        <ButtonLink to="/returns/rules" icon={Settings2}>
          Return rules
        </ButtonLink>
        {may('orders.write') && (
          <Button icon={Plus} onClick={() => setAsking(true)}>
            New return
          </Button>
        )}
      </List>
      {statistics && <Statistics of={statistics} />}
      {open && (
        <ActionDialog
          {...open}
          busy={busy}
          onAct={async (work) => {
            if (await act(work)) setOpen(undefined)
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
      {asking && <NewReturn onClose={() => setAsking(false)} />}
    </>
  )
}

/** As a row has room for it. */
const stepText: Readonly<Partial<Record<ReturnAction, string>>> = { RECEIVE: 'Received', EXCHANGE: 'Exchange' }
