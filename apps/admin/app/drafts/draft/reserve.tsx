import type { DraftOverview } from '@vitrine/contract'
import { useState } from 'react'
import { many } from '../../orders/text.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/field.tsx'
import { useShop } from '../../shop.ts'
import { dayOf, endOfDay } from './until.ts'

interface ReserveDialogProps {
  draft: DraftOverview
  busy: boolean
  onReserve: (until: string) => Promise<unknown>
  onClose: () => void
}

const mostDays = 30

/** Reserves the units of a draft until a day is over. */
export function ReserveDialog({ draft, busy, onReserve, onClose }: ReserveDialogProps) {
  const { timeZone } = useShop()
  const [day, setDay] = useState(() => dayOf(draft.heldUntil ? new Date(draft.heldUntil) : new Date(), timeZone, draft.heldUntil ? 0 : 1))
  const [[first, latest]] = useState(() => [dayOf(new Date(), timeZone), dayOf(new Date(), timeZone, mostDays)] as const)
  const until = endOfDay(day, timeZone)
  return (
    <Dialog
      title="Reserve stock"
      about="Tracked items leave stock as if they were sold. After that day they go back automatically."
      does={`Reserve ${many(draft.units, 'item')}`}
      busy={busy}
      disabled={!until}
      onDo={() => until && void onReserve(until.toISOString())}
      onClose={onClose}
    >
      <TextField
        label="Until the end of"
        type="date"
        value={day}
        min={first}
        max={latest}
        data-first=""
        onChange={(event) => setDay(event.target.value)}
      />
    </Dialog>
  )
}
