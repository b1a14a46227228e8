import type { CalculatedDraftOrder, DraftOrder } from '@vitrine/contract'
import { X } from 'lucide-react'
import { IconButton } from '../../../parts/button.tsx'
import { Check } from '../../../parts/field.tsx'
import { added, written } from '../../sums.ts'

type Discount = DraftOrder['discounts'][number]

interface RulesProps {
  draft: CalculatedDraftOrder
  currency: string
  busy: boolean
  onSwitch: (id: string, applied: boolean) => void
  onDelete: (id: string) => void
}

/** What the rules say to the order as it would be: each says what it does, and can be switched off. */
export function Rules({ draft: { draftOrder, reasons }, currency, busy, onSwitch, onDelete }: RulesProps) {
  const delivery = draftOrder.shippingInfo?.removed ? undefined : draftOrder.shippingInfo?.shippingInfo
  const reason = reasons.find(({ step }) => step === 'SHIPPING')
  const taxes = reasons.filter(({ step }) => step === 'TAX').flatMap(({ taxes: of = [] }) => of)
  const byTax = Map.groupBy(taxes, ({ name, rate }) => `${name}, ${Number((Number(rate) * 100).toFixed(4))} %`)
  return (
    <section className="sec">
      <header className="sec-h">
        <h2>Rules, looked at again</h2>
      </header>
      <ul className="rules">
        {draftOrder.discounts.map(({ discount, source, applied }) => {
          const { id, coupon, discountRule, merchantDiscount } = discount
          const name = coupon?.code ?? discountRule?.name?.original ?? merchantDiscount?.description ?? 'Discount'
          return (
            <li key={id}>
              <span>
                <Check checked={applied} disabled={busy} onChange={(event) => onSwitch(id!, event.target.checked)}>
                  <span className={coupon ? 'mono' : undefined}>{name}</span>
                </Check>
              </span>
              <span className="row">
                {saysOf({ discount, source, applied })}
                {source === 'CUSTOM' && (
                  <IconButton icon={X} small name={`Take ${name} off`} disabled={busy} onClick={() => onDelete(id!)} />
                )}
              </span>
            </li>
          )
        })}
        <li>
          <span>Delivery</span>
          <span>
            {!delivery
              ? 'nothing is delivered'
              : reason?.freeFrom && Number(reason.amount) === 0
                ? `free, from ${written(added([{ amount: reason.freeFrom }], currency), currency)}`
                : `${delivery.title}, ${delivery.cost?.price?.formattedAmount ?? ''}`}
          </span>
        </li>
        {[...byTax].map(([name, of]) => (
          <li key={name}>
            <span>{name}</span>
            <span>{written(added(of, currency), currency)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function saysOf({ discount, source, applied }: Discount): string {
  const amount = (discount.coupon ?? discount.discountRule ?? discount.merchantDiscount)?.amount?.formattedAmount ?? ''
  if (!applied) return `off; it would take ${amount}`
  if (source === 'ORIGINAL_ORDER') return `as ordered, −${amount}`
  return source === 'AUTOMATIC' ? `given to what is new, −${amount}` : `−${amount}, by you`
}
