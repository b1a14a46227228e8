import type { DraftItem, Input } from '@vitrine/contract'
import { toDecimal } from '@vitrine/pricing'
import { useState } from 'react'
import { Dialog } from '../../../parts/dialog.tsx'
import { SelectField, Stepper, TextField } from '../../../parts/field.tsx'
import { readAmount, written } from '../../sums.ts'

type NewLine = NonNullable<Input<'POST /ecom/v1/draft-orders/{draftOrderId}/add-line-items'>['customLineItems']>[number]
type NewDiscount = Input<'POST /ecom/v1/draft-orders/{draftOrderId}/create-custom-discounts'>['discounts'][number]

interface MoreProps<T> {
  currency: string
  busy: boolean
  onAdd: (added: T) => Promise<unknown>
  onClose: () => void
}

/** Something that is in no catalogue: a repair, a wish, an item without a name. */
export function CustomLineDialog({ currency, busy, onAdd, onClose }: MoreProps<NewLine>) {
  const [name, setName] = useState('')
  const [price, setPrice] = useState('')
  const [quantity, setQuantity] = useState(1)
  const [sent, setSent] = useState('PHYSICAL')
  const amount = readAmount(price, currency)
  const isPrice = amount !== undefined && amount >= 0
  return (
    <Dialog
      title="Custom line"
      about="Something that is in no catalogue. A physical item is sent with the rest, a service is not."
      does={isPrice && price ? `Add ${quantity} for ${written(amount, currency)}` : 'Add'}
      busy={busy}
      disabled={name.trim() === '' || !isPrice || price === '' || quantity === 0}
      onDo={() =>
        void onAdd({
          quantity,
          productName: { original: name.trim() },
          price: { amount: toDecimal(amount!, currency) },
          itemType: { preset: sent === 'PHYSICAL' ? 'PHYSICAL' : 'SERVICE' },
          physicalProperties: { shippable: sent === 'PHYSICAL' },
        })
      }
      onClose={onClose}
    >
      <div className="stack">
        <TextField label="Name" value={name} maxLength={200} data-first="" onChange={(event) => setName(event.target.value)} />
        <div className="grid2">
          <TextField
            label="Price of one"
            end
            inputMode="decimal"
            after={currency}
            value={price}
            error={price !== '' && !isPrice ? `That is no amount of ${currency}.` : undefined}
            onChange={(event) => setPrice(event.target.value)}
          />
          <SelectField label="Type" value={sent} onChange={(event) => setSent(event.target.value)}>
            <option value="PHYSICAL">Physical item</option>
            <option value="SERVICE">Service</option>
          </SelectField>
        </div>
        <Stepper of="custom line" value={quantity} onChange={setQuantity} />
      </div>
    </Dialog>
  )
}

/** Takes something off: everything, one line, or the delivery. */
export function DiscountDialog({ items, currency, busy, onAdd, onClose }: MoreProps<NewDiscount> & { items: readonly DraftItem[] }) {
  const [size, setSize] = useState('')
  const [unit, setUnit] = useState<'AMOUNT' | 'PERCENT'>('AMOUNT')
  const [off, setOff] = useState('GLOBAL')
  const [name, setName] = useState('Goodwill')
  const amount = readAmount(size, currency)
  const percent = size.trim().replace(',', '.')
  const isPercent = /^(?:100|\d{1,2}(?:\.\d{1,2})?)$/.test(percent) && Number(percent) > 0
  const isGood = unit === 'AMOUNT' ? amount !== undefined && amount > 0 : isPercent
  const says = unit === 'AMOUNT' ? amount !== undefined && written(amount, currency) : `${percent} %`
  return (
    <Dialog
      title="Discount"
      does={isGood ? `Take ${says} off` : 'Take it off'}
      says={`${name.trim() || 'Discount'} stands on the order and the invoice.`}
      busy={busy}
      disabled={!isGood}
      onDo={() =>
        void onAdd({
          ...(unit === 'AMOUNT' ? { priceAmount: { amount: toDecimal(amount!, currency) } } : { percentage: percent }),
          ...(off === 'GLOBAL' || off === 'SHIPPING'
            ? { discountType: off }
            : { discountType: 'SPECIFIC_ITEMS', lineItemDiscounts: [{ id: off }] }),
          description: name.trim(),
          applyToDraftOrder: true,
        })
      }
      onClose={onClose}
    >
      <div className="stack">
        <div className="grid2">
          <TextField
            label="How much"
            end
            inputMode="decimal"
            value={size}
            data-first=""
            error={
              size !== '' && !isGood ? (unit === 'AMOUNT' ? `That is no amount of ${currency}.` : 'A share from 0.01 to 100.') : undefined
            }
            onChange={(event) => setSize(event.target.value)}
          />
          <SelectField label="Of what kind" value={unit} onChange={(event) => setUnit(event.target.value as typeof unit)}>
            <option value="AMOUNT">{currency}</option>
            <option value="PERCENT">Per cent</option>
          </SelectField>
        </div>
        <SelectField label="Off" value={off} onChange={(event) => setOff(event.target.value)}>
          <option value="GLOBAL">All items</option>
          <option value="SHIPPING">The delivery</option>
          {items
            .filter(({ removed }) => !removed)
            .map(({ lineItem: { id, productName } }) => (
              <option key={id} value={id}>
                {productName?.original}
              </option>
            ))}
        </SelectField>
        <TextField label="Why" value={name} maxLength={200} onChange={(event) => setName(event.target.value)} />
      </div>
    </Dialog>
  )
}
