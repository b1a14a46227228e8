import { Refused } from '@vitrine/client'
import type { CalculatedDraftOrder } from '@vitrine/contract'
import { Percent, Plus, Send } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useLoaderData, useLocation, useNavigate, useRevalidator } from 'react-router'
import { client } from '../../client.ts'
import { useNews } from '../../live/use-news.ts'
import { linkCopied } from '../../orders/link-copied.ts'
import { CustomLineDialog, DiscountDialog } from '../../orders/order/edit/more.tsx'
import { Ledger } from '../../orders/order/why-total.tsx'
import { type Picked, PickProduct } from '../../orders/pick-product.tsx'
import { useQuantities } from '../../orders/quantities.ts'
import { many, numberOf, placedAt, shortTime } from '../../orders/text.ts'
import { useAct } from '../../parts/acting.ts'
import { Button } from '../../parts/button.tsx'
import { copied } from '../../parts/copied.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { useKeys } from '../../shell/keys.ts'
import { useMay } from '../../shell/layout.tsx'
import { PageHead, usePlace } from '../../shell/page.tsx'
import { useShop } from '../../shop.ts'
import { begins } from '../begin.ts'
import { DraftState } from '../states.tsx'
import { About } from './about.tsx'
import type { Change, LoadedDraft } from './change.ts'
import { Coupon } from './coupon.tsx'
import { deliveryGap } from './delivery-gap.ts'
import { Discounts } from './discounts.tsx'
import { Items } from './items.tsx'
import { Note } from './note.tsx'
import { choiceText, type PaymentChoice, PlaceDialog } from './place.tsx'
import { shippingOf } from './shipping.ts'
import { Taxes } from './taxes.tsx'
import { calledOf, refusalText, titleOf } from './text.ts'
import { isUntouched } from './untouched.ts'
import { useRemovedEmpty } from './use-removed-empty.ts'

export const loader = ({ params, request: { signal } }: { params: { id?: string }; request: Request }): Promise<LoadedDraft> =>
  client.draftAdmin.getDraft({ id: params.id! }, { signal })

export function DraftPage() {
  const loaded = useLoaderData<LoadedDraft>()
  usePlace([{ name: 'Orders', to: '/orders' }, { name: 'Draft orders', to: '/drafts' }, { name: calledOf(loaded.draft) }])
  return loaded.draft.status === 'DRAFT' ? <Editor key={loaded.draft.id} of={loaded} /> : <Placed of={loaded} />
}

function Editor({ of: { draft, calculatedDraftOrder, stockItems, coupon } }: { of: LoadedDraft }) {
  const { timeZone } = useShop()
  const may = useMay()
  const navigate = useNavigate()
  const { act, busy } = useAct(refusalText)
  const [open, setOpen] = useState<'custom' | 'discount' | 'place' | 'delete'>()
  const [chosen, setChoice] = useState<PaymentChoice>()
  const [hasNote, setHasNote] = useState(false)
  const search = useRef<HTMLInputElement>(null)
  const { state } = useLocation()
  useEffect(() => {
    if (state === begins) search.current?.focus()
  }, [state])
  const { draftOrder, reasons, calculationErrors } = calculatedDraftOrder
  const { id, currency, total } = draft
  const draftOrderId = id
  const write = may('orders.write')
  const choices: readonly PaymentChoice[] = may('payments.write') ? ['LINK', 'PAID', 'LATER'] : ['LATER']
  const choice = chosen ?? choices[0]!

  /** What a delivery costs follows what is sent, and where. */
  async function fit({ draftOrder: now, shippingOptions }: CalculatedDraftOrder): Promise<void> {
    if (now.shippingInfo?.removed) return
    const delivery = now.shippingInfo?.shippingInfo
    const [usual] = shippingOptions
    // Items that can be sent are, as long as nobody says otherwise.
    if (!delivery && usual)
      await client.draftOrders.setShippingInfo({ draftOrderId, shippingInfo: shippingOf(usual, now.recipientInfo?.recipientInfo) })
    if (!delivery) return
    const option = shippingOptions.find(({ code, carrierId }) => code === delivery.code && (carrierId ?? '') === (delivery.carrierId ?? ''))
    if (option && option.cost.price.amount === delivery.cost?.price?.amount) return
    await client.draftOrders.setShippingInfo({ draftOrderId, shippingInfo: option ? shippingOf(delivery, undefined) : null })
  }
  const change: Change = (work) =>
    act(async () => {
      const done = await work()
      if (done) await fit(done.calculatedDraftOrder)
      return undefined
    })
  const changeAndClose = async (work: Parameters<Change>[0]) => {
    if (await change(work)) setOpen(undefined)
  }

  const { wanted, want } = useQuantities((lineItemChanges) =>
    change(() => client.draftOrders.updateLineItems({ draftOrderId, lineItemChanges })),
  )

  const pick = (line: Picked) =>
    change(async () => {
      try {
        return await client.draftOrders.addLineItemsToDraftOrder({ draftOrderId, catalogLineItems: [line] })
      } catch (error) {
        if (!(error instanceof Refused) || error.code !== 'CATALOG_ITEM_ALREADY_EXIST') throw error
        // More of what is there.
        const { lineItemId } = error.data as { lineItemId: string }
        const there = draftOrder.lineItems.find(({ lineItem }) => lineItem.id === lineItemId)?.lineItem.quantity ?? 0
        return client.draftOrders.updateLineItems({ draftOrderId, lineItemChanges: [{ lineItemId, newQuantity: there + line.quantity }] })
      }
    })
  const remove = () =>
    act(async () => {
      await client.draftOrders.deleteDraftOrder({ draftOrderId })
      await navigate('/drafts')
      return `${calledOf(draft)} is deleted.`
    })

  const isEmpty = draft.units === 0
  useRemovedEmpty(id, state === begins && write && !busy && !hasNote && wanted.size === 0 && isUntouched(draft))
  const cannotPlace = !write || busy || wanted.size > 0 || isEmpty
  const place = () => {
    if (!cannotPlace) setOpen('place')
  }
  useKeys({
    ...(write && { a: { says: 'Add an item', run: () => search.current?.focus() } }),
    '⌘enter': { says: 'Place the order', run: place },
    Escape: { says: 'Back to the drafts', run: () => void navigate('/drafts') },
  })
  const taxError = calculationErrors?.taxCalculationError
  return (
    <>
      <PageHead
        title={titleOf(draft)}
        facts={
          <>
            <DraftState of={draft} />
            <span>
              {draft.createdBy.name}, {placedAt(draft.createdDate, timeZone)}
            </span>
            {draft.heldUntil && (
              <span className="st" data-tone="info">
                {many(draft.units, 'item')} reserved until {shortTime(draft.heldUntil, timeZone)}
              </span>
            )}
          </>
        }
        {...(write && {
          main: (
            <Button kind="primary" {...(choice === 'LINK' && { icon: Send })} keys={['⌘', '↵']} disabled={cannotPlace} onClick={place}>
              {choiceText[choice].does(total.formattedAmount)}
            </Button>
          ),
        })}
      >
        {write && (
          <Button kind="ghost warn" disabled={busy} onClick={() => setOpen('delete')}>
            Delete draft
          </Button>
        )}
      </PageHead>
      <div className="cols">
        <div aria-busy={busy}>
          <section className="sec">
            <header className="sec-h">
              <h2>Items</h2>
              {write && (
                <div className="acts">
                  <Button kind="ghost" small icon={Plus} disabled={busy} onClick={() => setOpen('custom')}>
                    Custom line
                  </Button>
                </div>
              )}
            </header>
            {write && <PickProduct ref={search} onPick={pick} />}
            {isEmpty && wanted.size === 0 ? (
              <p className="soft">Nothing is in it yet. Find products by name, or add a custom line.</p>
            ) : (
              <Items items={draftOrder.lineItems} stockItems={stockItems} wanted={wanted} readOnly={!write} onQuantity={want} />
            )}
          </section>
          <section className="sec">
            <header className="sec-h">
              <h2>Sum</h2>
              {write && (
                <div className="acts">
                  <Button kind="ghost" small icon={Percent} disabled={busy || isEmpty} onClick={() => setOpen('discount')}>
                    Discount
                  </Button>
                </div>
              )}
            </header>
            <Ledger id="sum" caption="Sum of the draft" reasons={reasons} currency={currency} prices="prices of today" open />
            <Taxes reasons={reasons} currency={currency} />
            {taxError && <p className="soft small">The tax could not be asked for; the shop’s own rates stand in.</p>}
            <Discounts of={draftOrder} readOnly={!write} onChange={change} draftOrderId={id} />
            {write && <Coupon key={coupon?.code} id={id} coupon={coupon} busy={busy} onChange={change} />}
          </section>
          <Note key={draft.note} id={id} note={draft.note} readOnly={!write} onWrite={() => setHasNote(true)} />
        </div>
        <About
          draft={draft}
          calculated={calculatedDraftOrder}
          choices={choices}
          choice={choice}
          busy={busy}
          readOnly={!write}
          onChoice={setChoice}
          onChange={change}
        />
      </div>
      {open === 'custom' && (
        <CustomLineDialog
          currency={currency}
          busy={busy}
          onClose={() => setOpen(undefined)}
          onAdd={(line) => changeAndClose(() => client.draftOrders.addLineItemsToDraftOrder({ draftOrderId, customLineItems: [line] }))}
        />
      )}
      {open === 'discount' && (
        <DiscountDialog
          items={draftOrder.lineItems}
          currency={currency}
          busy={busy}
          onClose={() => setOpen(undefined)}
          onAdd={(discount) => changeAndClose(() => client.draftOrders.createCustomDiscounts({ draftOrderId, discounts: [discount] }))}
        />
      )}
      {open === 'place' && (
        <PlaceDialog
          draft={draft}
          choice={choice}
          gap={deliveryGap(calculatedDraftOrder)}
          busy={busy}
          onClose={() => setOpen(undefined)}
          onPlace={async (sent) => {
            const done = await act(async () => {
              const { order, link } = await client.draftAdmin.placeDraft({ id, payment: choice, expectedTotal: total.amount, ...sent })
              if (!link) return `Order ${numberOf(order.number)} is placed.`
              if (!link.sentTo) return linkCopied(link.url, total.formattedAmount)
              return {
                says: `The link to order ${numberOf(order.number)} is sent to ${link.sentTo}.`,
                more: { name: 'Copy link', run: () => void copied(link.url) },
              }
            })
            if (!done) setOpen(undefined)
          }}
        />
      )}
      {open === 'delete' && (
        <Dialog
          title={`Delete ${draft.number === undefined ? 'this draft' : calledOf(draft)}?`}
          about={isEmpty ? 'Nothing is in it.' : `${many(draft.units, 'item')}, ${total.formattedAmount}. It cannot be brought back.`}
          says={draft.heldUntil ? 'Its reserved items go back to stock.' : undefined}
          does="Delete the draft"
          kind="danger"
          busy={busy}
          onDo={() => void remove()}
          onClose={() => setOpen(undefined)}
        >
          <p className="soft">No email is sent.</p>
        </Dialog>
      )}
    </>
  )
}

/** A draft that has become an order stays as it was. */
function Placed({ of: { draft, calculatedDraftOrder, paymentLink } }: { of: LoadedDraft }) {
  const { timeZone } = useShop()
  const { draftOrder, reasons } = calculatedDraftOrder
  const { order } = draft
  const { revalidate } = useRevalidator()
  // As soon as it is paid, it says so.
  useNews(({ entityId }) => entityId === order?.id, revalidate)
  const waits = draft.placed === 'LINK' && order?.status === 'PENDING'
  return (
    <>
      <PageHead
        title={titleOf(draft)}
        facts={
          <>
            <DraftState of={draft} />
            <span>
              {draft.createdBy.name}, {placedAt(draft.createdDate, timeZone)}
            </span>
            {waits && draft.heldUntil && <span>waits for its payment until {shortTime(draft.heldUntil, timeZone)}</span>}
          </>
        }
        {...(order && {
          main: (
            <Link className="btn primary" to={`/orders/${order.id}`}>
              <span>Open order {numberOf(order.number)}</span>
            </Link>
          ),
        })}
      />
      <div className="cols">
        <div>
          <section className="sec">
            <header className="sec-h">
              <h2>Items</h2>
            </header>
            <Items items={draftOrder.lineItems} stockItems={[]} wanted={new Map()} readOnly onQuantity={() => {}} />
          </section>
          {reasons.length > 0 && (
            <section className="sec">
              <header className="sec-h">
                <h2>Sum</h2>
              </header>
              <Ledger id="sum" caption="Sum of the draft" reasons={reasons} currency={draft.currency} prices="prices of that day" open />
            </section>
          )}
          <Note id={draft.id} note={draft.note} readOnly />
        </div>
        <About
          draft={draft}
          calculated={calculatedDraftOrder}
          choices={[]}
          choice={draft.placed ?? 'LATER'}
          paymentLink={paymentLink}
          busy={false}
          readOnly
          onChoice={() => {}}
          onChange={async () => false}
        />
      </div>
    </>
  )
}
