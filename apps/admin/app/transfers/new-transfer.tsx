import type { StockLevel, StockLocation } from '@vitrine/contract'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { client } from '../client.ts'
import { many } from '../list/many.ts'
import { stockText } from '../locations/text.ts'
import { useAct } from '../parts/acting.ts'
import { Dialog } from '../parts/dialog.tsx'
import { SelectField, TextField } from '../parts/field.tsx'
import { isUnits, lineKey, lineName } from './lines.tsx'

interface NewTransferProps {
  readonly between: readonly StockLocation[]
  /** The location that it leaves at first. */
  readonly from?: string
  /** What is moved; more can be added to the draft. */
  readonly of?: readonly StockLevel[]
  readonly onClose: () => void
}

/** Begins a transfer as a draft: from where, to where, and what of it is chosen already. */
export function NewTransfer({ between, from: first, of: levels = [], onClose }: NewTransferProps) {
  const { act, busy } = useAct(stockText)
  const navigate = useNavigate()
  const [from, setFrom] = useState(
    (between.find(({ id }) => id === first) ?? between.find((location) => location.default) ?? between[0]!).id,
  )
  const [to, setTo] = useState(between.find(({ id }) => id !== from)!.id)
  const [reference, setReference] = useState('')
  const [expected, setExpected] = useState('')
  const [units, setUnits] = useState<ReadonlyMap<string, string>>(new Map(levels.map((level) => [lineKey(level), '1'])))
  const readable = [...units.values()].every(isUnits)
  const make = async () => {
    let made = ''
    const done = await act(async () => {
      const { transfer } = await client.stockTransfers.createTransfer({
        transfer: {
          fromLocationId: from,
          toLocationId: to,
          lines: levels.map((level) => ({
            productId: level.productId,
            variantId: level.variantId,
            quantity: Number(units.get(lineKey(level))),
          })),
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
      title={levels.length === 0 ? 'New transfer' : `Transfer ${many(levels.length, 'variant')}`}
      about="Nothing moves until it is sent."
      does="Start the draft"
      busy={busy}
      disabled={from === to || !readable}
      onDo={() => void make()}
      onClose={onClose}
    >
      <div className="stack">
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
        {levels.map((level) => (
          <TextField
            key={lineKey(level)}
            label={lineName(level)}
            hint={hereText(level, from)}
            after="units"
            inputMode="numeric"
            autoComplete="off"
            value={units.get(lineKey(level))}
            error={isUnits(units.get(lineKey(level))!) ? undefined : 'Write how many leave.'}
            onChange={({ target }) => setUnits(new Map(units).set(lineKey(level), target.value))}
          />
        ))}
        <TextField label="Reference" optional value={reference} maxLength={100} onChange={({ target }) => setReference(target.value)} />
        <TextField label="Expected" optional type="date" value={expected} onChange={({ target }) => setExpected(target.value)} />
      </div>
    </Dialog>
  )
}

/** `12 there now` */
function hereText({ locations }: StockLevel, at: string): string | undefined {
  const here = locations?.find(({ locationId }) => locationId === at)
  return locations && `${(here?.quantity ?? 0).toLocaleString('en-GB')} there now`
}
