import type { WaitingListSettings } from '@vitrine/contract'
import { useState } from 'react'
import { Link } from 'react-router'
import { client } from '../client.ts'
import { useAct } from '../parts/acting.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Check, TextField } from '../parts/field.tsx'

interface PaceProps {
  readonly settings: WaitingListSettings
  readonly onClose: () => void
}

const bounds = {
  peoplePerUnit: { label: 'People for each unit', most: 100, hint: 'So many are notified for each unit that is in stock' },
  hoursBetweenWaves: { label: 'Hours between rounds', most: 336, hint: 'The next ones are notified after that, if units are still there' },
  emailsPerMinute: { label: 'Emails in a minute, at most', most: 1000, hint: undefined },
} as const
type Figure = keyof typeof bounds

/** Whether requests are collected, and how fast people are told. */
export function Pace({ settings, onClose }: PaceProps) {
  const { act, busy } = useAct()
  const [collects, setCollects] = useState(settings.collectsRequests)
  const [figures, setFigures] = useState<Readonly<Record<Figure, string>>>({
    peoplePerUnit: String(settings.peoplePerUnit),
    hoursBetweenWaves: String(settings.hoursBetweenWaves),
    emailsPerMinute: String(settings.emailsPerMinute),
  })
  const wrong = (figure: Figure) =>
    /^\d+$/.test(figures[figure]) && Number(figures[figure]) >= 1 && Number(figures[figure]) <= bounds[figure].most
      ? undefined
      : `A whole number from 1 to ${bounds[figure].most.toLocaleString('en-GB')}`
  const all = Object.keys(bounds) as Figure[]
  const save = () =>
    act(async () => {
      await client.waitingList.setSettings({
        settings: {
          collectsRequests: collects,
          peoplePerUnit: Number(figures.peoplePerUnit),
          hoursBetweenWaves: Number(figures.hoursBetweenWaves),
          emailsPerMinute: Number(figures.emailsPerMinute),
        },
      })
      return 'Saved.'
    }).then((done) => done && onClose())
  return (
    <Dialog
      title="Email and pace"
      about="People are notified in the order in which they asked."
      does="Save"
      busy={busy}
      disabled={all.some((figure) => wrong(figure) !== undefined)}
      onDo={() => void save()}
      onClose={onClose}
    >
      <div className="stack">
        <Check checked={collects} onChange={({ target }) => setCollects(target.checked)} hint="Who waits already goes on waiting">
          Collect requests where something is sold out
        </Check>
        {all.map((figure) => (
          <TextField
            key={figure}
            label={bounds[figure].label}
            inputMode="numeric"
            maxLength={4}
            value={figures[figure]}
            hint={bounds[figure].hint}
            error={wrong(figure)}
            onChange={({ target }) => setFigures({ ...figures, [figure]: target.value })}
          />
        ))}
        <p className="small soft">
          <Link className="a" to="/mail">
            The words of the email
          </Link>
        </p>
      </div>
    </Dialog>
  )
}
