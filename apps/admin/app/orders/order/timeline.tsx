import type { Order, OrderActivity } from '@vitrine/contract'
import {
  Banknote,
  Circle,
  CreditCard,
  FileText,
  type LucideIcon,
  Mail,
  PackageCheck,
  Pencil,
  ShoppingBag,
  Trash2,
  TriangleAlert,
  Truck,
  Undo2,
  XCircle,
} from 'lucide-react'
import { Fragment, useState } from 'react'
import { client } from '../../client.ts'
import { Button, IconButton } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useMay } from '../../shell/desk.tsx'
import { useShop } from '../../shop.ts'
import { dayName, many, timeOf } from '../words.ts'
import type { Act } from './order.tsx'

type Shown = 'All' | 'Comments' | 'Mail'

/** What happened to the order, the latest first, and what the staff said about it. */
export function Timeline({ order, onAct, busy }: { order: Order; onAct: Act; busy: boolean }) {
  const { timeZone } = useShop()
  const may = useMay()
  const [shown, setShown] = useState<Shown>('All')
  const [words, setWords] = useState('')
  const write = may('orders.write')
  const send = async () => {
    const message = words.trim()
    if (message === '') return
    const ok = await onAct(async () => {
      await client.orders.addActivity({ id: order.id!, activity: { merchantComment: { message } } })
      return 'Your comment is on the order.'
    })
    if (ok) setWords('')
  }
  const activities = [...order.activities]
    .reverse()
    .filter((activity) => shown === 'All' || (shown === 'Comments' ? activity.merchantComment : isMail(activity)))
  const days = [...Map.groupBy(activities, ({ createdDate }) => (createdDate ? dayName(createdDate, timeZone) : ''))]
  return (
    <section className="sec">
      <header className="sec-h">
        <h2>Timeline</h2>
        <div className="acts">
          <div className="seg" role="group" aria-label="Show">
            {(['All', 'Comments', 'Mail'] as const).map((one) => (
              <button key={one} type="button" aria-pressed={one === shown} onClick={() => setShown(one)}>
                {one}
              </button>
            ))}
          </div>
        </div>
      </header>
      {write && (
        <div className="compose">
          <div className="field grow">
            <label className="vh" htmlFor="comment">
              Comment for staff
            </label>
            <textarea
              id="comment"
              className="input"
              rows={1}
              maxLength={5000}
              placeholder="Comment for staff"
              value={words}
              onChange={(event) => setWords(event.target.value)}
              onKeyDown={(event) => event.key === 'Enter' && (event.metaKey || event.ctrlKey) && void send()}
            />
          </div>
          <Button keys={['⌘', '↵']} disabled={busy || words.trim() === ''} onClick={() => void send()}>
            Send
          </Button>
        </div>
      )}
      <ol className="tl">
        {days.map(([day, of]) => (
          <Fragment key={day}>
            <li className="day">
              <h3>{day}</h3>
            </li>
            {of.map((activity) => (
              <Happened
                key={activity.id}
                activity={activity}
                time={activity.createdDate ? timeOf(activity.createdDate, timeZone) : ''}
                onDelete={
                  write && activity.merchantComment
                    ? () =>
                        void onAct(async () => {
                          await client.orders.deleteActivity({ id: order.id!, activityId: activity.id! })
                          return 'The comment is taken away.'
                        })
                    : undefined
                }
              />
            ))}
          </Fragment>
        ))}
      </ol>
    </section>
  )
}

function Happened({ activity, time, onDelete }: { activity: OrderActivity; time: string; onDelete: (() => void) | undefined }) {
  if (activity.merchantComment)
    return (
      <li className="comment">
        <span className="av" aria-hidden="true">
          <Icon of={Pencil} small />
        </span>
        <div>
          <p>
            <b>{activity.authorEmail ?? 'Staff'}</b>
          </p>
          <p className="say">{activity.merchantComment.message}</p>
        </div>
        <span className="row">
          {onDelete && <IconButton icon={Trash2} small name="Take the comment away" onClick={onDelete} />}
          <time>{time}</time>
        </span>
      </li>
    )
  const [icon, words] = told(activity)
  return (
    <li>
      <span className="dot">
        <Icon of={icon} small />
      </span>
      <div>
        <p>{words}</p>
      </div>
      <time>{time}</time>
    </li>
  )
}

const mails: ReadonlySet<string> = new Set([
  'SHIPPING_CONFIRMATION_EMAIL_SENT',
  'PICKUP_READY_EMAIL_SENT',
  'FULFILLER_EMAIL_SENT',
  'DOWNLOAD_LINK_SENT',
  'INVOICE_SENT',
  'RECEIPT_SENT',
])
const isMail = ({ type }: OrderActivity): boolean => mails.has(type)

const card = (details: { brand?: string | undefined; lastFourDigits?: string | undefined } | undefined): string =>
  details?.lastFourDigits ? ` on ${details.brand ?? 'card'} •••• ${details.lastFourDigits}` : ''

/** An activity in words. */
function told(activity: OrderActivity): readonly [LucideIcon, string] {
  const {
    authorizedPaymentCreated: held,
    authorizedPaymentCaptured: captured,
    authorizedPaymentVoided: voided,
    refundInitiated: refund,
    paymentRefunded: refunded,
    paymentRefundFailed: notRefunded,
    paymentPending: pending,
    paymentDeclined: declined,
    draftOrderChangesApplied: edited,
  } = activity
  switch (activity.type) {
    case 'ORDER_PLACED':
      return [ShoppingBag, 'Placed']
    case 'ORDER_PAID':
      return [CreditCard, 'Paid']
    case 'ORDER_PARTIALLY_PAID':
      return [CreditCard, 'Part of it was paid']
    case 'ORDER_FULFILLED':
      return [PackageCheck, 'Everything has left']
    case 'ORDER_NOT_FULFILLED':
      return [Undo2, 'Taken back: it is to be fulfilled again']
    case 'ORDER_CANCELED':
      return [XCircle, 'Cancelled']
    case 'ORDER_PENDING':
      return [Circle, 'Waits for a word of the shop']
    case 'ORDER_REJECTED':
      return [XCircle, 'Turned away']
    case 'ORDER_REFUNDED':
      return [Undo2, `Refunded ${activity.orderRefunded?.amount?.formattedAmount ?? ''}`]
    case 'DOWNLOAD_LINK_SENT':
      return [Mail, 'Mail with the downloads sent']
    case 'TRACKING_NUMBER_ADDED':
      return [Truck, 'A tracking number was written down']
    case 'TRACKING_NUMBER_EDITED':
      return [Truck, 'The tracking number was changed']
    case 'TRACKING_LINK_ADDED':
      return [Truck, 'A tracking link was written down']
    case 'SHIPPING_CONFIRMATION_EMAIL_SENT':
      return [Mail, 'Mail “On its way” sent']
    case 'PICKUP_READY_EMAIL_SENT':
      return [Mail, 'Mail “Ready to collect” sent']
    case 'FULFILLER_EMAIL_SENT':
      return [Mail, 'Mail to the fulfiller sent']
    case 'INVOICE_ADDED':
      return [FileText, 'An invoice was added']
    case 'INVOICE_REMOVED':
      return [FileText, 'An invoice was taken away']
    case 'INVOICE_SENT':
      return [Mail, 'Invoice sent']
    case 'SHIPPING_ADDRESS_EDITED':
      return [Pencil, 'The address was changed']
    case 'EMAIL_EDITED':
      return [Pencil, 'The mail address was changed']
    case 'SAVED_PAYMENT_METHOD':
      return [CreditCard, 'The card was kept for later payments']
    case 'AUTHORIZED_PAYMENT_CREATED':
      return [CreditCard, `${held?.amount?.formattedAmount ?? 'The money'} authorised${card(held)}`]
    case 'AUTHORIZED_PAYMENT_CAPTURED':
      return [Banknote, `${captured?.amount?.formattedAmount ?? 'The money'} captured${card(captured)}`]
    case 'AUTHORIZED_PAYMENT_VOIDED':
      return [XCircle, `${voided?.amount?.formattedAmount ?? 'The money'} let go${card(voided)}`]
    case 'REFUND_INITIATED':
      return [Undo2, `Refund of ${refund?.amount?.formattedAmount ?? ''} begun${refund?.reason ? `: ${refund.reason}` : ''}`]
    case 'PAYMENT_REFUNDED':
      return [
        Undo2,
        `${refunded?.payment?.regular?.amount?.formattedAmount ?? refunded?.payment?.giftCard?.amount?.formattedAmount ?? 'The money'} went back`,
      ]
    case 'PAYMENT_REFUND_FAILED':
      return [TriangleAlert, `A refund failed: ${notRefunded?.payment?.regular?.amount?.formattedAmount ?? ''}`]
    case 'REFUNDED_AS_STORE_CREDIT':
      return [Undo2, `${activity.refundedAsStoreCredit?.amount?.formattedAmount ?? ''} given as credit`]
    case 'PAYMENT_PENDING':
      return [CreditCard, `${pending?.regular?.amount?.formattedAmount ?? 'The payment'} is under way`]
    case 'PAYMENT_CANCELED':
      return [XCircle, 'A payment was called off']
    case 'PAYMENT_DECLINED':
      return [TriangleAlert, `${declined?.regular?.amount?.formattedAmount ?? 'A payment'} was declined`]
    case 'DRAFT_ORDER_CHANGES_APPLIED':
      return [Pencil, edited?.changes ? `Edited: ${many(edited.changes.length, 'change')}` : 'Edited']
    case 'RECEIPT_CREATED':
      return [FileText, 'A receipt was written']
    case 'RECEIPT_SENT':
      return [Mail, 'Receipt sent']
    case 'CHARGEBACK_CREATED':
      return [TriangleAlert, `${activity.chargebackCreated?.amount?.formattedAmount ?? 'The money'} was charged back`]
    case 'CHARGEBACK_REVERSED':
      return [Undo2, `${activity.chargebackReversed?.reversalAmount?.formattedAmount ?? 'The money'} came back from a chargeback`]
    case 'CUSTOM_ACTIVITY':
      return [Circle, activity.customActivity?.type ?? 'Told by an app']
    default:
      return [Circle, activity.type]
  }
}
