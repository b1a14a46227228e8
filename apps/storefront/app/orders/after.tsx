import { Button, buttonClass, Icon } from '@vitrine/ui'
import { ArrowUpRight, Download as DownloadSign } from 'lucide-react'
import { Link } from 'react-router'
import { returnWays } from '../returns/view.ts'
import { Copy } from '../shop/copy.tsx'
import { list, many } from '../shop/text.ts'
import { useShop } from '../shop/use-shop.ts'
import type { Again } from './again.ts'
import { Ask, useBusy } from './ask.tsx'
import { Moment } from './moment.tsx'
import { type Details, type Download, type OrderView, type Shipment } from './order.ts'
import { OrderAgain } from './order-again.tsx'

const stages: Readonly<Record<Shipment['stage'], string>> = {
  PREPARING: 'On the packing table',
  PACKED: 'Packed',
  SENT: 'On its way',
  READY: 'Ready to collect',
  DELIVERED: 'With you',
}

export function Shipments({ of: { shipments, delivery }, order }: { of: Details; order: OrderView }) {
  // Where all of it is in one parcel, the lines and the stops say what is in it, and since when.
  const isAll = shipments.length === 1 && order.state === 'sent'
  return shipments.map((shipment, at) => {
    const { id, stage, units, tracking, carrier, number, link, date } = shipment
    const kind = delivery?.pickup === undefined ? 'Parcel' : 'Part'
    return (
      <section className="parcel" key={id} aria-label={`${kind} ${at + 1} of ${shipments.length}`}>
        <p>
          <strong>
            {kind} {at + 1} of {shipments.length}
          </strong>
          <br />
          <span className="soft small figures">{tracking || stages[stage]}</span>
          {!isAll && (
            <>
              <br />
              <span className="soft small">
                {list(units.map(({ name, quantity }) => (quantity > 1 ? `${quantity} × ${name}` : name)))}
                {date && (
                  <>
                    , {stages[stage].toLowerCase()} since <Moment at={date} />
                  </>
                )}
              </span>
            </>
          )}
        </p>
        {(link || number) && stage !== 'DELIVERED' && (
          <div className="row row--wrap">
            {link && (
              <a className={buttonClass({ line: true, small: true })} href={link} rel="noreferrer">
                Track at {carrier || 'the carrier'}
                <Icon of={ArrowUpRight} />
              </a>
            )}
            {number && <Copy text={number} what="Copy number" />}
          </div>
        )}
      </section>
    )
  })
}

export function Downloads({ of: downloads, email }: { of: readonly Download[]; email: string }) {
  const busy = useBusy('renew')
  return (
    <section className="files" aria-labelledby="files">
      <h2 id="files">{downloads.length === 1 ? 'Your file' : 'Your files'}</h2>
      <ul>
        {downloads.map(({ lineId, name, size, state, link, until, left }) => (
          <li key={lineId} className="parcel">
            <p>
              <strong>{name}</strong>
              <br />
              <span className="soft small">
                {state === 'READY' && until ? (
                  <>
                    {size}, to be fetched until <Moment at={until} as="day" />, {left === 1 ? 'once more' : `${many(left, 'time')} more`}
                  </>
                ) : state === 'EXPIRED' ? (
                  'The link is over.'
                ) : state === 'USED_UP' ? (
                  'The link was used as often as it may be.'
                ) : state === 'WAITING' ? (
                  'To be fetched as soon as it is paid for.'
                ) : (
                  'Its money went back; it cannot be fetched any more.'
                )}
              </span>
            </p>
            {state === 'READY' && link && (
              <a className={buttonClass({ line: true, small: true })} href={link} download>
                <Icon of={DownloadSign} />
                Fetch<span className="sr"> {name}</span>
              </a>
            )}
            {(state === 'EXPIRED' || state === 'USED_UP') && (
              <Ask intent="renew" email={email}>
                <input type="hidden" name="line" value={lineId} />
                <Button line small busy={busy}>
                  Give me a new link
                </Button>
              </Ask>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Documents, and links. */
export function Ways({ of: details, order, again }: { of: Details; order: OrderView; again: Again | undefined }) {
  const shop = useShop()
  return (
    <div className="row row--wrap small status__ways">
      {details.invoice && (
        <a className="link" href={details.invoice}>
          Invoice, PDF
        </a>
      )}
      {details.creditNotes.map(({ number, link }) => (
        <a key={number} className="link" href={link}>
          Credit note {number}, PDF
        </a>
      ))}
      {shop.email && (
        <a className="link" href={`mailto:${shop.email}?subject=${encodeURIComponent(`Order ${order.number}`)}`}>
          Write to us about it
        </a>
      )}
      {order.state === 'sent' && (
        <Link className="link" to={returnWays.askAsGuest(order.id)}>
          Send something back
        </Link>
      )}
      <OrderAgain of={order} email={details.email} said={again} />
    </div>
  )
}
