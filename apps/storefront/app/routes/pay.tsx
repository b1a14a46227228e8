import { buttonClass, Icon, Ledger, type LedgerRow, Message, Money, MoneyProvider, Price, SmallLine } from '@vitrine/ui'
import { ChevronDown } from 'lucide-react'
import { useEffect } from 'react'
import { data, Link, redirect, redirectDocument, useActionData, useRevalidator } from 'react-router'
import { bankCookie, readBankCookie } from '../checkout/bank-cookie.server.ts'
import { type CardWrong, checkCard, readCard } from '../checkout/card.ts'
import type { CheckoutError } from '../checkout/errors.ts'
import { Frame } from '../checkout/frame.tsx'
import { PaymentForm } from '../checkout/payment-form.tsx'
import { useFold } from '../checkout/summary.tsx'
import { Moment } from '../orders/moment.tsx'
import { units } from '../orders/order.ts'
import { type Asked, payPath } from '../pay/asked.ts'
import { payAsked } from '../pay/pay.server.ts'
import { findAsked } from '../pay/read.server.ts'
import type { Handle } from '../root.tsx'
import { ErrorPage } from '../shop/error-page.tsx'
import { many } from '../shop/text.ts'
import { useShop } from '../shop/use-shop.ts'
import { visit } from '../shop.server.ts'
import { totalsRows, Why } from '../totals/totals.tsx'
import type { Route } from './+types/pay.ts'
import '@vitrine/ui/checkout.css'
import '../checkout/checkout.css'
import '../pay/pay.css'

/** Where something is paid that the shop asked for: by whoever has the link of its email. */
export const handle: Handle = { alone: true, body: 'co-body' }

export const headers = () => ({ 'Cache-Control': 'no-store' })

export const shouldRevalidate = () => true

const nothingCharged = 'Nothing was charged.'

export async function loader({ request, params: { id }, context }: Route.LoaderArgs) {
  const here = visit(context)
  const { searchParams } = new URL(request.url)
  const asked = await findAsked(here, id, searchParams.get('token') ?? '')
  if (!asked) throw data(null, { status: 404 })
  const reason = searchParams.get('declined')
  const problem: CheckoutError | undefined = reason
    ? { kind: 'declined', reason, at: '' }
    : searchParams.has('closed')
      ? { kind: 'window-closed', url: readBankCookie(request)?.url }
      : undefined
  if (searchParams.has('paid') && asked.state === 'PAID' && asked.next.paid) throw redirectDocument(asked.next.paid, 303)
  if (searchParams.has('paid') && asked.state === 'PENDING' && asked.next.pending) throw redirectDocument(asked.next.pending, 303)
  return { asked, error: asked.state === 'OPEN' ? problem : undefined, key: crypto.randomUUID(), shopName: here.shop.name }
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  ...(loaderData ? [{ title: `Pay for order ${loaderData.asked.orderNumber} · ${loaderData.shopName}` }] : []),
  { name: 'robots', content: 'noindex' },
]

interface Said {
  wrongCard?: CardWrong
  holder?: string
  by?: string
  error?: CheckoutError
  /** The name under which the payment is tried again. */
  key?: string
}

export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  const here = visit(context)
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const asked = await findAsked(here, id, token)
  if (!asked) throw data(null, { status: 404 })
  if (asked.state !== 'OPEN') return redirect(payPath(id, token), 303)
  here.know()
  const form = await request.formData()
  const way = asked.ways.find(({ id }) => id === form.get('by'))
  if (!way) return data<Said>({ error: { kind: asked.ways.length > 0 ? 'way-gone' : 'closed' } }, { status: 409 })
  const by = way.id
  const card = way.kind === 'CARD' ? readCard(form) : undefined
  const written = { ...(card && { holder: card.holder }), by }
  const wrong = card ? checkCard(card, new Date()) : {}
  if (Object.keys(wrong).length > 0) return data<Said>({ wrongCard: wrong, ...written }, { status: 400 })
  const given = String(form.get('key') ?? '')
  const key = /^[\w-]{8,100}$/.test(given) ? given : crypto.randomUUID()
  const ended = await payAsked(here, { id, token, by, card, key })
  if ('wrongCard' in ended) return data<Said>({ wrongCard: ended.wrongCard, ...written }, { status: 400 })
  if ('error' in ended) {
    // After a silence the same attempt is asked for again; after an answer it is another.
    const next = ended.error.kind === 'silence' ? key : crypto.randomUUID()
    return data<Said>({ error: ended.error, key: next, ...written }, { status: 400 })
  }
  if (ended.go !== 'bank') return redirect(payPath(id, token, ended.go === 'paid' ? { paid: 'yes' } : {}), 303)
  const cookie = bankCookie(`/pay/${id}`, ended, here.host)
  return redirectDocument(ended.url, { status: 303, headers: { 'Set-Cookie': cookie } })
}

export default function PayPage({ loaderData }: Route.ComponentProps) {
  const { asked, key } = loaderData
  const said = useActionData<typeof action>()
  const shop = useShop()
  const problem = said?.error ?? loaderData.error
  useAsking(asked.state === 'PENDING')
  return (
    <MoneyProvider value={{ currency: asked.currency, locale: shop.locale }}>
      <Frame apart>
        <div className="co__main">
          <h1 className="co__title">{headline(asked)}</h1>
          <p className="pay__for soft">
            {shop.name}, order <span className="figures">{asked.orderNumber}</span>, placed <Moment at={asked.placedDate} as="day" />
          </p>
          {asked.state === 'OPEN' ? (
            <>
              <OtherError of={problem} />
              <PaymentForm
                view={{ due: asked.amount, sums: { total: asked.amount } }}
                payKey={said?.key ?? key}
                wrongCard={said?.wrongCard}
                holder={said?.holder}
                error={problem}
                ways={asked.ways}
                by={said?.by}
                saved={nothingCharged}
                terms="With this you pay what is asked for, once."
              />
            </>
          ) : (
            <Over of={asked} />
          )}
        </div>
        <AskedSummary of={asked} />
      </Frame>
    </MoneyProvider>
  )
}

function headline({ state }: Asked): string {
  switch (state) {
    case 'OPEN':
      return 'Pay'
    case 'PENDING':
      return 'Your bank is still thinking'
    case 'PAID':
      return 'Thank you, it is paid'
    case 'CLOSED':
      return 'Nothing to pay here'
  }
}

/** What went wrong besides the card. */
function OtherError({ of: problem }: { of: CheckoutError | undefined }) {
  switch (problem?.kind) {
    case 'short':
      return (
        <Message tone="bad" what="It sold out meanwhile.">
          {nothingCharged} Write to us, and we find another way.
        </Message>
      )
    case 'way-gone':
      return (
        <Message tone="warn" what="That payment method is not offered just now.">
          {nothingCharged} Choose another, please.
        </Message>
      )
    case 'closed':
      return (
        <Message tone="warn" what="Nothing can be paid just now.">
          {nothingCharged} The link stays good: try it again later.
        </Message>
      )
    default:
      return null
  }
}

/** Nothing is asked for any more, or not at this moment. */
function Over({ of: { state, orderId, amount, next } }: { of: Asked }) {
  const shop = useShop()
  return (
    <div className="pay__over">
      {state === 'PAID' && (
        <p className="lead" role="status">
          <Money of={amount} /> is with us. You need not do anything more.
        </p>
      )}
      {state === 'PENDING' && (
        <p className="lead" role="status">
          It has not answered yet. You need not pay again; this page shows it as soon as it has.
        </p>
      )}
      {state === 'CLOSED' && (
        <p className="lead" role="status">
          It was paid another way, or the order was called off. Nothing is owed by this link.
        </p>
      )}
      <div className="row row--wrap">
        <Link className={buttonClass()} to={`/orders/${orderId}`}>
          See the order
        </Link>
        {next[state === 'PAID' ? 'paid' : state === 'PENDING' ? 'pending' : 'closed'] ? (
          <a className="link" href={next[state === 'PAID' ? 'paid' : state === 'PENDING' ? 'pending' : 'closed']}>
            Back to where you came from
          </a>
        ) : (
          state === 'CLOSED' &&
          shop.email && (
            <a className="link" href={`mailto:${shop.email}`}>
              Write to us
            </a>
          )
        )}
      </div>
    </div>
  )
}

/** What is paid for: beside the card, or on phones a bar above it that opens. */
function AskedSummary({ of: asked }: { of: Asked }) {
  const { fold, isWide, press } = useFold()
  const { lines, amount, state } = asked
  return (
    <aside className="co__sum" aria-label="What it is for">
      <details className="co__fold" {...fold}>
        {/* biome-ignore lint: a summary is a control by itself */}
        <summary tabIndex={isWide ? -1 : undefined} onClick={press}>
          <span>
            What it is for, {many(units(lines), 'piece')}{' '}
            <span className="co__chev">
              <Icon of={ChevronDown} small />
            </span>
          </span>
          <span>
            <Price of={amount} />
          </span>
        </summary>
        <div className="co__sumin">
          <ul className="minis">
            {lines.map((line) => (
              <SmallLine
                key={line.id}
                name={line.name}
                picture={line.picture}
                quantity={line.quantity}
                chosen={line.chosen.join(', ')}
                amount={<Money of={line.amount} />}
              />
            ))}
          </ul>
          <Ledger rows={rowsOf(asked)} total={{ label: state === 'PAID' ? 'Paid now' : 'To pay now', amount: <Price of={amount} /> }} />
          <Why of={asked.reasons} />
        </div>
      </details>
    </aside>
  )
}

const isSome = (amount: string) => Number(amount) > 0

/** From the units to the order's total, and from there to what is asked for. */
function rowsOf({ reasons, sums, before, later }: Asked): LedgerRow[] {
  const total = reasons.findIndex(({ step }) => step === 'TOTAL')
  const rows =
    total >= 0
      ? totalsRows(reasons.slice(0, total))
      : [
          { label: 'Pieces', amount: <Money of={sums.subtotal} /> },
          ...(isSome(sums.discount) ? [{ label: 'Taken off', amount: <Money of={sums.discount} less />, less: true }] : []),
          ...(isSome(sums.delivery) ? [{ label: 'Delivery', amount: <Money of={sums.delivery} /> }] : []),
          ...(isSome(sums.fees) ? [{ label: 'Fees', amount: <Money of={sums.fees} /> }] : []),
          ...(isSome(sums.tax) ? [{ label: 'Tax', amount: <Money of={sums.tax} /> }] : []),
        ]
  const divided = isSome(before) || isSome(later)
  return [
    ...rows,
    ...(divided && rows.length > 1 ? [{ label: 'All of it', amount: <Money of={sums.total} /> }] : []),
    ...(isSome(before) ? [{ label: 'Paid before', amount: <Money of={before} less /> }] : []),
    ...(isSome(later) ? [{ label: 'Another time', amount: <Money of={later} less /> }] : []),
  ]
}

const ASK_MS = 3000

/** Asks again while the bank has not answered. */
function useAsking(waits: boolean) {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (!waits || state !== 'idle') return
    const timer = setTimeout(() => void revalidate(), ASK_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [waits, state, revalidate])
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Frame bare apart>
      <ErrorPage error={error} />
    </Frame>
  )
}
