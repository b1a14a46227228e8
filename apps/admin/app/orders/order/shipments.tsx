import type { Fulfillment, Order, OrderLineItem } from '@vitrine/contract'
import { minor } from '@vitrine/pricing'
import { Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { client } from '../../client.ts'
import { IconButton } from '../../parts/button.tsx'
import { type GlyphName, Status } from '../../parts/glyph.tsx'
import { Head, Table, Td, Tr } from '../../parts/table.tsx'
import { useMay } from '../../shell/layout.tsx'
import { useShop } from '../../shop.ts'
import { carrierName } from '../carriers.ts'
import { added, written } from '../sums.ts'
import { many, promisedFor, shortTime } from '../text.ts'
import { goesByItself, sentOf, sharesOf } from '../units.ts'
import type { Act } from './act.ts'
import { Thing } from './thing.tsx'

interface ShipmentsProps {
  order: Order
  left: ReadonlyMap<string, number>
  fulfillments: readonly Fulfillment[]
  onAct: Act
}

/** What has still to be sent, and what was sent, shipment by shipment. */
export function Shipments({ order, left, fulfillments, onAct }: ShipmentsProps) {
  const { timeZone } = useShop()
  const may = useMay()
  const waiting = order.lineItems.flatMap((line) => {
    const quantity = left.get(line.id) ?? 0
    return quantity > 0 ? [{ line, quantity }] : []
  })
  const sent = sentOf(order, fulfillments)
  // Of a line that nothing is left of, the units that no shipment holds.
  const stayed = order.lineItems.flatMap((line) => {
    const quantity = line.quantity - (sent.get(line.id) ?? 0) - (left.get(line.id) ?? 0)
    return quantity > 0 ? [{ line, quantity }] : []
  })
  const [byMail, back] = [stayed.filter(({ line }) => goesByItself(line)), stayed.filter(({ line }) => !goesByItself(line))]
  const shares = sharesOf(order, [waiting, stayed, ...fulfillments.map(({ lineItems }) => unitsOf(order, lineItems))])
  const currency = order.currency!
  const share = (line: OrderLineItem, part: number) => written(shares(line.id, part), currency)
  const promise = promisedFor(order, timeZone, 'long')
  const off = order.status !== 'APPROVED'
  const isPaid = order.paymentStatus !== 'NOT_PAID'
  return (
    <>
      <Unsent
        title={off ? 'Not sent' : 'To fulfil'}
        glyph={off ? 's-slash' : 's-open'}
        isDone={off}
        caption="Items to fulfil"
        units={waiting}
        paid={(line) => share(line, 0)}
        currency={currency}
      >
        {many(count(waiting), 'item')}
        {promise && !off && `, promised for ${promise}`}
      </Unsent>
      <Unsent
        title="Nothing to send"
        glyph={isPaid ? 's-full' : 's-open'}
        isDone={isPaid}
        caption="Items sent by email"
        units={byMail}
        paid={(line) => share(line, 1)}
        currency={currency}
      >
        files and gift cards are sent by email, once they are paid
      </Unsent>
      <Unsent
        title="Back in stock"
        glyph="s-slash"
        isDone
        caption="Items back in stock"
        units={back}
        paid={(line) => share(line, 1)}
        currency={currency}
      >
        {many(count(back), 'item')}, not to be sent any more
      </Unsent>
      {fulfillments.map((shipment, i) => {
        const { trackingInfo: tracking } = shipment
        const units = unitsOf(order, shipment.lineItems)
        return (
          <section key={shipment.id} className="sec shipment">
            <header className="sec-h">
              <Status glyph="s-full" tone="done">
                <b>{order.shippingInfo?.logistics?.pickupDetails ? `Collection ${i + 1}` : `Shipment ${i + 1}`}</b>
              </Status>
              <p>
                {tracking?.shippingProvider && carrierName(tracking.shippingProvider)}{' '}
                {tracking?.trackingNumber &&
                  (tracking.trackingLink ? (
                    <a className="a mono" href={tracking.trackingLink} target="_blank" rel="noreferrer">
                      {tracking.trackingNumber}
                    </a>
                  ) : (
                    <span className="mono">{tracking.trackingNumber}</span>
                  ))}
                {tracking?.trackingNumber && ', '}
                {shipment.createdDate && `sent ${shortTime(shipment.createdDate, timeZone)}`}
              </p>
              {may('orders.write') && !off && (
                <div className="acts">
                  <IconButton
                    icon={Undo2}
                    small
                    name={`Void shipment ${i + 1}`}
                    onClick={() =>
                      void onAct(async () => {
                        await client.orderFulfillments.deleteFulfillment({ orderId: order.id!, fulfillmentId: shipment.id! })
                        return `Shipment ${i + 1} is voided; its ${many(count(units), 'item')} can be sent again.`
                      })
                    }
                  />
                </div>
              )}
            </header>
            <Units caption={`Items in shipment ${i + 1}`} units={units} paid={(line) => share(line, i + 2)} currency={currency} />
          </section>
        )
      })}
    </>
  )
}

const unitsOf = (order: Order, units: Fulfillment['lineItems']) =>
  units.flatMap(({ id, quantity = 0 }) => {
    const line = order.lineItems.find((one) => one.id === id)
    return line ? [{ line, quantity }] : []
  })

const count = (of: readonly { readonly quantity: number }[]): number => of.reduce((sum, { quantity }) => sum + quantity, 0)

interface UnitsProps {
  caption: string
  units: readonly { line: OrderLineItem; quantity: number }[]
  /** What was paid for the units of a line that stand here. */
  paid: (line: OrderLineItem) => string
  currency: string
}

interface UnsentProps extends UnitsProps {
  title: string
  glyph: GlyphName
  /** Nothing has to be done about them any more. */
  isDone: boolean
  children: ReactNode
}

/** Units that no shipment holds, and why; nothing where there are none. */
function Unsent({ title, glyph, isDone, children, ...units }: UnsentProps) {
  if (units.units.length === 0) return null
  return (
    <section className="sec shipment">
      <header className="sec-h">
        <Status glyph={glyph} tone={isDone ? 'done' : 'wait'}>
          <b>{title}</b>
        </Status>
        <p>{children}</p>
      </header>
      <Units {...units} />
    </section>
  )
}

function Units({ caption, units, paid, currency }: UnitsProps) {
  return (
    <Table
      caption={caption}
      className="in items"
      head={
        <>
          <Head>Item</Head>
          <Head>Quantity and price</Head>
          <Head>Paid</Head>
        </>
      }
      headHidden
    >
      {units.map(({ line, quantity }) => (
        <Unit key={line.id} line={line} quantity={quantity} paid={paid(line)} currency={currency} />
      ))}
    </Table>
  )
}

function Unit({ line, quantity, paid, currency }: { line: OrderLineItem; quantity: number; paid: string; currency: string }) {
  const whole = quantity === line.quantity
  const isReduced = Number(line.totalDiscount?.amount ?? 0) > 0
  const { price, priceBeforeDiscounts: before } = line
  const isBelow = price !== undefined && before !== undefined && Number(before.amount) > Number(price.amount)
  return (
    <Tr>
      <Thing line={line} size={40} sku />
      <Td of="Quantity and price" className="num soft">
        {quantity} × {isBelow && <s>{before.formattedAmount}</s>} {price?.formattedAmount}
        {!whole && <span className="faint"> of {line.quantity}</span>}
      </Td>
      <Td of="Paid" className="num">
        <span className="two right">
          <b>{paid}</b>
          {whole && isReduced && <span>before {written(minor(added([price], currency) * quantity), currency)}</span>}
        </span>
      </Td>
    </Tr>
  )
}
