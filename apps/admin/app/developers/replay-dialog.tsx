import { useState } from 'react'
import { client } from '../client.ts'
import { many } from '../list/many.ts'
import type { ActResult } from '../parts/acting.ts'
import { Dialog } from '../parts/dialog.tsx'
import { SelectField } from '../parts/field.tsx'

const hourMs = 3_600_000
const times = [
  { hours: 1, name: 'the last hour' },
  { hours: 24, name: 'the last day' },
  { hours: 72, name: 'the last three days' },
  { hours: 7 * 24, name: 'the last week' },
  { hours: 30 * 24, name: 'the last thirty days' },
] as const

interface ReplayDialogProps {
  of: { readonly id: string; readonly name: string }
  /** What the clock of the shop shows. */
  now: number
  busy: boolean
  act: (work: () => Promise<ActResult>) => Promise<boolean>
  onClose: () => void
}

/** Everything of a time once more. */
export function ReplayDialog({ of, now, busy, act, onClose }: ReplayDialogProps) {
  const [hours, setHours] = useState<number>(24)
  return (
    <Dialog
      title={`Replay to ${of.name}`}
      about="Everything that happened in that time is sent once more, each event under the id it has: a receiver that remembers ids does nothing twice."
      does="Replay"
      busy={busy}
      onDo={() =>
        void act(async () => {
          const { count, more } = await client.webhooks.replayWebhook({
            id: of.id,
            from: new Date(now - hours * hourMs).toISOString(),
            to: new Date(now + 60_000).toISOString(),
          })
          return `${many(count, 'event is', 'events are')} sent again.${more ? ' There are more: replay a shorter time.' : ''}`
        }).then((done) => done && onClose())
      }
      onClose={onClose}
    >
      <SelectField label="What happened in" value={hours} onChange={({ target }) => setHours(Number(target.value))} data-first="">
        {times.map((time) => (
          <option key={time.hours} value={time.hours}>
            {time.name}
          </option>
        ))}
      </SelectField>
    </Dialog>
  )
}
