import type { ApiKeyEntry } from '@vitrine/contract'
import { useState } from 'react'
import { client } from '../client.ts'
import { dayOf, endOfDay } from '../drafts/draft/until.ts'
import type { ActResult } from '../parts/acting.ts'
import { Dialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { useShop } from '../shop.ts'

interface EndFieldProps {
  /** `2027-12-31`; empty for never. */
  day: string
  onChange: (day: string) => void
  first?: boolean
}

/** The last day of a key. */
export function EndField({ day, onChange, first }: EndFieldProps) {
  const { timeZone } = useShop()
  const [today] = useState(() => dayOf(new Date(), timeZone))
  return (
    <TextField
      label="Runs out"
      optional
      type="date"
      min={today}
      value={day}
      onChange={({ target }) => onChange(target.value)}
      hint="At the end of that day. Empty: never."
      {...(first && { 'data-first': '' })}
    />
  )
}

/** What a field for the last day says, as the API wants it. */
export const endOf = (day: string, timeZone: string): string | undefined =>
  day === '' ? undefined : endOfDay(day, timeZone)?.toISOString()

interface KeyEndDialogProps {
  of: ApiKeyEntry
  busy: boolean
  act: (work: () => Promise<ActResult>) => Promise<boolean>
  onClose: () => void
}

/** When a key runs out. */
export function KeyEndDialog({ of: key, busy, act, onClose }: KeyEndDialogProps) {
  const { timeZone } = useShop()
  const [day, setDay] = useState(() => (key.expiresDate ? dayOf(new Date(key.expiresDate), timeZone) : ''))
  const end = endOf(day, timeZone)
  return (
    <Dialog
      title={`When ${key.name} runs out`}
      about="Programs that have the key are refused from then on. It stays in the list."
      does={end ? 'Set the end' : 'Remove the end'}
      busy={busy}
      onDo={() =>
        void act(async () => {
          await client.developers.updateApiKey({ apiKey: { id: key.id, expiresDate: end ?? null } })
          return end ? `${key.name} has an end now.` : `${key.name} does not run out.`
        }).then((done) => done && onClose())
      }
      onClose={onClose}
    >
      <EndField day={day} onChange={setDay} first />
    </Dialog>
  )
}
