import { Refused } from '@vitrine/client'
import type { RefusalData, StockLevel, StockLocation } from '@vitrine/contract'
import { useState } from 'react'
import { client } from '../client.ts'
import { many } from '../list/many.ts'
import { useAct } from '../parts/acting.ts'
import { Dialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { Head, RowHead, Table, Td, Tr } from '../parts/table.tsx'
import { type Change, cellKeyOf, countedOn, quantityText, signed } from './sheet.ts'
import { useWriting } from './writing.tsx'

type Now = RefusalData<'STOCK_CHANGED'>['items'][number]

const said = (quantity: number | null | undefined): string =>
  quantity === null || quantity === undefined ? 'not tracked' : quantity.toLocaleString('en-GB')

/** A row with what there is now: in all, or at a location. */
function rowAsNow(row: StockLevel, { quantity, locationId }: Now): StockLevel {
  const { quantity: was, ...rest } = row
  if (locationId === undefined) return { ...rest, tracked: quantity !== undefined, ...(quantity !== undefined && { quantity }) }
  const others = (row.locations ?? []).filter((one) => one.locationId !== locationId)
  if (quantity === undefined) return { ...rest, tracked: false }
  return { ...rest, tracked: true, ...(was !== undefined && { quantity: was }), locations: [...others, { locationId, quantity }] }
}

interface SaveProps {
  /** All of them can be read. */
  of: readonly Change[]
  /** The location that was counted, or that received; undefined for all together. */
  at: StockLocation | undefined
  onDone: (saved: boolean) => void
}

/** Asks why, and saves what was written. What somebody else moved meanwhile is shown, and decided on once more. */
export function SaveDialog({ of: changes, at, onDone }: SaveProps) {
  const { mode, sheet, put, clear, setMode } = useWriting()
  const { act, busy } = useAct()
  const [note, setNote] = useState(mode === 'count' ? 'Stock count' : '')
  const [moved, setMoved] = useState<readonly Now[]>([])
  const quantities = many(changes.length, 'quantity', 'quantities')
  const keyOfNow = ({ productId, variantId, locationId }: Now) => [productId, variantId, ...(locationId ? [locationId] : [])].join(' ')
  const { counted, differ } = countedOn(sheet)
  const units = changes.reduce((sum, { was, now }) => sum + (now ?? 0) - (was ?? 0), 0)
  const writtenOf = (now: Now) => changes.find((change) => cellKeyOf(change) === keyOfNow(now))

  const save = (using: readonly Change[]) =>
    act(async () => {
      const noted = { ...(note.trim() !== '' && { note: note.trim() }), ...(at && { locationId: at.id }) }
      try {
        if (mode === 'receive')
          await client.merchantInventory.receiveGoods({
            goods: using.map(({ row, at: place, was, now }) => ({
              productId: row.productId,
              variantId: row.variantId,
              quantity: now! - (was ?? 0),
              ...(place && { locationId: place.id }),
            })),
            ...noted,
          })
        else
          await client.merchantInventory.countStock({
            counts: using.map(({ row, at: place, was, now }) => ({
              productId: row.productId,
              variantId: row.variantId,
              quantity: now ?? null,
              expected: was,
              ...(place && { locationId: place.id }),
            })),
            ...noted,
          })
      } catch (error) {
        if (!(error instanceof Refused) || error.code !== 'STOCK_CHANGED') throw error
        setMoved((error.data as RefusalData<'STOCK_CHANGED'>).items)
        return undefined
      }
      if (mode === 'count') setMode('adjust')
      else clear()
      onDone(true)
      if (mode === 'receive') return `${many(using.length, 'variant')} received.`
      return `${mode === 'count' ? `${many(counted, 'variant')} counted, ` : ''}${many(using.length, 'quantity', 'quantities')} saved.`
    })

  /** The rows that moved, as they are now; with what was written on them, or without. */
  const again = (mine: boolean) => {
    const next = new Map(sheet)
    for (const now of moved) {
      const key = keyOfNow(now)
      const written = next.get(key)
      if (!written) continue
      const change = writtenOf(now)
      const asNow = { ...written, row: rowAsNow(written.row, now) }
      if (mine && change && (now.quantity ?? null) !== change.now) next.set(key, { ...asNow, text: quantityText(change.now ?? null) })
      else next.delete(key)
    }
    setMoved([])
    put(next)
    if (next.size === 0) onDone(true)
  }

  if (moved.length > 0)
    return (
      <Dialog
        key="moved"
        wide
        title="Somebody moved stock meanwhile"
        about="It was sold or counted since you read it. Nothing of yours is saved yet."
        does="Keep what I wrote"
        also={
          <button type="button" className="btn" onClick={() => again(false)}>
            <span>Keep what is there now</span>
          </button>
        }
        busy={busy}
        onDo={() => again(true)}
        onClose={() => onDone(false)}
      >
        <Table
          caption="What moved meanwhile"
          head={
            <>
              <Head>Variant</Head>
              <Head className="num">You read</Head>
              <Head className="num">Now</Head>
              <Head className="num">You wrote</Head>
            </>
          }
        >
          {moved.map((now) => (
            <Tr key={keyOfNow(now)}>
              <RowHead>{writtenOf(now)?.name}</RowHead>
              <Td of="You read" className="num">
                {said(writtenOf(now)?.was)}
              </Td>
              <Td of="Now" className="num">
                {said(now.quantity)}
              </Td>
              <Td of="You wrote" className="num">
                {said(writtenOf(now)?.now)}
              </Td>
            </Tr>
          ))}
        </Table>
      </Dialog>
    )
  return (
    <Dialog
      key="save"
      title={
        mode === 'receive' ? `Receive ${many(changes.length, 'variant')}?` : mode === 'count' ? 'Save the count?' : `Save ${quantities}?`
      }
      about={`${at ? `At ${at.name}. ` : ''}It goes to the history of each variant and to the audit log, with your name.`}
      does={mode === 'receive' ? 'Receive the stock' : `Save ${quantities}`}
      says={
        mode === 'count' &&
        `${many(counted, 'variant')} counted; ${many(differ, 'differs', 'differ')}: ${signed(units)} ${Math.abs(units) === 1 ? 'unit' : 'units'} in all.`
      }
      busy={busy}
      onDo={() => void save(changes)}
      onClose={() => onDone(false)}
    >
      <TextField
        label="Reason"
        optional
        maxLength={500}
        value={note}
        placeholder={mode === 'receive' ? 'Delivery of Tuesday' : 'Counted, damaged, found…'}
        onChange={(event) => setNote(event.target.value)}
      />
    </Dialog>
  )
}
