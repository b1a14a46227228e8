import type { OrderTransactions } from '@vitrine/contract'
import { allot, type Minor, minor, sum } from '@vitrine/pricing'
import { useId, useState } from 'react'
import { client } from '../../client.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Check, Stepper, TextField } from '../../parts/field.tsx'
import { isEmptyOrWebAddress } from '../../parts/link-target.ts'
import { Head, Table, Td, Tr } from '../../parts/table.tsx'
import { useMay } from '../../shell/layout.tsx'
import { carrierIn, carriers, isKnownCarrier } from '../carriers.ts'
import { added, written } from '../sums.ts'
import { firstNameOf, many, numberOf } from '../text.ts'
import type { OrderDialogProps } from './act.ts'
import { takingsOf, voidedBy } from './taking.ts'
import { Thing } from './thing.tsx'

interface FulfilProps extends OrderDialogProps {
  left: ReadonlyMap<string, number>
  /** Which shipment of the order it is. */
  nth: number
  authorized: OrderTransactions['payments']
  onPrint: () => void
}

/** Sends items of an order: which, by which carrier, whether the buyer is emailed, and whether their money is captured now. */
export function FulfilDialog({ order, busy, onAct, onClose, left, nth, authorized, onPrint }: FulfilProps) {
  const may = useMay()
  const lines = order.lineItems.filter(({ id }) => (left.get(id) ?? 0) > 0)
  const [sent, setSent] = useState<ReadonlyMap<string, number>>(new Map(lines.map(({ id }) => [id, left.get(id)!])))
  const [carrier, setCarrier] = useState(() => carrierIn(order.shippingInfo?.title))
  const [link, setLink] = useState('')
  const [emails, setEmails] = useState(true)
  const list = useId()
  const [number, setNumber] = useState('')
  const [chosen, setCaptures] = useState<boolean>()
  const units = [...sent.values()].reduce((sum, quantity) => sum + quantity, 0)
  const stays = [...left.values()].reduce((sum, quantity) => sum + quantity, 0) - units
  const collected = order.shippingInfo?.logistics?.pickupDetails !== undefined
  const mayCapture = authorized.length > 0 && may('payments.write')
  const currency = order.currency!
  const authorizedAmount = added(
    authorized.map(({ amount }) => amount),
    currency,
  )
  const worth = minor(Math.min(stays === 0 ? authorizedAmount : costOf(), authorizedAmount))
  const possible = mayCapture ? takingsOf(authorized, worth, currency) : []
  const hasEmail = Boolean(order.buyerInfo?.email)
  const isLink = isEmptyOrWebAddress(link.trim())
  // Where something of it would be voided, somebody has to want it.
  const captures = chosen ?? voidedBy(possible, authorized, currency) === 0
  const takings = captures ? possible : []
  const takes = takings.length > 0 ? written(worth, currency) : undefined
  const voided = voidedBy(takings, authorized, currency)

  /** What the items cost; the delivery is taken with the last of them. */
  function costOf(): Minor {
    return sum(
      lines.map((line) => {
        const units = sent.get(line.id) ?? 0
        return allot(added([line.totalPriceAfterTax], currency), [units, line.quantity - units])[0]!
      }),
    )
  }

  const send = () =>
    onAct(async () => {
      const lineItems = [...sent].filter(([, quantity]) => quantity > 0).map(([id, quantity]) => ({ id, quantity }))
      const trackingInfo = {
        ...(number.trim() && { trackingNumber: number.trim() }),
        ...(carrier.trim() && { shippingProvider: carrier.trim() }),
        ...(link.trim() && { trackingLink: link.trim() }),
      }
      await client.orderFulfillments.createFulfillment({
        orderId: order.id!,
        fulfillment: {
          lineItems,
          ...(!collected && Object.keys(trackingInfo).length > 0 && { trackingInfo }),
          ...(!(emails && hasEmail) && { sendShippingEmail: false }),
        },
      })
      if (takings.length > 0) await client.orderBilling.captureAuthorizedPayments({ orderId: order.id!, payments: takings })
      const says = `${many(units, 'item')} sent${takes ? `, ${takes} captured` : ''}.`
      return { says, more: { name: 'Print slip', run: onPrint } }
    })

  return (
    <Dialog
      title={collected ? `Hand over collection ${nth}` : `Send shipment ${nth}`}
      about={`Order ${numberOf(order.number)}. ${stays === 0 ? 'With it everything has been sent.' : `${many(stays, 'item')} ${stays === 1 ? 'stays' : 'stay'} and can go in another shipment.`}`}
      wide
      does={`Send ${many(units, 'item')}${takes ? `, capture ${takes}` : ''}`}
      says={
        voided > 0
          ? `${written(voided, currency)} is voided with it.`
          : emails && hasEmail
            ? `${firstNameOf(order)} gets an email.`
            : 'No email is sent.'
      }
      busy={busy}
      disabled={units === 0 || !isLink}
      onDo={() => void send()}
      onClose={onClose}
    >
      <Table
        caption="Items for this shipment"
        className="in pic"
        head={
          <>
            <Head>Item</Head>
            <Head>{collected ? 'Handed over' : 'In this shipment'}</Head>
          </>
        }
      >
        {lines.map((line) => (
          <Tr key={line.id}>
            <Thing line={line} />
            <Td of="In this shipment" className="fit">
              <Stepper
                of={line.productName?.original ?? line.id}
                most={left.get(line.id)!}
                value={sent.get(line.id) ?? 0}
                onChange={(value) => setSent(new Map([...sent, [line.id, value]]))}
              />
            </Td>
          </Tr>
        ))}
      </Table>
      {!collected && (
        <div className="grid2" style={{ marginBlockStart: 16 }}>
          <TextField
            label="Carrier"
            optional
            list={list}
            value={carrier}
            maxLength={100}
            onChange={(event) => setCarrier(event.target.value)}
          />
          <datalist id={list}>
            {carriers.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </datalist>
          <TextField label="Tracking number" optional value={number} onChange={(event) => setNumber(event.target.value)} maxLength={100} />
          <TextField
            label="Tracking link"
            optional
            type="url"
            value={link}
            maxLength={1000}
            hint={
              carrier.trim() && isKnownCarrier(carrier) ? `Made from the number for ${carrier.trim()}, unless you enter one.` : undefined
            }
            error={isLink ? undefined : 'A link begins with https://.'}
            onChange={(event) => setLink(event.target.value)}
          />
        </div>
      )}
      {hasEmail && (
        <div className="stack-s" style={{ marginBlockStart: 16 }}>
          <Check checked={emails} onChange={(event) => setEmails(event.target.checked)}>
            {`Email ${firstNameOf(order)} that ${collected ? 'it is ready' : 'it is on its way'}`}
          </Check>
        </div>
      )}
      {mayCapture && (
        <div className="stack-s" style={{ marginBlockStart: 16 }}>
          <Check
            checked={captures}
            onChange={(event) => setCaptures(event.target.checked)}
            hint={`${written(authorizedAmount, currency)} is authorised for this order.${stays > 0 ? ' A part of a payment can be captured once: its rest is voided.' : ''}`}
          >
            Capture the money for what leaves
          </Check>
        </div>
      )}
    </Dialog>
  )
}
