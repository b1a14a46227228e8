import type { StockLocation } from '@vitrine/contract'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { client } from '../client.ts'
import { stockText } from '../locations/text.ts'
import { useAct } from '../parts/acting.ts'
import { Dialog } from '../parts/dialog.tsx'
import { SelectField, TextField } from '../parts/field.tsx'

/** Begins a transfer as a draft: from where, to where. */
export function NewTransfer({ between, onClose }: { between: readonly StockLocation[]; onClose: () => void }) {
  const { act, busy } = useAct(stockText)
  const navigate = useNavigate()
  const [from, setFrom] = useState((between.find((location) => location.default) ?? between[0]!).id)
  const [to, setTo] = useState(between.find(({ id }) => id !== from)!.id)
  const [reference, setReference] = useState('')
  const [expected, setExpected] = useState('')
  const make = async () => {
    let made = ''
    const done = await act(async () => {
      const { transfer } = await client.stockTransfers.createTransfer({
        transfer: {
          fromLocationId: from,
          toLocationId: to,
          lines: [],
          ...(reference.trim() && { reference: reference.trim() }),
          ...(expected && { expectedDate: `${expected}T12:00:00.000Z` }),
        },
      })
      made = transfer.id
      return undefined
    })
    if (done) await navigate(`/transfers/${made}`)
  }
  const options = between.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ))
  return (
    <Dialog
      title="New transfer"
      about="Nothing moves until it is sent."
      does="Start the draft"
      busy={busy}
      disabled={from === to}
      onDo={() => void make()}
      onClose={onClose}
    >
      <SelectField label="From" value={from} data-first="" onChange={({ target }) => setFrom(target.value)}>
        {options}
      </SelectField>
      <SelectField
        label="To"
        value={to}
        error={from === to ? 'Choose another location than it comes from.' : undefined}
        onChange={({ target }) => setTo(target.value)}
      >
        {options}
      </SelectField>
      <TextField label="Reference" optional value={reference} maxLength={100} onChange={({ target }) => setReference(target.value)} />
      <TextField label="Expected" optional type="date" value={expected} onChange={({ target }) => setExpected(target.value)} />
    </Dialog>
  )
}
