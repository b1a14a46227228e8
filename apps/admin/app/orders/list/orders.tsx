import type { Order } from '@vitrine/contract'
import { ArrowDown, ArrowUp, ChevronLeft, ChevronRight } from 'lucide-react'
import { Link, useLoaderData, useNavigate, useSearchParams } from 'react-router'
import { client } from '../../client.ts'
import { Button, Keys } from '../../parts/button.tsx'
import { Check } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Head, Table } from '../../parts/table.tsx'
import { useKeys } from '../../shell/keys.ts'
import { PageHead, usePlace } from '../../shell/page.tsx'
import { many, numberOf } from '../words.ts'
import { chosen, type Sort, searchOf, sortingOf, sortText, views, withoutPlace } from './query.ts'
import { Row } from './row.tsx'
import { Selection } from './selection.tsx'
import { Tools } from './tools.tsx'
import { useRows } from './use-rows.ts'

interface Loaded {
  readonly orders: readonly Order[]
  readonly next: string | undefined
  readonly previous: string | undefined
}

export async function loader({ request }: { request: Request }): Promise<Loaded> {
  const params = new URL(request.url).searchParams
  const { orders, metadata } = await client.orders.searchOrders({ search: searchOf(params, new Date()) }, { signal: request.signal })
  const { cursors, hasNext } = metadata
  const isFirst = !params.has('after') && !params.has('before')
  return { orders, next: hasNext ? cursors.next : undefined, previous: isFirst ? undefined : cursors.prev }
}

const columns: readonly { readonly name: string; readonly sort?: Sort; readonly className?: string }[] = [
  { name: 'Order', sort: 'number' },
  { name: 'Placed', sort: 'placed' },
  { name: 'Customer', className: 'who' },
  { name: 'Items', className: 'it' },
  { name: 'Total', sort: 'total', className: 'num' },
  { name: 'Payment' },
  { name: 'Fulfilment' },
  { name: 'Promised', sort: 'promised', className: 'pr' },
  { name: 'Tags', className: 'tg' },
]

export function Orders() {
  const { orders, next, previous } = useLoaderData<Loaded>()
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const ids = orders.map(({ id }) => id!)
  const rows = useRows(ids)
  const here = withoutPlace(params)
  usePlace([{ name: 'Orders' }])
  const turn = (name: 'after' | 'before', cursor: string) => {
    const search = new URLSearchParams(here)
    search.set(name, cursor)
    setParams(search)
  }
  const current = () => ids[rows.at]
  useKeys({
    j: () => rows.step(1),
    k: () => rows.step(-1),
    x: () => current() && rows.pick(current()!),
    X: () => current() && rows.pick(current()!, true),
    Enter: () => current() && void navigate(`/orders/${current()!}`),
    Escape: rows.clear,
    '/': () => document.getElementById('orders-q')?.focus(),
    ...Object.fromEntries(views.map(({ search }, i) => [String(i + 1), () => void navigate(`/orders${search && `?${search}`}`)])),
  })
  const sorting = sortingOf(params)
  const sortBy = (by: Sort) => {
    const search = new URLSearchParams(here)
    search.set('sort', sortText({ by, descending: sorting.by === by ? !sorting.descending : true }))
    setParams(search)
  }
  const view = views.find(({ search }) => search === here)
  return (
    <>
      <PageHead title="Orders" />
      <div className="tabs">
        <nav aria-label="Views">
          <ul>
            {views.map(({ name, search }) => (
              <li key={name}>
                <Link to={`/orders${search && `?${search}`}`} {...(search === here && { 'aria-current': 'page' as const })}>
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <Tools params={params} onChange={setParams} />
      {orders.length === 0 ? (
        <Nothing narrowed={chosen(params).length > 0 || params.has('q') || params.has('tag')} />
      ) : (
        <div className="tw" data-rows="">
          <Table
            caption={view ? `${view.name}: orders` : 'Orders'}
            className="orders"
            head={
              <>
                <Head className="pick">
                  <Check
                    hidden
                    checked={rows.picked.size === ids.length}
                    ref={(box) => void (box && (box.indeterminate = rows.picked.size > 0 && rows.picked.size < ids.length))}
                    onChange={rows.pickAll}
                  >
                    Select all on this page
                  </Check>
                </Head>
                {columns.map(({ name, sort, className }) => {
                  const isSorted = sort === sorting.by
                  return (
                    <Head
                      key={name}
                      className={className}
                      aria-sort={isSorted ? (sorting.descending ? 'descending' : 'ascending') : undefined}
                    >
                      {sort ? (
                        <button type="button" className="sort" onClick={() => sortBy(sort)}>
                          {name}
                          {isSorted && <Icon of={sorting.descending ? ArrowDown : ArrowUp} small />}
                        </button>
                      ) : (
                        name
                      )}
                    </Head>
                  )
                })}
              </>
            }
          >
            {orders.map((order, i) => (
              <Row key={order.id} order={order} focused={i === rows.at} picked={rows.picked.has(order.id!)} onPick={rows.pick} />
            ))}
          </Table>
        </div>
      )}
      {orders.length > 0 && (
        <div className="pager">
          <p>
            {many(orders.length, 'order')}
            {orders.length > 1 && (
              <>
                , from <b>{numberOf(orders[0]!.number)}</b> to <b>{numberOf(orders.at(-1)!.number)}</b>
              </>
            )}
          </p>
          <span className="faint nowrap small hide-s">
            <Keys of={['J']} /> <Keys of={['K']} /> move &nbsp; <Keys of={['X']} /> pick
          </span>
          <div className="acts">
            <Button disabled={!previous} onClick={() => turn('before', previous!)} icon={ChevronLeft}>
              Newer
            </Button>
            <button type="button" className="btn" disabled={!next} onClick={() => turn('after', next!)}>
              <span>Older</span>
              <Icon of={ChevronRight} />
            </button>
          </div>
        </div>
      )}
      {rows.picked.size > 0 && <Selection orders={orders.filter(({ id }) => rows.picked.has(id!))} onClear={rows.clear} />}
    </>
  )
}

function Nothing({ narrowed }: { narrowed: boolean }) {
  return (
    <div className="empty">
      <h2>{narrowed ? 'No order is like that' : 'No orders yet'}</h2>
      <p>{narrowed ? 'Take a filter off, or look at another view.' : 'The first one appears here as soon as somebody buys.'}</p>
      {narrowed && (
        <div className="acts">
          <Link className="btn" to="/orders">
            <span>Clear filters</span>
          </Link>
        </div>
      )}
    </div>
  )
}
