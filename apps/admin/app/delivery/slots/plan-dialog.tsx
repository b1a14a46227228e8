import type { DayOfWeek, ScheduledDelivery } from '@vitrine/contract'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { client } from '../../client.ts'
import { useAct } from '../../parts/acting.ts'
import { Button, IconButton } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/field.tsx'
import { type DeliveryMethod, deliveryText, timeFrom, timeText } from '../delivery.ts'

const week: readonly (readonly [DayOfWeek, string])[] = [
  ['MON', 'Mon'],
  ['TUE', 'Tue'],
  ['WED', 'Wed'],
  ['THU', 'Thu'],
  ['FRI', 'Fri'],
  ['SAT', 'Sat'],
  ['SUN', 'Sun'],
]

/** The same time on several days of the week. */
interface Line {
  readonly id: number
  readonly days: readonly DayOfWeek[]
  readonly start: string
  readonly end: string
  readonly capacity: string
}

function linesOf(plan: ScheduledDelivery | undefined): readonly Line[] {
  const windows = plan?.timeWindows.filter(({ enabled }) => enabled) ?? []
  const groups = Map.groupBy(windows, ({ start, end, capacity }) => `${timeText(start)} ${timeText(end)} ${capacity ?? ''}`)
  const lines = [...groups.values()].map((group, id): Line => {
    const [{ start, end, capacity }] = group as [(typeof group)[number]]
    return {
      id,
      days: group.map(({ day }) => day),
      start: timeText(start),
      end: timeText(end),
      capacity: capacity === undefined ? '' : String(capacity),
    }
  })
  return lines.length > 0 ? lines : [{ id: 0, days: ['MON', 'TUE', 'WED', 'THU', 'FRI'], start: '17:00', end: '19:00', capacity: '6' }]
}

type Slotted = Exclude<DeliveryMethod, { kind: 'shipping' }>

/** The times of a usual week, how many orders each takes, and until when they can be chosen. */
export function PlanDialog({ method, onClose }: { method: Slotted; onClose: () => void }) {
  const plan = method.of.scheduledDeliveryConfig
  const { act, busy } = useAct(deliveryText)
  const [lines, setLines] = useState(linesOf(plan))
  const [handling, setHandling] = useState(String(plan?.handlingDays ?? 1))
  const [cutOff, setCutOff] = useState(plan?.cutOffTime ? timeText(plan.cutOffTime) : '')
  const [ahead, setAhead] = useState(String(plan?.daysAhead ?? 7))
  const set = (id: number, change: Partial<Line>) => setLines(lines.map((line) => (line.id === id ? { ...line, ...change } : line)))
  const wrong = wrongIn(lines) ?? (cutOff && !timeFrom(cutOff) ? 'The cut-off is a time: 16:00.' : undefined)
  const numbers = [Number(handling), Number(ahead)]
  const unfit = numbers.some((number, i) => !Number.isInteger(number) || number < 0 || number > [30, 60][i]!)

  const save = async (next: boolean) => {
    const scheduledDeliveryConfig = next
      ? {
          handlingDays: Number(handling),
          cutOffTime: timeFrom(cutOff) ?? null,
          daysAhead: Number(ahead),
          timeWindows: lines.flatMap(({ days, start, end, capacity }) =>
            days.map((day) => ({ day, start: timeFrom(start)!, end: timeFrom(end)!, ...(capacity && { capacity: Number(capacity) }) })),
          ),
        }
      : null
    const sent = { id: method.id, revision: method.revision, scheduledDeliveryConfig }
    const done = await act(async () => {
      if (method.kind === 'pickup') await client.pickupLocations.updatePickupLocation({ pickupLocation: sent })
      else await client.localDeliveryOptions.updateLocalDeliveryOption({ localDeliveryOption: sent })
      return next ? `The week of ${method.title} is saved.` : `${method.title} is taken without a time.`
    })
    if (done) onClose()
  }
  return (
    <Dialog
      title={`Week of ${method.title}`}
      about="What applies every week. What you changed on certain dates stays."
      wide
      does="Save the week"
      says={
        wrong ? (
          <span className="down" role="alert">
            {wrong}
          </span>
        ) : (
          plan && (
            <Button kind="ghost warn" onClick={() => void save(false)}>
              Offer no times
            </Button>
          )
        )
      }
      busy={busy}
      disabled={wrong !== undefined || unfit}
      onDo={() => void save(true)}
      onClose={onClose}
    >
      <div className="stack">
        {lines.map((line, at) => (
          <fieldset key={line.id} className="plan-line">
            <legend className="vh">{`Time ${at + 1}`}</legend>
            <div className="seg" role="group" aria-label={`Days of time ${at + 1}`}>
              {week.map(([day, name]) => (
                <button
                  key={day}
                  type="button"
                  aria-pressed={line.days.includes(day)}
                  onClick={() =>
                    set(line.id, { days: line.days.includes(day) ? line.days.filter((one) => one !== day) : [...line.days, day] })
                  }
                >
                  {name}
                </button>
              ))}
            </div>
            <div className="step-row">
              <TextField
                label={`Time ${at + 1}, from`}
                value={line.start}
                onChange={({ target }) => set(line.id, { start: target.value })}
              />
              <TextField label={`Time ${at + 1}, to`} value={line.end} onChange={({ target }) => set(line.id, { end: target.value })} />
              <TextField
                label={`Time ${at + 1}, capacity`}
                after="orders"
                end
                inputMode="numeric"
                placeholder="any"
                value={line.capacity}
                onChange={({ target }) => set(line.id, { capacity: target.value.trim() })}
              />
              <IconButton
                icon={X}
                name={`Delete time ${at + 1}`}
                disabled={lines.length === 1}
                onClick={() => setLines(lines.filter(({ id }) => id !== line.id))}
              />
            </div>
          </fieldset>
        ))}
        <div className="row">
          <Button
            small
            kind="ghost"
            icon={Plus}
            onClick={() =>
              setLines([...lines, { ...lines.at(-1)!, id: Math.max(...lines.map(({ id }) => id)) + 1, start: lines.at(-1)!.end, end: '' }])
            }
          >
            Time
          </Button>
        </div>
        <div className="grid3">
          <TextField
            label="First slot"
            after="days later"
            end
            inputMode="numeric"
            hint="0 for the same day"
            value={handling}
            onChange={({ target }) => setHandling(target.value)}
          />
          <TextField
            label="Cut-off"
            optional
            hint="Later orders count as the next day’s."
            placeholder="16:00"
            value={cutOff}
            onChange={({ target }) => setCutOff(target.value)}
          />
          <TextField
            label="Offered for"
            after="days"
            end
            inputMode="numeric"
            value={ahead}
            onChange={({ target }) => setAhead(target.value)}
          />
        </div>
      </div>
    </Dialog>
  )
}

function wrongIn(lines: readonly Line[]): string | undefined {
  const taken = new Set<string>()
  for (const { days, start, end, capacity } of lines) {
    const [from, to] = [timeFrom(start), timeFrom(end)]
    if (!from || !to) return 'A time is missing: write it as 17:00.'
    if (to.hours * 60 + to.minutes <= from.hours * 60 + from.minutes) return `${start}–${end} ends before it begins.`
    if (days.length === 0) return `${start}–${end} is on no day.`
    if (capacity !== '' && !(/^\d{1,6}$/.test(capacity) && Number(capacity) >= 1)) return 'A capacity is a number from 1 on.'
    for (const day of days) {
      if (taken.has(`${day} ${start}`)) return `Two times begin at ${start} on the same day.`
      taken.add(`${day} ${start}`)
    }
  }
  return undefined
}
