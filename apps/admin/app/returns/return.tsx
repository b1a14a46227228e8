import type { OrderReturn, ReturnAction } from '@vitrine/contract'
import { Check, type LucideIcon, PackageCheck, Repeat, RotateCcw, ThumbsUp } from 'lucide-react'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { client } from '../client.ts'
import { useNews } from '../live/use-news.ts'
import { money, written } from '../orders/sums.ts'
import { many, numberOf, shortTime } from '../orders/text.ts'
import { useAct } from '../parts/acting.ts'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { Head, Table, Td, Tr } from '../parts/table.tsx'
import { Thumb } from '../parts/thumb.tsx'
import { useKeys } from '../shell/keys.ts'
import { useMay } from '../shell/layout.tsx'
import { PageHead, usePlace } from '../shell/page.tsx'
import { useShop } from '../shop.ts'
import { ActionDialog } from './action-dialog.tsx'
import { CheckItems } from './check-items.tsx'
import { type CheckedLine, checksOf, conditionText } from './checks.ts'
import { ItemHead } from './item-head.tsx'
import { ledgerOf } from './settlement.ts'
import { nextOf, rightFor, stepsOf } from './steps.ts'
import { actionText, methodText, refusals, resolutionText, Status, statusText, unitsOf } from './text.tsx'

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
  const [checks, setChecks] = useState<readonly CheckedLine[]>(() => checksOf(of.lines))
  const [message, setMessage] = useState('')
  const accepted = checks.reduce((all, one) => all + one.accepted, 0)
  const restocked = checks.reduce((all, one) => all + one.restocked, 0)
  const { id, number, revision } = of
  usePlace([{ name: 'Orders', to: '/orders' }, { name: 'Returns', to: '/returns' }, { name: number }])
  useNews(({ entityId }) => entityId === of.orderId, revalidate)

  const actions = of.actions.filter((action) => may(rightFor(action)))
  const next = nextOf({ ...of, actions })
  const isChecked = actions.includes('CHECK')
  const check = () =>
    act(async () => {
      await client.orderReturns.checkReturn({ id, revision, lines: [...checks], message: message.trim() || null })
      return `${number} is checked: ${many(accepted, 'item')} accepted.`
    })
  const run = (action: ReturnAction) => () => {
    if (action === 'CHECK') return void check()
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
        // What is checked is said on the page first.
        if (action === 'CHECK') return [[key!, { says: 'Check what came back', run: () => firstCheck()?.focus() }]]
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
            {of.method && of.method !== 'SHIPMENT' && <span>{methodText[of.method]}</span>}
          </>
        }
        main={
          next && (
            <Button
              kind="primary"
              {...(icons[next] && { icon: icons[next] })}
              {...(keyOf[next] && next !== 'CHECK' && { keys: [keyOf[next].toUpperCase()] })}
              disabled={busy}
              onClick={run(next)}
            >
              {next === 'CHECK'
                ? `Accept ${many(accepted, 'item')}${restocked > 0 ? `, restock ${restocked}` : ''}`
                : next === 'REFUND'
                  ? `Refund ${money(of.amount.amount, of.currency)}`
                  : actionText[next]}
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
          {isChecked ? (
            <CheckItems of={of} checks={checks} onChecks={setChecks} message={message} onMessage={setMessage} />
          ) : (
            <Items of={of} />
          )}
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
          <Settlement of={of} checks={isChecked ? checks : undefined} />
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
                  {of.method && of.method !== 'SHIPMENT' && (
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
      {open && <ActionDialog action={open} {...dialog} />}
    </>
  )
}

/** Where one begins to say what came back. */
const firstCheck = () => document.querySelector<HTMLButtonElement>('.checks .seg button[aria-pressed="true"]')

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
            <ItemHead of={line} />
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

/** What is given back, or would be, and why. */
function Settlement({ of, checks }: { of: OrderReturn; checks: readonly CheckedLine[] | undefined }) {
  const { exchangeOrder, message, currency, status } = of
  if (status === 'CANCELED') return null
  const { rows, sum } = ledgerOf(of, checks)
  return (
    <section className="sec" aria-labelledby="return-settled">
      <div className="sec-h">
        <h2 id="return-settled">Settlement</h2>
      </div>
      {message && <p>To the buyer: “{message}”</p>}
      {status !== 'REFUSED' && (
        <table className="ledger">
          <caption className="vh">Settlement of the return</caption>
          <thead className="vh">
            <tr>
              <th scope="col">Item</th>
              <th scope="col">Reason</th>
              <th scope="col">Amount</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, why, amount }, at) => (
              <tr key={at}>
                <th scope="row">{name}</th>
                <td className="why">{why}</td>
                <td className="num">{written(amount, currency)}</td>
              </tr>
            ))}
            <tr className="sum">
              <th scope="row">{sum.name}</th>
              <td className="why">
                {sum.why}
                {exchangeOrder && (
                  <>
                    , order{' '}
                    <Link className="a" to={`/orders/${exchangeOrder.id}`}>
                      {numberOf(exchangeOrder.number)}
                    </Link>
                  </>
                )}
              </td>
              <td className="num">{written(sum.amount, currency)}</td>
            </tr>
          </tbody>
        </table>
      )}
    </section>
  )
}
