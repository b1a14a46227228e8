import type { StockTransfer } from '@vitrine/contract'
import { useState } from 'react'
import { client } from '../client.ts'
import { many } from '../list/many.ts'
import { stockText } from '../locations/text.ts'
import { useAct } from '../parts/acting.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Check, TextField } from '../parts/field.tsx'
import { lineKey, lineName } from './lines.tsx'

const isQuantity = (text: string): boolean => /^\s*\d{0,9}\s*$/.test(text)

/** Writes down what arrived of a transfer, and whether that was all. */
export function ReceiveDialog({ of: transfer, at, onClose }: { of: StockTransfer; at: string; onClose: () => void }) {
  const { act, busy } = useAct(stockText)
  const open = transfer.lines.filter((line) => line.quantity > line.received)
  const [texts, setTexts] = useState<ReadonlyMap<string, string>>(
    new Map(open.map((line) => [lineKey(line), String(line.quantity - line.received)])),
  )
  const [close, setClose] = useState(false)
  const readable = [...texts.values()].every(isQuantity)
  const received = open.flatMap((line) => {
    const quantity = Number(texts.get(lineKey(line)))
    return quantity > 0 ? [{ productId: line.productId, variantId: line.variantId, quantity }] : []
  })
  const units = received.reduce((sum, { quantity }) => sum + quantity, 0)
  const left = open.some((line) => line.quantity - line.received > Number(texts.get(lineKey(line))))
  const save = async () => {
    const done = await act(async () => {
      await client.stockTransfers.receiveTransfer({ transferId: transfer.id, revision: transfer.revision, received, close: close && left })
      return `${many(units, 'unit')} received at ${at}.`
    })
    if (done) onClose()
  }
  return (
    <Dialog
      title={`Receive at ${at}`}
      about="Write what is there. More can arrive later."
      does={`Receive ${many(units, 'unit')}`}
      busy={busy}
      disabled={!readable || (units === 0 && !close)}
      onDo={() => void save()}
      onClose={onClose}
    >
      {open.map((line, i) => (
        <TextField
          key={lineKey(line)}
          label={lineName(line)}
          hint={`${(line.quantity - line.received).toLocaleString('en-GB')} on the way`}
          inputMode="numeric"
          autoComplete="off"
          value={texts.get(lineKey(line)) ?? ''}
          error={isQuantity(texts.get(lineKey(line)) ?? '') ? undefined : 'Write how many arrived.'}
          {...(i === 0 && { 'data-first': '' })}
          onChange={({ target }) => setTexts(new Map(texts).set(lineKey(line), target.value))}
        />
      ))}
      {left && (
        <Check
          checked={close}
          hint="What has not arrived is missing, and leaves stock for good."
          onChange={({ target }) => setClose(target.checked)}
        >
          Nothing more will arrive
        </Check>
      )}
    </Dialog>
  )
}
