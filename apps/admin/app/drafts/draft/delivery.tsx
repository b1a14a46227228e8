import type { CalculatedDraftOrder } from '@vitrine/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { client } from '../../client.ts'
import { promisedFor } from '../../orders/text.ts'
import { Radio } from '../../parts/field.tsx'
import { useShop } from '../../shop.ts'
import type { Change } from './change.ts'
import { shippingOf } from './shipping.ts'

interface DeliveryProps {
  calculated: CalculatedDraftOrder
  draftOrderId: string
  readOnly: boolean
  onChange: Change
}

const nothing = 'nothing'
const settlesMs = 250

/** How it gets there, by the same quote as in the shop. */
export function Delivery({
  calculated: { draftOrder, shippingOptions, calculationErrors },
  draftOrderId,
  readOnly,
  onChange,
}: DeliveryProps) {
  const { timeZone } = useShop()
  const now = draftOrder.shippingInfo?.removed ? undefined : draftOrder.shippingInfo?.shippingInfo
  const to = draftOrder.recipientInfo?.recipientInfo
  // Whoever goes along by the arrow keys means the last one.
  const [wanted, setWanted] = useState<string>()
  const keyOf = ({ code, carrierId }: { code?: string | undefined; carrierId?: string | undefined }) => `${carrierId ?? ''} ${code ?? ''}`
  const chosen = wanted ?? (now ? keyOf(now) : nothing)
  const send = useEffectEvent(async () => {
    const option = shippingOptions.find((one) => keyOf(one) === wanted)
    await onChange(() => client.draftOrders.setShippingInfo({ draftOrderId, shippingInfo: option ? shippingOf(option, to) : null }))
    setWanted((as) => (as === wanted ? undefined : as))
  })
  useEffect(() => {
    if (wanted === undefined) return undefined
    const timer = setTimeout(() => void send(), settlesMs)
    return () => clearTimeout(timer)
  }, [wanted])
  const isEmpty = draftOrder.lineItems.length === 0
  const error = calculationErrors?.generalShippingCalculationError?.applicationError?.description
  return (
    <section className="sec">
      <header className="sec-h">
        <h2>When</h2>
      </header>
      {readOnly ? (
        <p>
          {now
            ? [now.title, now.cost?.price?.formattedAmount, promisedFor({ shippingInfo: now }, timeZone)].filter(Boolean).join(', ')
            : 'Nothing is delivered.'}
        </p>
      ) : shippingOptions.length === 0 ? (
        <p className="soft">
          {isEmpty
            ? 'Shipping options appear once an item is added.'
            : to?.address
              ? (error ?? 'Nothing in it has to be delivered.')
              : 'Add the delivery address first.'}
        </p>
      ) : (
        <div className="stack-s" role="radiogroup" aria-label="When">
          {shippingOptions.map((option) => {
            const { title, logistics, cost } = option
            const key = keyOf(option)
            // Those of one method that come at different times are told apart by them.
            const hint = promisedFor({ shippingInfo: { title, logistics } }, timeZone, 'long') ?? logistics?.deliveryTime
            return (
              <Radio key={key} name="when" checked={chosen === key} hint={hint} onChange={() => setWanted(key)}>
                {title}, {Number(cost.price.amount) === 0 ? 'free' : cost.price.formattedAmount}
              </Radio>
            )
          })}
          <Radio name="when" checked={chosen === nothing} onChange={() => setWanted(nothing)}>
            Nothing is delivered
          </Radio>
        </div>
      )}
    </section>
  )
}
