import type { PreorderInfo, StockLevel } from '@vitrine/contract'
import { CalendarClock } from 'lucide-react'
import { useEffect, useState } from 'react'
import { client } from '../client.ts'
import { useAct } from '../parts/acting.ts'
import { IconButton } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Check, TextField } from '../parts/field.tsx'

/** Sets whether a product can be preordered, from any of its variants. */
export function PreorderButton({ of: level }: { of: StockLevel }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton small icon={CalendarClock} name={`Preorders of ${level.name}, ${level.sku}`} onClick={() => setOpen(true)} />
      {open && <PreorderDialog productId={level.productId} name={level.name} onClose={() => setOpen(false)} />}
    </>
  )
}

const mostPreorders = 100_000

interface PreorderDialogProps {
  productId: string
  name: string
  onClose: () => void
}

/** Asks whether a product can be preordered, how many, and when it is expected. */
export function PreorderDialog({ productId, name, onClose }: PreorderDialogProps) {
  const [saved, setSaved] = useState<PreorderInfo>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const stop = new AbortController()
    client.inventory.getInventoryVariants({ inventoryId: productId, productId }, { signal: stop.signal }).then(
      ({ inventoryItem }) => setSaved(inventoryItem.preorderInfo),
      () => void (stop.signal.aborted || setFailed(true)),
    )
    return () => stop.abort()
  }, [productId])
  if (saved) return <PreorderForm productId={productId} name={name} saved={saved} onClose={onClose} />
  return (
    <Dialog
      title={`Preorders of ${name}`}
      about={failed ? 'The shop did not answer. Close this and try again.' : 'Looking…'}
      does="Save"
      busy={!failed}
      disabled
      onDo={() => {}}
      onClose={onClose}
    />
  )
}

function PreorderForm({ productId, name, saved, onClose }: { productId: string; name: string; saved: PreorderInfo; onClose: () => void }) {
  const { act, busy } = useAct()
  const [enabled, setEnabled] = useState(saved.enabled)
  const [message, setMessage] = useState(saved.message ?? '')
  const [limit, setLimit] = useState(saved.limit === undefined ? '' : String(saved.limit))
  const [expected, setExpected] = useState(saved.expectedDate ?? '')
  const wrong = limit.trim() !== '' && !(/^\d{1,6}$/.test(limit.trim()) && Number(limit) <= mostPreorders)
  const save = () =>
    void act(async () => {
      const preorderInfo = {
        enabled,
        message: message.trim() || null,
        limit: limit.trim() === '' ? null : Number(limit),
        expectedDate: expected || null,
      }
      await client.merchantInventory.setPreorders({ productId, preorderInfo })
      onClose()
      return enabled ? `${name} can be preordered when it is out of stock.` : `${name} is not sold when it is out of stock.`
    })
  return (
    <Dialog
      title={`Preorders of ${name}`}
      about="All its variants that are tracked can be bought while they are out of stock; what is available then falls below zero."
      does="Save"
      busy={busy}
      disabled={wrong}
      onDo={save}
      onClose={onClose}
    >
      <div className="stack">
        <Check checked={enabled} onChange={(event) => setEnabled(event.target.checked)}>
          Sell it when it is out of stock
        </Check>
        <TextField
          label="Expected on"
          optional
          type="date"
          hint="Shoppers read it before they buy, and in their order."
          value={expected}
          onChange={(event) => setExpected(event.target.value)}
        />
        <TextField
          label="What shoppers read"
          optional
          maxLength={250}
          value={message}
          placeholder="Leaves the kiln in May."
          onChange={(event) => setMessage(event.target.value)}
        />
        <TextField
          label="At most, of each variant"
          optional
          inputMode="numeric"
          value={limit}
          error={wrong ? 'A number up to 100,000, or nothing for any number.' : undefined}
          onChange={(event) => setLimit(event.target.value)}
        />
      </div>
    </Dialog>
  )
}
