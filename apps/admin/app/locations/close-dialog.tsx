import type { StockLocation } from '@vitrine/contract'
import { useState } from 'react'
import { client } from '../client.ts'
import { useAct } from '../parts/acting.ts'
import { Dialog } from '../parts/dialog.tsx'
import { SelectField } from '../parts/field.tsx'
import { stockText } from './text.ts'

interface CloseDialogProps {
  readonly of: StockLocation
  /** Where its stock can go. */
  readonly others: readonly StockLocation[]
  readonly onClose: () => void
}

/** Moves the stock of a location to another, and closes or deletes it. */
export function CloseDialog({ of: location, others, onClose }: CloseDialogProps) {
  const { act, busy } = useAct(stockText)
  const [to, setTo] = useState((others.find((other) => other.default) ?? others[0])?.id ?? '')
  const emptied = async () => {
    let moved = true
    while (moved) moved = (await client.stockLocations.moveStock({ locationId: location.id, toLocationId: to })).more
  }
  const close = async (forGood: boolean) => {
    const done = await act(async () => {
      await emptied()
      if (forGood) await client.stockLocations.deleteLocation({ locationId: location.id })
      else await client.stockLocations.updateLocation({ location: { id: location.id, revision: location.revision, active: false } })
      return forGood ? `${location.name} deleted.` : `${location.name} closed.`
    })
    if (done) onClose()
  }
  return (
    <Dialog
      title={`Close ${location.name}?`}
      about="Its stock is moved first. Its history stays."
      does="Move the stock and close it"
      also={
        <button type="button" className="btn danger" disabled={busy} onClick={() => void close(true)}>
          <span>Delete it</span>
        </button>
      }
      busy={busy}
      onDo={() => void close(false)}
      onClose={onClose}
    >
      <SelectField label="Move its stock to" value={to} onChange={({ target }) => setTo(target.value)}>
        {others.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
    </Dialog>
  )
}
