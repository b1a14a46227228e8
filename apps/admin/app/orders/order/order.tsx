import type { Fulfillment, Order, OrderDetails, OrderEmail, OrderReturn, OrderTransactions, SubscriptionState } from '@vitrine/contract'
import { minor } from '@vitrine/pricing'
import { ChevronDown, ChevronUp, PackageCheck, Pencil } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { client } from '../../client.ts'
import { useNews } from '../../live/use-news.ts'
import { Button, ButtonLink, IconButton } from '../../parts/button.tsx'
import { useSay } from '../../parts/toasts.tsx'
import { BeginDialog } from '../../returns/begin-dialog.tsx'
import { ReturnsOfOrder } from '../../returns/of-order.tsx'
import { signedIn } from '../../session/session.ts'
import { useKeys } from '../../shell/keys.ts'
import { useMay } from '../../shell/layout.tsx'
import { PageHead, usePlace } from '../../shell/page.tsx'
import { useShop } from '../../shop.ts'
import { attempted, isAuthorizedPayment, printSlips } from '../acts.ts'
import { FulfillmentState, PaymentState } from '../states.tsx'
import { added } from '../sums.ts'
import { fullTime, many, numberOf } from '../text.ts'
import { leftOf } from '../units.ts'
import { About } from './about.tsx'
import type { Act, Told } from './act.ts'
import { CancelDialog } from './cancel.tsx'
import type { OrdersOfBuyer } from './customer.tsx'
import { EmailsDialog } from './emails.tsx'
import { FulfilDialog } from './fulfil.tsx'
import { AskDialog, CaptureDialog, VoidDialog } from './money.tsx'
import { More } from './more.tsx'
import { Paid } from './paid.tsx'
import { RefundDialog } from './refund.tsx'
import { Shipments } from './shipments.tsx'
import { Timeline } from './timeline.tsx'
import { WhyTotal } from './why-total.tsx'

export interface Loaded {
  readonly order: Order
  /** Of those who may see what was paid, and how. */
  readonly transactions: OrderTransactions | undefined
  readonly fulfillments: readonly Fulfillment[]
  readonly details: OrderDetails | undefined
  readonly emails: readonly OrderEmail[]
  readonly subscriptions: readonly SubscriptionState[]
  readonly ofBuyer: OrdersOfBuyer
  readonly returns: readonly OrderReturn[]
  /** The orders before and after it, by their numbers. */
  readonly newer: string | undefined
  readonly older: string | undefined
}

const mostOfBuyer = 10

export async function loader({ params, request: { signal } }: { params: { id?: string }; request: Request }): Promise<Loaded> {
  const id = params.id!
  const seesMoney = (await signedIn())?.rights.has('payments.read')
  const [{ order }, paid, { orderWithFulfillments }, { order: shown }, { emails }, { returns }] = await Promise.all([
    client.orders.getOrder({ id }, { signal }),
    seesMoney ? client.orderTransactions.listTransactionsForSingleOrder({ orderId: id }, { signal }) : undefined,
    client.orderFulfillments.listFulfillmentsForSingleOrder({ orderId: id }, { signal }),
    client.orders.getOrderStatus({ id }, { signal }),
    client.orderEmails.listOrderEmails({ orderId: id }, { signal }),
    client.orderReturns.searchReturns({ orderId: id }, { signal }),
  ])
  const beside = async (operator: '$gt' | '$lt') => {
    const search = {
      filter: { number: { [operator]: Number(order.number) } },
      sort: [{ fieldName: 'number', order: operator === '$gt' ? ('ASC' as const) : ('DESC' as const) }],
      cursorPaging: { limit: 1 },
    }
    return (await client.orders.searchOrders({ search }, { signal })).orders[0]?.id
  }
  const email = order.buyerInfo?.email
  const contracts = seesMoney ? [...new Set(order.lineItems.flatMap(({ subscriptionInfo }) => subscriptionInfo?.id ?? []))] : []
  const [newer, older, ofBuyer, subscriptions] = await Promise.all([
    beside('$gt'),
    beside('$lt'),
    email
      ? client.orders.searchOrders({ search: { filter: { 'buyerInfo.email': email }, cursorPaging: { limit: mostOfBuyer } } }, { signal })
      : undefined,
    Promise.all(contracts.map(async (of) => (await client.subscriptionContracts.getSubscription({ id: of }, { signal })).subscription)),
  ])
  return {
    order,
    transactions: paid?.orderTransactions,
    fulfillments: orderWithFulfillments.fulfillments,
    details: shown.details,
    emails,
    subscriptions,
    returns,
    ofBuyer: { orders: ofBuyer?.orders ?? [], hasMore: ofBuyer?.metadata.hasNext ?? false },
    newer,
    older,
  }
}

type Open =
  | { readonly dialog: 'fulfil' | 'refund' | 'cancel' | 'capture' | 'void' | 'ask' | 'return' }
  | { readonly dialog: 'emails'; readonly first?: string }

/** Another order is another page, with nothing open. */
export function OrderPage() {
  const loaded = useLoaderData<Loaded>()
  return <OnePage key={loaded.order.id} {...loaded} />
}

function OnePage({ order, transactions, fulfillments, details, emails, subscriptions, ofBuyer, returns, newer, older }: Loaded) {
  const { timeZone } = useShop()
  const may = useMay()
  const say = useSay()
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const [open, setOpen] = useState<Open>()
  const [busy, setBusy] = useState(false)
  const [isAnew, setAnew] = useState(false)
  const id = order.id!
  const currency = order.currency!
  const number = numberOf(order.number)
  usePlace([{ name: 'Orders', to: '/orders' }, { name: number }])
  useNews(({ entityId }) => entityId === id, revalidate)

  const left = leftOf(order, fulfillments)
  const waiting = [...left.values()].reduce((sum, quantity) => sum + quantity, 0)
  const payments = transactions?.payments ?? []
  const authorized = payments.filter(isAuthorizedPayment)
  const authorizedAmount = added(
    authorized.map(({ amount }) => amount),
    currency,
  )
  const stands = order.status === 'APPROVED'
  const write = may('orders.write')
  const pay = may('payments.write')
  const mayEdit = stands && write
  const mayFulfil = stands && waiting > 0 && write
  const mayCapture = authorized.length > 0 && pay
  const refundable = payments.some(
    ({ regularPaymentDetails: regular, giftcardPaymentDetails: card }) =>
      card || regular?.status === 'APPROVED' || regular?.status === 'PARTIALLY_REFUNDED',
  )
  const mayRefund = refundable && pay
  const due = minor(Math.max(0, added([order.balanceSummary?.balance], currency) - authorizedAmount))
  const mayAsk = stands && due > 0 && pay

  const act: Act = async (work, undo) => {
    setBusy(true)
    const next: { more?: Told['more'] } = {}
    const { ok, answered, says } = await attempted(async () => {
      const done = await work()
      if (typeof done === 'string') return done
      next.more = done.more
      return done.says
    })
    if (ok) setOpen(undefined)
    // What is said to be done is seen by then, and an undo knows what it undoes. Without an answer the page would not come either.
    if (answered) await revalidate()
    setBusy(false)
    say({
      text: says,
      bad: !ok,
      ...next,
      ...(ok &&
        undo && {
          undo: () =>
            void attempted(async () => (await undo(), '')).then(({ ok: undone, says: why }) => {
              if (!undone) say({ text: why, bad: true })
              return revalidate()
            }),
        }),
    })
    return ok
  }
  const change = (changed: { readonly archived?: boolean; readonly seenByAHuman?: boolean }) =>
    client.orders.updateOrder({ order: { id, ...changed } })
  const archive = () =>
    act(
      async () => {
        await change({ archived: !order.archived })
        return order.archived ? `${number} is out of the archive.` : `${number} is archived.`
      },
      () => change({ archived: order.archived ?? false }),
    )
  const unsee = () => {
    setAnew(true)
    return act(async () => {
      await change({ seenByAHuman: false })
      return `${number} is marked as not seen.`
    })
  }
  const print = async () => {
    const { ok, says } = await attempted(() => printSlips([order]))
    if (!ok) say({ text: says, bad: true })
  }

  // Who looks at it has seen it. Nobody is told of that, and it is done once.
  const told = useRef(false)
  const see = useEffectEvent(() => {
    if (order.seenByAHuman || !write || isAnew || told.current) return
    told.current = true
    change({ seenByAHuman: true }).catch(() => {})
  })
  useEffect(() => see(), [])

  const show = (dialog: Exclude<Open['dialog'], 'emails'>) => () => setOpen({ dialog })
  useKeys(
    {
      ...(mayEdit && { e: { says: 'Edit', run: () => void navigate('edit') } }),
      ...(mayFulfil && { f: { says: `Fulfil ${many(waiting, 'item')}`, run: show('fulfil') } }),
      ...(mayRefund && { r: { says: 'Refund', run: show('refund') } }),
      ...(mayCapture && { c: { says: 'Capture', run: show('capture') } }),
      p: { says: 'Print the packing slip', run: () => void print() },
      ...(older && { j: { says: 'Next order', moves: true, run: () => void navigate(`/orders/${older}`) } }),
      ...(newer && { k: { says: 'Order before', moves: true, run: () => void navigate(`/orders/${newer}`) } }),
    },
    'Orders',
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
            {order.archived && <span className="tag">archived</span>}
            <span>{fullTime(order.createdDate!, timeZone)}</span>
          </>
        }
        main={
          mayFulfil ? (
            <Button kind="primary" icon={PackageCheck} keys={['F']} onClick={show('fulfil')}>
              {`Fulfil ${many(waiting, 'item')}`}
            </Button>
          ) : undefined
        }
      >
        <span className="updown">
          <IconButton icon={ChevronUp} name="Order before (k)" disabled={!newer} onClick={() => void navigate(`/orders/${newer}`)} />
          <IconButton icon={ChevronDown} name="Next order (j)" disabled={!older} onClick={() => void navigate(`/orders/${older}`)} />
        </span>
        {mayEdit && (
          <ButtonLink to="edit" icon={Pencil} keys={['E']}>
            Edit
          </ButtonLink>
        )}
        <More
          order={order}
          mayWrite={write}
          mayCancel={mayEdit}
          history={may('audit.read') ? `/audit?${new URLSearchParams({ about: id, called: `order ${number}` })}` : undefined}
          invoice={details?.invoiceLink}
          onPrint={() => void print()}
          onWrite={() => setOpen({ dialog: 'emails' })}
          onArchive={() => void archive()}
          onUnseen={() => void unsee()}
          onCancel={show('cancel')}
          onReturn={write && fulfillments.length > 0 ? show('return') : undefined}
        />
      </PageHead>
      <div className="cols">
        <div>
          <Shipments order={order} left={left} fulfillments={fulfillments} onAct={act} />
          {returns.length > 0 && <ReturnsOfOrder of={returns} />}
          {details && <WhyTotal order={order} reasons={details.reasons} card={details.card} />}
          {transactions && (
            <Paid
              order={order}
              transactions={transactions}
              authorizedAmount={authorizedAmount}
              due={due}
              busy={busy}
              onCapture={mayCapture ? show('capture') : undefined}
              onVoid={mayCapture ? show('void') : undefined}
              onRefund={mayRefund ? show('refund') : undefined}
              onAsk={mayAsk ? show('ask') : undefined}
            />
          )}
          <Timeline
            order={order}
            emails={emails}
            onAct={act}
            onAgain={write ? (first) => setOpen({ dialog: 'emails', first }) : undefined}
            busy={busy}
          />
        </div>
        <About order={order} invoice={details?.invoiceLink} subscriptions={subscriptions} ofBuyer={ofBuyer} busy={busy} onAct={act} />
      </div>
      {open?.dialog === 'fulfil' && (
        <FulfilDialog {...dialog} left={left} nth={fulfillments.length + 1} authorized={authorized} onPrint={() => void print()} />
      )}
      {open?.dialog === 'refund' && <RefundDialog {...dialog} left={left} />}
      {open?.dialog === 'cancel' && <CancelDialog {...dialog} authorized={authorized} mayRefund={pay} />}
      {open?.dialog === 'capture' && <CaptureDialog {...dialog} authorized={authorized} amount={authorizedAmount} />}
      {open?.dialog === 'void' && <VoidDialog {...dialog} authorized={authorized} amount={authorizedAmount} />}
      {open?.dialog === 'ask' && <AskDialog {...dialog} due={due} />}
      {open?.dialog === 'return' && <BeginDialog {...dialog} onMade={(made) => void navigate(`/returns/${made}`)} />}
      {open?.dialog === 'emails' && <EmailsDialog {...dialog} emails={emails} first={open.first} />}
    </>
  )
}
