import { useState } from 'react'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/field.tsx'

interface NewStepProps {
  unit: string
  /** A weight in the unit of the shop: `7.5`. */
  onAdd: (weight: string) => void
  onClose: () => void
}

/** Asks for the weight of another column. */
export function NewStep({ unit, onAdd, onClose }: NewStepProps) {
  const [text, setText] = useState('')
  return (
    <Dialog
      title="New step"
      about="A column for every rate. It applies where you enter a price."
      does="Add the step"
      busy={false}
      disabled={!/^\d{1,6}([.,]\d{1,3})?$/.test(text.trim()) || Number(text.replace(',', '.')) === 0}
      onDo={() => {
        onAdd(String(Number(text.replace(',', '.'))))
        onClose()
      }}
      onClose={onClose}
    >
      <TextField
        label="Up to"
        after={unit}
        end
        inputMode="decimal"
        data-first=""
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </Dialog>
  )
}
