import type { CalculatedDraftOrder, DraftOverview } from '@vitrine/contract'
import { useState } from 'react'
import { client } from '../../client.ts'
import { Address } from '../../orders/order/address.tsx'
import { many, shortTime } from '../../orders/text.ts'
import { Button } from '../../parts/button.tsx'
import { Radio } from '../../parts/field.tsx'
import { useShop } from '../../shop.ts'
import type { Change } from './change.ts'
import { CustomerDialog } from './customer.tsx'
import { Delivery } from './delivery.tsx'
import { deliveryGap, gapText } from './delivery-gap.ts'
import { PaymentLink } from './payment-link.tsx'
import { choiceText, type PaymentChoice } from './place.tsx'
import { ReserveDialog } from './reserve.tsx'
import { shippingOf } from './shipping.ts'
import { Warning } from './warning.tsx'

interface AboutProps {
  draft: DraftOverview
  calculated: CalculatedDraftOrder
  choices: readonly PaymentChoice[]
  choice: PaymentChoice
  /** Of a placed draft that waits for its payment. */
  paymentLink?: string | undefined
  busy: boolean
  readOnly: boolean
  onChoice: (choice: PaymentChoice) => void
  onChange: Change
}

const initialsOf = (name: string): string =>
  name
    .split(/[\s@]+/)
    .map((word) => word[0])
    .slice(0, 2)
    .join('')
    .toUpperCase()

/** Whom it is for, how it goes there, and how it is paid. */
export function About({ draft, calculated, choices, choice, paymentLink, busy, readOnly, onChoice, onChange }: AboutProps) {
  const { timeZone } = useShop()
  const [open, setOpen] = useState<'customer' | 'reserve'>()
  const { draftOrder } = calculated
  const to = draftOrder.recipientInfo?.removed ? undefined : draftOrder.recipientInfo?.recipientInfo
  const close = () => setOpen(undefined)
  const isKnown = draft.name !== ''
  const gap = deliveryGap(calculated)
  return (
    <aside className="rail" aria-label="About this draft">
      <section className="sec">
        <header className="sec-h">
          <h2>Customer</h2>
          {!readOnly && (
            <div className="acts">
              <Button kind="link" disabled={busy} onClick={() => setOpen('customer')}>
                {isKnown ? 'Change' : 'Add a customer'}
              </Button>
            </div>
          )}
        </header>
        {isKnown ? (
          <div className="row">
            <span className="av" aria-hidden="true">
              {initialsOf(draft.name)}
            </span>
            <div className="two">
              <b>{draft.name}</b>
              <span className="faint small">{draft.email ?? 'no email known'}</span>
            </div>
          </div>
        ) : (
          <p className="soft">No customer yet. An email address finds earlier customers.</p>
        )}
      </section>
      {(to?.address || gap?.is === 'ADDRESS') && (
        <section className="sec">
          <header className="sec-h">
            <h2>Ship to</h2>
            {!readOnly && gap?.is === 'ADDRESS' && (
              <div className="acts">
                <Button kind="link" disabled={busy} onClick={() => setOpen('customer')}>
                  {to?.address ? 'Complete the address' : 'Add the address'}
                </Button>
              </div>
            )}
          </header>
          {to?.address && <Address of={to} />}
          {!readOnly && gap?.is === 'ADDRESS' && <Warning>{gapText(gap)}</Warning>}
        </section>
      )}
      <Delivery calculated={calculated} draftOrderId={draft.id} readOnly={readOnly} onChange={onChange} />
      <section className="sec">
        <header className="sec-h">
          <h2>Pay</h2>
        </header>
        {readOnly ? (
          <p>{choiceText[choice].name}</p>
        ) : (
          <div className="stack-s" role="radiogroup" aria-label="Pay">
            {choices.map((one) => (
              <Radio key={one} name="pay" checked={one === choice} onChange={() => onChoice(one)} hint={choiceText[one].hint}>
                {choiceText[one].name}
              </Radio>
            ))}
          </div>
        )}
        {paymentLink && <PaymentLink url={paymentLink} sum={draft.total.formattedAmount} />}
      </section>
      {draft.status === 'DRAFT' && (
        <section className="sec">
          <header className="sec-h">
            <h2>Reserved stock</h2>
            {!readOnly && (
              <div className="acts">
                {draft.heldUntil && (
                  <Button
                    kind="link"
                    disabled={busy}
                    onClick={() =>
                      void onChange(async () => {
                        await client.draftAdmin.updateDraft({ id: draft.id, heldUntil: null })
                      })
                    }
                  >
                    Release
                  </Button>
                )}
                <Button kind="link" disabled={busy || draft.units === 0} onClick={() => setOpen('reserve')}>
                  {draft.heldUntil ? 'Change' : 'Reserve'}
                </Button>
              </div>
            )}
          </header>
          <p className="soft small">
            {draft.heldUntil
              ? `${many(draft.units, 'item')} stay reserved until ${shortTime(draft.heldUntil, timeZone)}.`
              : 'Nothing is reserved: others may buy it meanwhile.'}
          </p>
        </section>
      )}
      {open === 'customer' && (
        <CustomerDialog
          email={draft.email}
          of={to ?? {}}
          busy={busy}
          onClose={close}
          onSave={async ({ email, memberId, info }) => {
            const done = await onChange(async () => {
              const draftOrderId = draft.id
              const buyerInfo = { ...(email && { email }), ...(memberId && { memberId }) }
              await client.draftOrders.setBuyerInfo({ draftOrderId, buyerInfo: email ? buyerInfo : null })
              await client.draftOrders.setBillingInfo({ draftOrderId, billingInfo: info })
              const delivery = draftOrder.shippingInfo?.removed ? undefined : draftOrder.shippingInfo?.shippingInfo
              const changed = await client.draftOrders.setRecipientInfo({ draftOrderId, recipientInfo: info })
              if (!delivery?.logistics?.shippingDestination) return changed
              const price = delivery.cost?.price?.amount
              return client.draftOrders.setShippingInfo({ draftOrderId, shippingInfo: shippingOf(delivery, info, price) })
            })
            if (done) close()
          }}
        />
      )}
      {open === 'reserve' && (
        <ReserveDialog
          draft={draft}
          busy={busy}
          onClose={close}
          onReserve={async (heldUntil) => {
            const done = await onChange(async () => {
              await client.draftAdmin.updateDraft({ id: draft.id, heldUntil })
            })
            if (done) close()
          }}
        />
      )}
    </aside>
  )
}
