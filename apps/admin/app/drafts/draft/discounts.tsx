import type { DraftOrder } from '@vitrine/contract'
import { X } from 'lucide-react'
import { client } from '../../client.ts'
import { IconButton } from '../../parts/button.tsx'
import { Check } from '../../parts/field.tsx'
import type { Change } from './change.ts'

interface DiscountsProps {
  of: DraftOrder
  draftOrderId: string
  readOnly: boolean
  onChange: Change
}

/** What is taken off, by rules, by the coupon and by hand; each can be switched off. */
export function Discounts({ of, draftOrderId, readOnly, onChange }: DiscountsProps) {
  // A rule that gives nothing for what is in it is nothing to switch.
  const discounts = of.discounts.filter(({ discount: { discountRule } }) => !discountRule || Number(discountRule.amount?.amount) !== 0)
  if (discounts.length === 0) return null
  return (
    <ul className="rules" aria-label="Discounts">
      {discounts.map(({ discount, source, applied }) => {
        const { id, coupon, discountRule, merchantDiscount } = discount
        const name = coupon?.code ?? discountRule?.name?.original ?? (merchantDiscount?.description || 'Discount')
        const amount = (coupon ?? discountRule ?? merchantDiscount)?.amount?.formattedAmount ?? ''
        return (
          <li key={id}>
            <span>
              <Check
                checked={applied}
                disabled={readOnly}
                onChange={({ target }) =>
                  void onChange(() => client.draftOrders.setDiscounts({ draftOrderId, discounts: [{ id: id!, applied: target.checked }] }))
                }
              >
                {name}
              </Check>
            </span>
            <span className="row">
              {applied ? `−${amount}` : `off; it would take ${amount}`}
              {source === 'CUSTOM' && !readOnly && (
                <IconButton
                  icon={X}
                  small
                  name={`Take ${name} off`}
                  onClick={() => void onChange(() => client.draftOrders.deleteCustomDiscounts({ draftOrderId, discountIds: [id!] }))}
                />
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
