import type { Order, ReturnableLine } from '@vitrine/contract'
import { useState } from 'react'
import { client } from '../client.ts'
import { many, numberOf } from '../orders/text.ts'
import { useAnswer } from '../parts/answer.ts'
import { Dialog } from '../parts/dialog.tsx'
import { SelectField } from '../parts/field.tsx'

interface BeginProps {
  order: Order
  busy: boolean
  onAct: (work: () => Promise<string>) => Promise<boolean>
  /** The return that was made. */
  onMade: (id: string) => void
  onClose: () => void
}

/** Begins a return for the buyer of an order. */
export function BeginDialog({ order, busy, onAct, onMade, onClose }: BeginProps) {
  const id = order.id!
  const answer = useAnswer({ ask: (signal) => client.returns.getReturnability({ id }, { signal }), of: id, ms: 0 })
  const [units, setUnits] = useState<ReadonlyMap<string, number>>(new Map())
  const [reason, setReason] = useState<string>()
  const lines = answer?.returnability.lines.filter(({ returnable }) => returnable > 0)
  const reasons = answer?.returnability.reasons ?? []
  const why = reason ?? reasons[0] ?? ''
  const sum = [...units.values()].reduce((all, count) => all + count, 0)
  const begin = () =>
    onAct(async () => {
      const wanted = [...units]
        .filter(([, quantity]) => quantity > 0)
        .map(([lineItemId, quantity]) => ({ lineItemId, quantity, reason: why }))
      const { return: made } = await client.returns.requestReturn({ id, lines: wanted })
      onMade(made.id)
      return `Return ${made.number} is begun.`
    })
  return (
    <Dialog
      title={`Return items of ${numberOf(order.number)}`}
      about={
        lines?.length === 0
          ? 'Nothing of it can come back: it was not sent, or came back already.'
          : 'The next page approves it and tells the buyer.'
      }
      does={sum > 0 ? `Return ${many(sum, 'item')}` : 'Return items'}
      busy={busy}
      disabled={sum === 0}
      onDo={() => void begin()}
      onClose={onClose}
    >
      {lines && lines.length > 0 && (
        <div className="stack">
          {lines.map((line, at) => (
            <Units
              key={line.lineItemId}
              of={line}
              first={at === 0}
              count={units.get(line.lineItemId) ?? 0}
              onCount={(count) => setUnits(new Map(units).set(line.lineItemId, count))}
            />
          ))}
          <SelectField label="Reason" value={why} onChange={({ target }) => setReason(target.value)}>
            {reasons.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </SelectField>
        </div>
      )}
    </Dialog>
  )
}

function Units({ of, first, count, onCount }: { of: ReturnableLine; first: boolean; count: number; onCount: (count: number) => void }) {
  const { name, description, returnable } = of
  return (
    <SelectField
      label={`${name}${description ? `, ${description}` : ''}`}
      value={String(count)}
      onChange={({ target }) => onCount(Number(target.value))}
      {...(first && { 'data-first': '' })}
    >
      {Array.from({ length: Math.min(returnable, 100) + 1 }, (_, quantity) => (
        <option key={quantity} value={quantity}>
          {quantity === 0 ? 'None' : `${quantity} of ${returnable}`}
        </option>
      ))}
    </SelectField>
  )
}
