import type { OrderReturn, ReturnAction } from '@vitrine/contract'
import { Check, type LucideIcon, PackageCheck, Repeat, RotateCcw, ThumbsUp } from 'lucide-react'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { client } from '../client.ts'
import { useNews } from '../live/use-news.ts'
import { money } from '../orders/sums.ts'
import { many, numberOf, shortTime } from '../orders/text.ts'
import { useAct } from '../parts/acting.ts'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { Head, RowHead, Table, Td, Tr } from '../parts/table.tsx'
import { Thumb } from '../parts/thumb.tsx'
import { useKeys } from '../shell/keys.ts'
import { useMay } from '../shell/layout.tsx'
import { PageHead, usePlace } from '../shell/page.tsx'
import { useShop } from '../shop.ts'
import { ApproveDialog } from './approve-dialog.tsx'
import { CheckDialog } from './check-dialog.tsx'
import { ExchangeDialog } from './exchange-dialog.tsx'
import { CancelDialog, RefuseDialog } from './no-dialogs.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { stepsOf } from './steps.ts'
import {
  acceptedOf,
  actionText,
  conditionText,
  methodText,
  refusals,
  resolutionText,
  Status,
  statusText,
  unitsOf,
  valueOf,
} from './text.tsx'

export async function loader({ params, request: { signal } }: LoaderFunctionArgs): Promise<OrderReturn> {
  return (await client.returns.getReturn({ id: params['id']! }, { signal })).return
}

const icons: Partial<Record<ReturnAction, LucideIcon>> = {
  APPROVE: ThumbsUp,
  RECEIVE: PackageCheck,
  CHECK: PackageCheck,
  REFUND: RotateCcw,
  EXCHANGE: Repeat,
}
const keyOf: Partial<Record<ReturnAction, string>> = { APPROVE: 'a', RECEIVE: 'v', CHECK: 'i', REFUND: 'r', EXCHANGE: 'x' }

/** What is done next with it: what its buyer wants, first. */
function nextOf({ actions, resolution, status }: OrderReturn): ReturnAction | undefined {
  const order: readonly ReturnAction[] =
    status === 'CHECKED' && resolution === 'EXCHANGE'
      ? ['EXCHANGE', 'REFUND', 'REFUSE']
      : ['APPROVE', 'RECEIVE', 'CHECK', 'REFUND', 'EXCHANGE', 'REFUSE']
  return order.find((action) => actions.includes(action))
}

/** A return: what comes back and why, and the next step. */
export function ReturnPage() {
  const found = useLoaderData<OrderReturn>()
  return <OnePage key={found.id} of={found} />
}

function OnePage({ of }: { of: OrderReturn }) {
  const { timeZone } = useShop()
  const may = useMay()
  const { act, busy } = useAct(refusals)
  const { revalidate } = useRevalidator()
  const [open, setOpen] = useState<ReturnAction>()
  const { id, number, revision } = of
  usePlace([{ name: 'Orders', to: '/orders' }, { name: 'Returns', to: '/returns' }, { name: number }])
  useNews(({ entityId }) => entityId === of.orderId, revalidate)

  const rightOf = (action: ReturnAction) => may(action === 'REFUND' || action === 'EXCHANGE' ? 'payments.write' : 'orders.write')
  const actions = of.actions.filter(rightOf)
  const next = nextOf({ ...of, actions })
  const run = (action: ReturnAction) => () => {
    if (action !== 'RECEIVE') return setOpen(action)
    void act(async () => {
      await client.orderReturns.receiveReturn({ id, revision })
      return `${number} is received. The buyer gets an email.`
    })
  }
  useKeys(
    Object.fromEntries(
      actions.flatMap((action) => {
        const key = keyOf[action]
        return key ? [[key, { says: `${actionText[action]} the return`, run: run(action) }]] : []
      }),
    ),
    'Returns',
  )
  const dialog = {
    of,
    busy,
    onAct: async (work: () => Promise<string>) => {
      if (await act(work)) setOpen(undefined)
    },
    onClose: () => setOpen(undefined),
  }
  return (
    <>
      <PageHead
        title={number}
        facts={
          <>
            <Status of={of.status} />
            <span>
              for order{' '}
              <Link className="a" to={`/orders/${of.orderId}`}>
                {numberOf(of.orderNumber)}
              </Link>
              {of.customer?.name && `, ${of.customer.name}`}
            </span>
            <span>{resolutionText[of.resolution]} wanted</span>
            {of.method && of.method !== 'PARCEL' && <span>{methodText[of.method]}</span>}
          </>
        }
        main={
          next && (
            <Button
              kind="primary"
              {...(icons[next] && { icon: icons[next] })}
              {...(keyOf[next] && { keys: [keyOf[next].toUpperCase()] })}
              disabled={busy}
              onClick={run(next)}
            >
              {actionText[next]}
            </Button>
          )
        }
      >
        {actions
          .filter((action) => action !== next)
          .map((action) => (
            <Button key={action} {...(action === 'REFUSE' && { kind: 'ghost warn' as const })} disabled={busy} onClick={run(action)}>
              {actionText[action]}
            </Button>
          ))}
      </PageHead>
      <Track of={of} timeZone={timeZone} />
      <div className="cols">
        <div>
          <Items of={of} />
          {of.note && (
            <section className="sec" aria-labelledby="return-said">
              <div className="sec-h">
                <h2 id="return-said">What the buyer wrote</h2>
              </div>
              <p>“{of.note}”</p>
            </section>
          )}
          {of.pictures && (
            <section className="sec" aria-labelledby="return-pictures">
              <div className="sec-h">
                <h2 id="return-pictures">What the buyer photographed</h2>
              </div>
              <ul className="row">
                {of.pictures.map((id, at) => (
                  <li key={id}>
                    <a href={`/media/${id}`} target="_blank" rel="noreferrer" aria-label={`Picture ${at + 1}, in full`}>
                      <Thumb src={`/media/${id}`} size={96} />
                    </a>
                  </li>
                ))}
              </ul>
            </section>
          )}
          <Settlement of={of} />
        </div>
        <aside className="rail" aria-label="About the return">
          {of.shipping && (
            <section className="sec">
              <div className="sec-h">
                <h2>How it comes back</h2>
              </div>
              {of.shipping.keepsGoods ? (
                <p>It stays with its buyer.</p>
              ) : (
                <dl className="dl">
                  <div>
                    <dt>Shipping paid by</dt>
                    <dd>{of.shipping.paidBy === 'SHOP' ? 'The shop' : 'The buyer'}</dd>
                  </div>
                  {of.shipping.labelUrl && (
                    <div>
                      <dt>Label</dt>
                      <dd>
                        <a className="a" href={of.shipping.labelUrl} target="_blank" rel="noreferrer">
                          Open
                        </a>
                      </dd>
                    </div>
                  )}
                  {of.method && of.method !== 'PARCEL' && (
                    <div>
                      <dt>Method</dt>
                      <dd>{methodText[of.method]}</dd>
                    </div>
                  )}
                  {of.shipping.code && (
                    <div>
                      <dt>Code</dt>
                      <dd className="mono">{of.shipping.code}</dd>
                    </div>
                  )}
                  {of.shipping.trackingNumber && (
                    <div>
                      <dt>Tracking</dt>
                      <dd className="mono">{of.shipping.trackingNumber}</dd>
                    </div>
                  )}
                  {of.shipping.address.length > 0 && (
                    <div>
                      <dt>Goes to</dt>
                      <dd>{of.shipping.address.join(', ')}</dd>
                    </div>
                  )}
                </dl>
              )}
            </section>
          )}
          {of.customer && (
            <section className="sec">
              <div className="sec-h">
                <h2>Customer</h2>
              </div>
              {of.customer.name && <p>{of.customer.name}</p>}
              {of.customer.email && <p className="soft">{of.customer.email}</p>}
              {of.customer.memberId && may('members.read') && (
                <p>
                  <Link className="a" to={`/members/${of.customer.memberId}`}>
                    See the member
                  </Link>
                </p>
              )}
            </section>
          )}
          <section className="sec">
            <div className="sec-h">
              <h2>So far</h2>
            </div>
            <ol className="tl mini">
              {[...of.history].reverse().map(({ status, date, by }) => (
                <li key={`${status} ${date}`}>
                  <span className="dot" />
                  <p>
                    {[statusText[status], byText[by]].filter(Boolean).join(' ')} <time>{shortTime(date, timeZone)}</time>
                  </p>
                </li>
              ))}
            </ol>
          </section>
        </aside>
      </div>
      {open === 'APPROVE' && <ApproveDialog {...dialog} />}
      {open === 'REFUSE' && <RefuseDialog {...dialog} />}
      {open === 'CHECK' && <CheckDialog {...dialog} />}
      {open === 'REFUND' && <RefundDialog {...dialog} />}
      {open === 'EXCHANGE' && <ExchangeDialog {...dialog} />}
      {open === 'CANCEL' && <CancelDialog {...dialog} />}
    </>
  )
}

const byText: Readonly<Record<OrderReturn['history'][number]['by'], string>> = { RULE: 'by the rules', BUYER: 'by the buyer', SHOP: '' }

function Track({ of, timeZone }: { of: OrderReturn; timeZone: string }) {
  return (
    <ol className="track" aria-label="Where this return stands">
      {stepsOf(of).map(({ status, is, reached }, nth) => (
        <li key={status} {...(is === 'done' && { 'data-done': '' })} {...(is === 'now' && { 'aria-current': 'step' as const })}>
          <i aria-hidden="true">{is === 'done' ? <Icon of={Check} small /> : nth + 1}</i>
          <b>{statusText[status]}</b>
          {reached && <span>{[byText[reached.by], shortTime(reached.date, timeZone)].filter(Boolean).join(', ')}</span>}
        </li>
      ))}
    </ol>
  )
}

function Items({ of }: { of: OrderReturn }) {
  return (
    <section className="sec" aria-labelledby="return-items">
      <div className="sec-h">
        <h2 id="return-items">What comes back</h2>
        <p>{many(unitsOf(of), 'item')}</p>
      </div>
      <Table
        caption="Items that come back"
        head={
          <>
            <Head>Item</Head>
            <Head>Reason</Head>
            <Head>Condition</Head>
            <Head className="num">Quantity</Head>
            <Head className="num">Restocked</Head>
            <Head className="num">Paid</Head>
          </>
        }
      >
        {of.lines.map((line) => (
          <Tr key={line.lineItemId}>
            <RowHead>
              <span className="withpic">
                <Thumb src={line.imageId && `/media/${encodeURIComponent(line.imageId)}`} size={32} />
                <span className="two">
                  <span>{line.name}</span>
                  <span>{[line.description, line.exchangeFor && `for ${line.exchangeFor.name}`].filter(Boolean).join(' · ')}</span>
                </span>
              </span>
            </RowHead>
            <Td of="Reason" className="soft">
              {line.reason || '–'}
            </Td>
            <Td of="Condition">{line.checked ? conditionText[line.checked.condition] : '–'}</Td>
            <Td of="Quantity" className="num">
              {line.checked && line.checked.accepted < line.quantity ? `${line.checked.accepted} of ${line.quantity}` : line.quantity}
            </Td>
            <Td of="Restocked" className="num">
              {line.checked ? line.checked.restocked : '–'}
            </Td>
            <Td of="Paid" className="num">
              {money(line.amount.amount, of.currency)}
            </Td>
          </Tr>
        ))}
      </Table>
    </section>
  )
}

const methods: Readonly<Record<NonNullable<OrderReturn['refund']>['method'], string>> = {
  PAYMENT: 'Refunded to the payment',
  MANUAL: 'To be refunded by hand, as it was paid',
  STORE_CREDIT: 'Store credit',
  EXCHANGE: 'Exchanged',
}

/** What is given back, or would be. */
function Settlement({ of }: { of: OrderReturn }) {
  const { refund, exchangeOrder, message, currency, status } = of
  if (status === 'CANCELED') return null
  return (
    <section className="sec" aria-labelledby="return-settled">
      <div className="sec-h">
        <h2 id="return-settled">Settlement</h2>
      </div>
      {message && <p>To the buyer: “{message}”</p>}
      {status !== 'REFUSED' && (
        <dl className="dl">
          <div>
            <dt>
              {refund
                ? methods[refund.method]
                : acceptedOf(of) > 0
                  ? `Accepted, ${many(acceptedOf(of), 'item')}`
                  : status === 'CHECKED'
                    ? 'Nothing was accepted'
                    : 'What was paid'}
            </dt>
            <dd>
              {money(valueOf(of), currency)}
              {refund?.giftCardSuffix && ` on the gift card ending ${refund.giftCardSuffix}`}
              {refund?.status === 'PENDING' && ', the bank has not answered yet'}
              {refund?.status === 'FAILED' && ', refused by the bank: try again'}
            </dd>
          </div>
          {exchangeOrder && (
            <div>
              <dt>New order</dt>
              <dd>
                <Link className="a" to={`/orders/${exchangeOrder.id}`}>
                  {numberOf(exchangeOrder.number)}
                </Link>
              </dd>
            </div>
          )}
        </dl>
      )}
    </section>
  )
}
