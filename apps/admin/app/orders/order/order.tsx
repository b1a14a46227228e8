import type { Fulfillment, Order, OrderDetails, OrderTransactions } from '@vitrine/contract'
import { PackageCheck, Pencil } from 'lucide-react'
import { useState } from 'react'
import { useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { client } from '../../client.ts'
import { useNews } from '../../live/use-news.ts'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { useSay } from '../../parts/toasts.tsx'
import { useMay } from '../../shell/desk.tsx'
import { useKeys } from '../../shell/keys.ts'
import { PageHead, usePlace } from '../../shell/page.tsx'
import { useShop } from '../../shop.ts'
import { attempted, isHeld, leftOf } from '../acts.ts'
import { FulfillmentState, PaymentState } from '../states.tsx'
import { added } from '../sums.ts'
import { fullTime, many, numberOf } from '../words.ts'
import { About } from './about.tsx'
import { CancelDialog } from './cancel.tsx'
import { FulfilDialog } from './fulfil.tsx'
import { Paid } from './paid.tsx'
import { Parcels } from './parcels.tsx'
import { RefundDialog } from './refund.tsx'
import { Timeline } from './timeline.tsx'
import { WhyTotal } from './why-total.tsx'

export interface Loaded {
  readonly order: Order
  readonly transactions: OrderTransactions
  readonly fulfillments: readonly Fulfillment[]
  readonly details: OrderDetails | undefined
}

export async function loader({ params, request: { signal } }: { params: { id?: string }; request: Request }): Promise<Loaded> {
  const id = params.id!
  const [{ order }, { orderTransactions }, { orderWithFulfillments }, { order: shown }] = await Promise.all([
    client.orders.getOrder({ id }, { signal }),
    client.orderTransactions.listTransactionsForSingleOrder({ orderId: id }, { signal }),
    client.orderFulfillments.listFulfillmentsForSingleOrder({ orderId: id }, { signal }),
    client.orders.getOrderStatus({ id }, { signal }),
  ])
  return { order, transactions: orderTransactions, fulfillments: orderWithFulfillments.fulfillments, details: shown.details }
}

export function OrderPage() {
  const { order, transactions, fulfillments, details } = useLoaderData<Loaded>()
  const { timeZone } = useShop()
  const may = useMay()
  const say = useSay()
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const [open, setOpen] = useState<'fulfil' | 'refund' | 'cancel'>()
  const [busy, setBusy] = useState(false)
  const number = numberOf(order.number)
  usePlace([{ name: 'Orders', to: '/orders' }, { name: number }])
  useNews(({ entityId }) => entityId === order.id, revalidate)

  const left = leftOf(order, fulfillments)
  const waiting = [...left.values()].reduce((sum, quantity) => sum + quantity, 0)
  const held = transactions.payments.filter(isHeld)
  const stands = order.status === 'APPROVED'
  const mayEdit = stands && may('orders.write')
  const mayFulfil = stands && waiting > 0 && may('orders.write')
  const mayCapture = held.length > 0 && may('payments.write')
  const refundable = transactions.payments.some(
    ({ regularPaymentDetails: regular, giftcardPaymentDetails: card }) =>
      card || regular?.status === 'APPROVED' || regular?.status === 'PARTIALLY_REFUNDED',
  )
  const mayRefund = refundable && may('payments.write')

  async function act(work: () => Promise<string>): Promise<boolean> {
    setBusy(true)
    const { ok, says } = await attempted(work)
    setBusy(false)
    say({ text: says, bad: !ok })
    if (ok) setOpen(undefined)
    await revalidate()
    return ok
  }
  const capture = () =>
    act(async () => {
      await client.orderBilling.captureAuthorizedPayments({ orderId: order.id!, payments: held.map(({ id }) => ({ paymentId: id! })) })
      return `Captured ${held.map(({ amount }) => amount?.formattedAmount).join(' and ')}.`
    })
  const letGo = () =>
    act(async () => {
      await client.orderBilling.voidAuthorizedPayments({ orderId: order.id!, paymentIds: held.map(({ id }) => id!) })
      return 'The money that was held is let go.'
    })
  useKeys(
    {
      ...(mayEdit && { e: { says: 'Edit', run: () => void navigate('edit') } }),
      ...(mayFulfil && { f: { says: `Fulfil ${many(waiting, 'item')}`, run: () => setOpen('fulfil') } }),
      ...(mayRefund && { r: { says: 'Refund', run: () => setOpen('refund') } }),
      ...(mayCapture && { c: { says: 'Capture', run: () => void capture() } }),
    },
    'Orders',
  )
  const heldAmount = added(
    held.map(({ amount }) => amount),
    order.currency!,
  )
  const dialog = { order, busy, onAct: act, onClose: () => setOpen(undefined) }
  return (
    <>
      <PageHead
        title={number}
        facts={
          <>
            <PaymentState of={order} />
            <FulfillmentState of={order} />
            <span>{fullTime(order.createdDate!, timeZone)}</span>
          </>
        }
        main={
          mayFulfil ? (
            <Button kind="primary" icon={PackageCheck} keys={['F']} onClick={() => setOpen('fulfil')}>
              {`Fulfil ${many(waiting, 'item')}`}
            </Button>
          ) : undefined
        }
      >
        {mayEdit && (
          <>
            <Button kind="ghost warn" onClick={() => setOpen('cancel')}>
              Cancel order
            </Button>
            <ButtonLink to="edit" icon={Pencil} keys={['E']}>
              Edit
            </ButtonLink>
          </>
        )}
      </PageHead>
      <div className="cols">
        <div>
          <Parcels order={order} left={left} fulfillments={fulfillments} onAct={act} />
          {details && <WhyTotal order={order} reasons={details.reasons} card={details.card} />}
          <Paid
            order={order}
            transactions={transactions}
            heldAmount={heldAmount}
            busy={busy}
            onCapture={mayCapture ? capture : undefined}
            onVoid={mayCapture ? letGo : undefined}
            onRefund={mayRefund ? () => setOpen('refund') : undefined}
          />
          <Timeline order={order} onAct={act} busy={busy} />
        </div>
        <About order={order} invoice={details?.invoiceLink} onAct={act} />
      </div>
      {open === 'fulfil' && <FulfilDialog {...dialog} left={left} nth={fulfillments.length + 1} held={held} />}
      {open === 'refund' && <RefundDialog {...dialog} transactions={transactions} />}
      {open === 'cancel' && <CancelDialog {...dialog} held={held.length > 0} />}
    </>
  )
}

/** What the parts of the page do goes through it: it says what came of it, and shows the order as it is then. */
export type Act = (work: () => Promise<string>) => Promise<boolean>

export interface OrderDialogProps {
  order: Order
  busy: boolean
  onAct: Act
  onClose: () => void
}
