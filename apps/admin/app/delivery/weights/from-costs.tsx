import { exponentOf } from '@vitrine/pricing'
import { useState } from 'react'
import { many } from '../../list/many.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/field.tsx'
import { useShop } from '../../shop.ts'
import { withShare } from './sheet.ts'

interface FromCostsProps<Cell> {
  /** Prices whose cost is known. */
  of: readonly { readonly cost: string; readonly put: (text: string) => Cell }[]
  onFill: (cells: readonly Cell[]) => void
  onClose: () => void
}

/** Sets prices to what the carrier takes and a share of it; they are saved with the sheet. */
export function FromCosts<Cell>({ of, onFill, onClose }: FromCostsProps<Cell>) {
  const { currency } = useShop()
  const [share, setShare] = useState('10')
  const isShare = /^\d{1,3}(?:[.,]\d{1,2})?$/.test(share.trim())
  return (
    <Dialog
      title="Fill prices from costs"
      about="Each price whose cost you have entered becomes the cost and so much more. Nothing is saved yet."
      does={`Fill ${many(of.length, 'price')}`}
      busy={false}
      disabled={!isShare}
      onDo={() => {
        onFill(of.map(({ cost, put }) => put(withShare(cost, share, exponentOf(currency)) ?? cost)))
        onClose()
      }}
      onClose={onClose}
    >
      <TextField
        label="On top of the cost"
        after="%"
        end
        inputMode="decimal"
        data-first=""
        value={share}
        error={isShare ? undefined : 'Write a percentage, such as 10.'}
        onChange={({ target }) => setShare(target.value)}
      />
    </Dialog>
  )
}
