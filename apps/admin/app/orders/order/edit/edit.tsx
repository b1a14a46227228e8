import { Refused } from '@vitrine/client'
import type { AddressWithContact, CalculatedDraftOrder, Order, OrderTransactions } from '@vitrine/contract'
import { zero } from '@vitrine/pricing'
import { Percent, Plus, Send } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link, useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { client } from '../../../client.ts'
import { Button } from '../../../parts/button.tsx'
import { SelectField } from '../../../parts/field.tsx'
import { useSay } from '../../../parts/toasts.tsx'
import { useKeys } from '../../../shell/keys.ts'
import { useMay } from '../../../shell/layout.tsx'
import { PageHead, usePlace } from '../../../shell/page.tsx'
import { useShop } from '../../../shop.ts'
import { attempted } from '../../acts.ts'
import { type Picked, PickProduct } from '../../pick-product.tsx'
import { useQuantities } from '../../quantities.ts'
import { added, written } from '../../sums.ts'
import { buyerOf, numberOf, shortTime } from '../../text.ts'
import { sentOf } from '../../units.ts'
import { Address, AddressDialog } from '../address.tsx'
import { type Begun, begin } from './begin.ts'
import { CustomLineDialog, DiscountDialog } from './more.tsx'
import { Rows, SentRows } from './rows.tsx'
import { Rules } from './rules.tsx'
import { saveEdit } from './save.ts'
import { Settle, type SettleMethod } from './settle.tsx'
import { isChanged, type Settlement, settlementOf } from './settlement.ts'

interface Loaded {
  readonly order: Order
  readonly transactions: OrderTransactions
  readonly sent: ReadonlyMap<string, number>
  readonly edit: Begun | { readonly because: readonly string[] }
}

export async function loader({ params, request: { signal } }: { params: { id?: string }; request: Request }): Promise<Loaded> {
  const orderId = params.id!
  const [{ order }, { orderTransactions }, { orderWithFulfillments }, edit] = await Promise.all([
    client.orders.getOrder({ id: orderId }, { signal }),
    client.orderTransactions.listTransactionsForSingleOrder({ orderId }, { signal }),
    client.orderFulfillments.listFulfillmentsForSingleOrder({ orderId }, { signal }),
    begin(orderId, signal),
  ])
  const sent = sentOf(order, orderWithFulfillments.fulfillments)
  return { order, transactions: orderTransactions, sent, edit }
}

export function EditOrder() {
  const { order, transactions, sent, edit } = useLoaderData<Loaded>()
  const number = numberOf(order.number)
  usePlace([{ name: 'Orders', to: '/orders' }, { name: number, to: `/orders/${order.id}` }, { name: 'Edit' }])
  if ('draft' in edit) return <Editor key={edit.draft.draftOrder.id} order={order} transactions={transactions} sent={sent} begun={edit} />
  return (
    <>
      <PageHead title={`Edit ${number}`} facts={<span>{buyerOf(order)}</span>} />
      <div className="empty">
        <h2>This order cannot be edited</h2>
        {edit.because.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <div className="acts">
          <Link className="btn" to={`/orders/${order.id}`}>
            <span>Back to the order</span>
          </Link>
        </div>
      </div>
    </>
  )
}

interface EditorProps {
  order: Order
  transactions: OrderTransactions
  sent: ReadonlyMap<string, number>
  begun: Begun
}

function Editor({ order, transactions, sent, begun: { draft, wasBegun } }: EditorProps) {
  const { timeZone } = useShop()
  const may = useMay()
  const say = useSay()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const [open, setOpen] = useState<'custom' | 'discount' | 'address'>()
  const [chosen, setMethod] = useState<SettleMethod>()
  const [mails, setMails] = useState(true)
  const [resumed] = useState(wasBegun)
  const search = useRef<HTMLInputElement>(null)
  const { draftOrder, shippingOptions } = draft
  const draftOrderId = draftOrder.id!
  const currency = order.currency!
  const orderPage = `/orders/${order.id}`

  async function act(work: () => Promise<unknown>): Promise<boolean> {
    setBusy(true)
    const { ok, says } = await attempted(async () => (await work(), ''))
    if (!ok) say({ text: says, bad: true })
    await revalidate()
    setBusy(false)
    return ok
  }
  const actAndClose = async (work: () => Promise<unknown>) => {
    if (await act(work)) setOpen(undefined)
  }

  const { wanted, want } = useQuantities((lineItemChanges) =>
    act(() => client.draftOrders.updateLineItems({ draftOrderId, lineItemChanges })),
  )

  const pick = (line: Picked) =>
    act(async () => {
      try {
        await client.draftOrders.addLineItemsToDraftOrder({ draftOrderId, catalogLineItems: [line] })
      } catch (error) {
        if (!(error instanceof Refused) || error.code !== 'CATALOG_ITEM_ALREADY_EXIST') throw error
        // One more of what is there.
        const { lineItemId } = error.data as { lineItemId: string }
        const there = draftOrder.lineItems.find(({ lineItem }) => lineItem.id === lineItemId)?.lineItem.quantity ?? 0
        await client.draftOrders.updateLineItems({
          draftOrderId,
          lineItemChanges: [{ lineItemId, newQuantity: there + line.quantity }],
        })
      }
    })

  const settlement = settlementOf(draftOrder, currency)
  const methods = methodsOf(settlement, {
    pays: may('payments.write'),
    mail: Boolean(order.buyerInfo?.email),
    savedCard: transactions.payments.some(({ regularPaymentDetails: regular }) => regular?.savedPaymentMethod),
    exact: order.taxIncludedInPrices ?? false,
    // What was due before is asked for as it was agreed.
    wasDue: added([order.balanceSummary?.balance], currency) > zero,
  })
  const method = chosen && methods.includes(chosen) ? chosen : methods[0]
  const dirty = isChanged(draftOrder)
  const cannotSave = busy || wanted.size > 0 || !dirty || settlement.kind === 'AUTHORIZED'

  async function save() {
    if (cannotSave) return
    setBusy(true)
    const { saved, ok, says } = await saveEdit({ order, draft: draftOrder, settlement, method, mails })
    say({ text: says, bad: !ok })
    if (saved) return void navigate(orderPage)
    await revalidate()
    setBusy(false)
  }
  async function discard() {
    setBusy(true)
    const { ok, says } = await attempted(async () => (await client.draftOrders.deleteDraftOrder({ draftOrderId }), ''))
    if (ok) return void navigate(orderPage)
    say({ text: says, bad: true })
    setBusy(false)
  }
  useKeys({ a: () => search.current?.focus(), '⌘enter': () => void save(), Escape: () => void navigate(orderPage) })

  const items = draftOrder.lineItems.filter(({ lineItem }) => lineItem.quantity > (sent.get(lineItem.id) ?? 0))
  const gone = draftOrder.lineItems.flatMap(({ lineItem: line }) => {
    const quantity = sent.get(line.id) ?? 0
    return quantity > 0 ? [{ line, quantity }] : []
  })
  const delivery = draftOrder.shippingInfo?.removed ? undefined : draftOrder.shippingInfo?.shippingInfo
  const ship = delivery?.logistics?.shippingDestination ?? draftOrder.recipientInfo?.recipientInfo
  return (
    <>
      <PageHead
        title={`Edit ${numberOf(order.number)}`}
        facts={
          <>
            <span>{buyerOf(order)}</span>
            <span className="faint">
              {resumed && draftOrder.createdDate
                ? `begun ${shortTime(draftOrder.createdDate, timeZone)}`
                : 'what has been sent stays as it is'}
            </span>
          </>
        }
        main={
          <Button kind="primary" icon={Send} keys={['⌘', '↵']} disabled={cannotSave} onClick={() => void save()}>
            {saveText(settlement, method, currency)}
          </Button>
        }
      >
        <Button disabled={busy} onClick={() => void discard()}>
          Discard
        </Button>
      </PageHead>
      <div className="cols">
        <div aria-busy={busy}>
          <section className="sec">
            <header className="sec-h">
              <h2>Not sent yet</h2>
              <div className="acts">
                <Button kind="ghost" small icon={Percent} disabled={busy} onClick={() => setOpen('discount')}>
                  Discount
                </Button>
                <Button kind="ghost" small icon={Plus} disabled={busy} onClick={() => setOpen('custom')}>
                  Custom line
                </Button>
              </div>
            </header>
            <PickProduct ref={search} onPick={pick} disabled={busy && wanted.size === 0} />
            {items.length > 0 ? (
              <Rows items={items} currency={currency} sent={sent} wanted={wanted} onQuantity={want} />
            ) : (
              <p className="soft">Everything was sent. What is added now goes in another shipment.</p>
            )}
          </section>
          {gone.length > 0 && (
            <section className="sec">
              <header className="sec-h">
                <h2>Sent</h2>
                <p>it can only be taken back</p>
              </header>
              <SentRows caption="Items already shipped" units={gone} currency={currency} />
            </section>
          )}
          {delivery && (
            <section className="sec">
              <header className="sec-h">
                <h2>Address and delivery</h2>
                {gone.length > 0 && <p>for what has not left</p>}
                {ship && !delivery.logistics?.pickupDetails && (
                  <div className="acts">
                    <Button kind="link" disabled={busy} onClick={() => setOpen('address')}>
                      Change the address
                    </Button>
                  </div>
                )}
              </header>
              <div className="grid2">
                <div>{ship && <Address of={ship} />}</div>
                <Service
                  order={order}
                  draft={draft}
                  busy={busy}
                  onChoose={(code) =>
                    void act(async () => {
                      const option = shippingOptions.find((one) => one.code === code)!
                      const pickupDetails = option.logistics?.pickupDetails
                      await client.draftOrders.setShippingInfo({
                        draftOrderId,
                        shippingInfo: {
                          ...(option.carrierId && { carrierId: option.carrierId }),
                          code,
                          title: option.title,
                          logistics: {
                            ...timesOf(option.logistics),
                            ...(pickupDetails ? { pickupDetails } : ship && { shippingDestination: bare(ship) }),
                          },
                          cost: { price: { amount: option.cost.price.amount } },
                        },
                      })
                    })
                  }
                />
              </div>
            </section>
          )}
          <Rules
            draft={draft}
            currency={currency}
            busy={busy}
            onSwitch={(id, applied) => void act(() => client.draftOrders.setDiscounts({ draftOrderId, discounts: [{ id, applied }] }))}
            onDelete={(id) => void act(() => client.draftOrders.deleteCustomDiscounts({ draftOrderId, discountIds: [id] }))}
          />
        </div>
        <Settle
          order={order}
          draft={draftOrder}
          settlement={settlement}
          methods={methods}
          method={method}
          mails={mails || method === 'LINK'}
          onMethod={setMethod}
          onMails={dirty && order.buyerInfo?.email && method !== 'LINK' ? setMails : undefined}
          showsMail={dirty && Boolean(order.buyerInfo?.email)}
        />
      </div>
      {open === 'custom' && (
        <CustomLineDialog
          currency={currency}
          busy={busy}
          onClose={() => setOpen(undefined)}
          onAdd={(line) => actAndClose(() => client.draftOrders.addLineItemsToDraftOrder({ draftOrderId, customLineItems: [line] }))}
        />
      )}
      {open === 'discount' && (
        <DiscountDialog
          items={draftOrder.lineItems}
          currency={currency}
          busy={busy}
          onClose={() => setOpen(undefined)}
          onAdd={(discount) => actAndClose(() => client.draftOrders.createCustomDiscounts({ draftOrderId, discounts: [discount] }))}
        />
      )}
      {open === 'address' && delivery && (
        <AddressDialog
          title="Ship to"
          about="Taxes of another place are those of now; the delivery keeps its price."
          of={ship ?? {}}
          onClose={() => setOpen(undefined)}
          onSave={(next) =>
            actAndClose(async () => {
              const { carrierId, code, title, logistics, cost } = delivery
              await client.draftOrders.setRecipientInfo({ draftOrderId, recipientInfo: next })
              await client.draftOrders.setShippingInfo({
                draftOrderId,
                shippingInfo: {
                  ...(carrierId && { carrierId }),
                  ...(code && { code }),
                  title,
                  logistics: { ...timesOf(logistics), shippingDestination: next },
                  ...(cost?.price && { cost: { price: { amount: cost.price.amount } } }),
                },
              })
            })
          }
        />
      )}
    </>
  )
}

/** An address without what the platform adds to it. */
function bare({ address, contactDetails }: AddressWithContact): AddressWithContact {
  const { countryFullname: _, subdivisionFullname: __, ...stored } = address ?? {}
  return { address: stored, ...(contactDetails && { contactDetails }) }
}

interface Times {
  readonly deliveryTime?: string | undefined
  readonly instructions?: string | undefined
  readonly deliveryTimeSlot?: { readonly from?: string | undefined; readonly to?: string | undefined } | undefined
}

/** When it comes, and what is to be known of it. */
const timesOf = ({ deliveryTime, instructions, deliveryTimeSlot: slot }: Times = {}) => ({
  ...(deliveryTime && { deliveryTime }),
  ...(instructions && { instructions }),
  ...(slot?.from && slot.to && { deliveryTimeSlot: { from: slot.from, to: slot.to } }),
})

interface ServiceProps {
  order: Order
  draft: CalculatedDraftOrder
  busy: boolean
  onChoose: (code: string) => void
}

/** How it goes, and what another way would cost more or less. */
function Service({ order, draft: { draftOrder, shippingOptions }, busy, onChoose }: ServiceProps) {
  const currency = order.currency!
  const now = draftOrder.shippingInfo?.shippingInfo
  const price = added([now?.cost?.price], currency)
  const isOffered = shippingOptions.some(({ code }) => code === now?.code)
  const nameOf = ({ code, title, logistics, cost }: (typeof shippingOptions)[number]) => {
    const more = added([cost.price], currency) - price
    const says = [title, logistics?.deliveryTime].filter(Boolean).join(', ')
    if (code === now?.code || more === 0) return says
    return `${says}, ${more > 0 ? '+' : ''}${written(more as typeof price, currency)}`
  }
  return (
    <SelectField
      label="Service"
      value={now?.code ?? ''}
      disabled={busy}
      hint={now?.cost?.price && `${now.cost.price.formattedAmount} as it is`}
      onChange={(event) => onChoose(event.target.value)}
    >
      {!isOffered && <option value={now?.code ?? ''}>{now?.title}, as agreed</option>}
      {shippingOptions.map((option) => (
        <option key={option.code} value={option.code}>
          {nameOf(option)}
        </option>
      ))}
    </SelectField>
  )
}

interface Can {
  readonly pays: boolean
  readonly mail: boolean
  readonly savedCard: boolean
  /** Whether a discount of the sum makes the order come to exactly that much less. */
  readonly exact: boolean
  readonly wasDue: boolean
}

/** What can be done with the difference; the first is what is usually done. */
function methodsOf({ kind }: Settlement, { pays, mail, savedCard, exact, wasDue }: Can): SettleMethod[] {
  if (kind === 'GETS') return pays ? ['REFUND', 'KEEP'] : ['KEEP']
  if (kind !== 'OWES') return []
  const asks: SettleMethod[] = [...(pays && mail ? (['LINK'] as const) : []), ...(pays && savedCard ? (['CARD'] as const) : [])]
  const goodwill: SettleMethod[] = exact && !wasDue ? ['GOODWILL'] : []
  return wasDue ? ['LATER', ...asks] : [...asks, 'LATER', ...goodwill]
}

function saveText(settlement: Settlement, method: SettleMethod | undefined, currency: string): string {
  if (!('amount' in settlement)) return 'Save'
  const sum = written(settlement.amount, currency)
  switch (method) {
    case 'LINK':
      return `Save and ask for ${sum}`
    case 'CARD':
      return `Save and charge ${sum}`
    case 'REFUND':
      return `Save and refund ${sum}`
    case 'GOODWILL':
      return `Save and waive ${sum}`
    default:
      return 'Save'
  }
}
