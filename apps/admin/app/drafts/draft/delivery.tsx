import type { CalculatedDraftOrder } from '@vitrine/contract'
import { client } from '../../client.ts'
import { Radio } from '../../parts/field.tsx'
import type { Change } from './draft.tsx'
import { shippingOf } from './shipping.ts'

interface DeliveryProps {
  calculated: CalculatedDraftOrder
  draftOrderId: string
  busy: boolean
  readOnly: boolean
  onChange: Change
}

/** How it gets there, by the same quote as in the shop. */
export function Delivery({
  calculated: { draftOrder, shippingOptions, calculationErrors },
  draftOrderId,
  busy,
  readOnly,
  onChange,
}: DeliveryProps) {
  const now = draftOrder.shippingInfo?.removed ? undefined : draftOrder.shippingInfo?.shippingInfo
  const to = draftOrder.recipientInfo?.recipientInfo
  const isNow = ({ code, carrierId }: (typeof shippingOptions)[number]) => now?.code === code && (now.carrierId ?? '') === (carrierId ?? '')
  const isEmpty = draftOrder.lineItems.length === 0
  const error = calculationErrors?.generalShippingCalculationError?.applicationError?.description
  return (
    <section className="sec">
      <header className="sec-h">
        <h2>When</h2>
      </header>
      {readOnly ? (
        <p>{now ? `${now.title}, ${now.cost?.price?.formattedAmount ?? ''}` : 'Nothing is delivered.'}</p>
      ) : shippingOptions.length === 0 ? (
        <p className="soft">
          {isEmpty
            ? 'Ways of delivery stand here once something is in it.'
            : to?.address
              ? (error ?? 'Nothing of it is delivered.')
              : 'Say where it goes first.'}
        </p>
      ) : (
        <div className="stack-s" role="radiogroup" aria-label="When">
          {shippingOptions.map((option) => {
            const { code, carrierId, title, logistics, cost } = option
            const free = Number(cost.price.amount) === 0
            return (
              <Radio
                key={`${carrierId} ${code}`}
                name="when"
                checked={isNow(option)}
                disabled={busy}
                hint={logistics?.deliveryTime}
                onChange={() =>
                  void onChange(() => client.draftOrders.setShippingInfo({ draftOrderId, shippingInfo: shippingOf(option, to) }))
                }
              >
                {title}, {free ? 'free' : cost.price.formattedAmount}
              </Radio>
            )
          })}
          <Radio
            name="when"
            checked={!now}
            disabled={busy}
            onChange={() => void onChange(() => client.draftOrders.setShippingInfo({ draftOrderId, shippingInfo: null }))}
          >
            Nothing is delivered
          </Radio>
        </div>
      )}
    </section>
  )
}
