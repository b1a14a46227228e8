import { Icon, Message, Money, Price } from '@vitrine/ui'
import { QrCode } from '@vitrine/ui/qr-code'
import { ChevronRight, Package } from 'lucide-react'
import { type CSSProperties, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { uprightPicture } from '../catalogue/upright.ts'
import { Ask, useBusy } from '../orders/ask.tsx'
import { Moment } from '../orders/moment.tsx'
import { Stops } from '../orders/stops.tsx'
import { capital, inWords, many } from '../shop/text.ts'
import { useShop } from '../shop/use-shop.ts'
import type { RefundView, ReturnLineView, ReturnView } from './view.ts'
import { leftAtTheShop, linesTitleOf, messageParts, notTaken, rowWords, saidOf, stopsOf } from './words.ts'

interface ReturnStatusProps {
  of: ReturnView
  refund?: RefundView | undefined
  /** Its buyer has just called it off. */
  isCalledOff?: boolean
  email: string | undefined
  /** Where it is called off. */
  page: string
  /** Where an order of its buyer is. */
  toOrder: (id: string) => string
}

/** Where a return is, what is to be done with the goods, and what came of it. */
export function ReturnStatus({ of, refund, isCalledOff, email, page, toOrder }: ReturnStatusProps) {
  return (
    <>
      {isCalledOff && of.status === 'CANCELED' && <CalledOff />}
      <Said of={of} />
      <div className="odetail">
        <section aria-labelledby="rs-way">
          <h2 className="sr" id="rs-way">
            Where it is
          </h2>
          <Stops of={stopsOf(of)} />
        </section>
        <div className="odetail__r">
          {of.status === 'APPROVED' && of.shipping && <HowBack of={of.shipping} inPerson={of.method === 'IN_PERSON'} />}
          <h2 id="rs-what">{linesTitleOf(of.status)}</h2>
          <ul className="minis minis--big">
            {of.lines.map((line) => (
              <Returned key={line.id} of={line} refused={of.status === 'REFUSED'} currency={of.currency} />
            ))}
          </ul>
          {of.pictures.length > 0 && (
            <ul className="rpics" aria-label="Your pictures">
              {of.pictures.map((id, at) => (
                <li key={id}>
                  <img
                    src={`/media/${encodeURIComponent(id)}/fill/w_144,h_144,q_80/picture.jpg`}
                    alt={`Number ${at + 1}`}
                    width="72"
                    height="72"
                    loading="lazy"
                  />
                </li>
              ))}
            </ul>
          )}
          <Outcome of={of} refund={refund} toOrder={toOrder} />
        </div>
      </div>
      <WhatNow of={of} />
      <CallOff of={of} email={email} page={page} />
    </>
  )
}

/** Whoever has just called it off is led to what became of it: what they pressed is gone by then. */
function CalledOff() {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <div ref={ref} tabIndex={-1} className="ret__off">
      <Message tone="good" what="You have called it off.">
        Nothing has to be sent, and all of it stays yours.
      </Message>
    </div>
  )
}

/** What the shop wrote last. */
function Said({ of }: { of: ReturnView }) {
  if (!of.message) return null
  const [first, rest] = messageParts(of.message)
  const bad = of.status === 'REFUSED' || (of.status !== 'CANCELED' && notTaken(of) > 0)
  return (
    <Message tone={bad ? 'warn' : 'neutral'} what={first}>
      {rest}
    </Message>
  )
}

function Returned({ of: line, refused, currency }: { of: ReturnLineView; refused: boolean; currency: string }) {
  const { name, imageId, quantity, accepted, amount, exchangeFor } = line
  const some = accepted !== undefined && accepted > 0 && accepted < quantity
  return (
    <li className="mini">
      <span className="mini__pic">
        {imageId && <img src={uprightPicture(imageId, 160)} alt="" width="52" height="65" loading="lazy" />}
      </span>
      <span className="mini__t">
        <span className="name">{name}</span>
        <small className="soft">{saidOf(line)}</small>
        {accepted !== undefined && accepted < quantity && (
          <small>{accepted === 0 ? 'Not taken back' : `${capital(inWords(quantity - accepted))} not taken back`}</small>
        )}
      </span>
      {refused || accepted === 0 ? (
        <span className="small soft">Stays yours</span>
      ) : some ? (
        <span className="small soft">
          {capital(inWords(accepted))} of {inWords(quantity)}
        </span>
      ) : (
        !exchangeFor && <Money of={amount} currency={currency} />
      )}
    </li>
  )
}

/** When the money left, below the heading of a return that is over. */
export function Refunded({ of }: { of: ReturnView }) {
  const { status, refund, history, currency } = of
  const last = history.at(-1)
  if (status !== 'REFUNDED' || refund?.status !== 'SUCCEEDED' || refund.method !== 'PAYMENT' || !last) return null
  return (
    <p className="lead">
      {/* Where something stays with its buyer the heading says that, and not what was sent. */}
      {notTaken(of) > 0 ? (
        <>
          <Money of={refund.amount} currency={currency} /> sent on{' '}
        </>
      ) : (
        'Sent on '
      )}
      <Moment at={last.date} as="long" />; banks take up to ten days to show it.
    </p>
  )
}

/** What is given back, or will be. */
function Outcome({ of, refund: known, toOrder }: Pick<ReturnStatusProps, 'of' | 'refund' | 'toOrder'>) {
  const { refund, exchangeOrder, currency } = of
  if (exchangeOrder)
    return (
      <p className="small soft">
        They leave with order{' '}
        <Link className="link figures" to={toOrder(exchangeOrder.id)}>
          {exchangeOrder.number}
        </Link>
        . Nothing is to be paid.
      </p>
    )
  if (of.status === 'REFUSED' || of.status === 'CANCELED') return null
  return (
    <>
      <dl className="ledger">
        <div>
          <dt>Sending it back</dt>
          <dd>
            {of.shipping?.keepsGoods ? 'Not needed' : of.shipping?.isFree === false && of.method !== 'IN_PERSON' ? 'At your cost' : 'Free'}
          </dd>
        </div>
        <div className="total">
          <dt>
            {refund?.method === 'STORE_CREDIT'
              ? `Gift card ending ${refund.suffix}, by e-mail`
              : refund?.method === 'MANUAL'
                ? 'By hand, as it was paid'
                : refund
                  ? known?.card
                    ? `To ${known.card}`
                    : 'The way you paid'
                  : of.resolution === 'STORE_CREDIT'
                    ? 'Credit in the shop'
                    : 'What you paid for it'}
          </dt>
          <dd>
            <Price of={refund?.amount ?? of.amount} currency={currency} />
          </dd>
        </div>
        {refund?.status === 'PENDING' && (
          <div>
            <dt>Your bank has not answered yet</dt>
            <dd />
          </div>
        )}
      </dl>
      {known?.creditNote && (
        <p>
          <a className="link small" href={known.creditNote.link}>
            Credit note {known.creditNote.number}, PDF
          </a>
        </p>
      )}
    </>
  )
}

interface HowBackProps {
  of: NonNullable<ReturnView['shipping']>
  inPerson: boolean
}

function HowBack({ of: { address, instructions, labelUrl, trackingNumber, code }, inPerson }: HowBackProps) {
  return (
    <section className="passbook" aria-labelledby="rs-how">
      <h2 id="rs-how">{inPerson ? 'Bring it to us' : code ? 'A code for the parcel shop' : 'How it comes back'}</h2>
      <div className="passbook__in">
        {code && (
          <div className="passbook__code">
            {code.squares && <QrCode of={code.squares} label={`The code as a picture: ${code.text}`} />}
            <div>
              <p className="figures">{code.text}</p>
              <p className="small soft">The clerk scans it and prints the label. Keep the receipt.</p>
            </div>
          </div>
        )}
        {labelUrl && (
          <p>
            <a className="button button--small" href={labelUrl} rel="noreferrer">
              Label to print
            </a>
            {trackingNumber && <span className="small soft figures"> {trackingNumber}</span>}
          </p>
        )}
        {address.length > 0 && (
          <address>
            {address.map((line) => (
              <span key={line}>
                {line}
                <br />
              </span>
            ))}
          </address>
        )}
        <Message icon={Package} what={inPerson ? undefined : 'The box it came in is best.'}>
          {instructions ?? (inPerson ? 'Say the number of this return.' : 'Put the number of this return into it.')}
        </Message>
      </div>
    </section>
  )
}

/** What was not taken back lies at the shop, and is the buyer's: they say what becomes of it. */
function WhatNow({ of }: { of: ReturnView }) {
  const shop = useShop()
  const units = leftAtTheShop(of)
  if (units === 0) return null
  const [is, it] = units === 1 ? ['is', 'it'] : ['are', 'them']
  return (
    <section className="acct__sec" aria-labelledby="rs-now">
      <h2 id="rs-now">What now?</h2>
      <p>
        {capital(many(units, 'piece'))} {is} with us and still yours. Shall we send {it} back to you, keep {it} here until you come for {it}
        , or may we do away with {it}? Nothing happens to {it} until you have said so.
      </p>
      {shop.email && (
        <p>
          <a
            className="link"
            href={`mailto:${shop.email}?${new URLSearchParams({ subject: `Return ${of.number}: what was not taken back` }).toString().replaceAll('+', '%20')}`}
          >
            Tell us, or say that you see it differently
          </a>
        </p>
      )}
    </section>
  )
}

function CallOff({ of, email, page }: { of: ReturnView; email: string | undefined; page: string }) {
  const shop = useShop()
  const busy = useBusy('cancel')
  return (
    <div className="row row--wrap ret__ways">
      {of.mayCancel && (
        <Ask intent="cancel" email={email} action={page}>
          <button className="link small" aria-busy={busy || undefined}>
            Call off the return
          </button>
        </Ask>
      )}
      {shop.email && (
        <a className="link small" href={`mailto:${shop.email}?subject=${encodeURIComponent(`Return ${of.number}`)}`}>
          Write to us about it
        </a>
      )}
    </div>
  )
}

/** Returns as rows, the newest first. */
export function ReturnRows({ of: rows, href }: { of: readonly ReturnView[]; href: (id: string) => string }) {
  return (
    <ul className="orows orows--big">
      {rows.map((row) => (
        <li key={row.id} className="orow">
          <Link className="orow__a" to={href(row.id)}>
            <span className="orow__pics">
              {row.lines
                .slice(0, 4)
                .map(
                  ({ id, imageId }) =>
                    imageId && <img key={id} src={uprightPicture(imageId, 160)} alt="" width="52" height="65" loading="lazy" />,
                )}
            </span>
            <span className="orow__t">
              <span className="orow__s">
                <span className="dot" style={{ '--tone': rowWords(row).tone } as CSSProperties} />
                {rowWords(row).words}
              </span>
              <span className="soft small">
                <Moment at={row.history.at(-1)?.date ?? row.date} as="day" />
              </span>
            </span>
            <span className="soft small figures orow__n">
              {row.number}
              <br />
              Order {row.orderNumber}
            </span>
            {row.status === 'CANCELED' || row.status === 'REFUSED' ? (
              <span />
            ) : row.resolution === 'EXCHANGE' ? (
              <span className="money">Exchange</span>
            ) : (
              <Money of={row.refund?.amount ?? row.amount} currency={row.currency} />
            )}
            <Icon of={ChevronRight} small turns />
          </Link>
        </li>
      ))}
    </ul>
  )
}
