import { useState } from 'react'
import { client } from '../../client.ts'
import { many } from '../../list/many.ts'
import { useAct } from '../../parts/acting.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Radio, TextField } from '../../parts/field.tsx'
import { type DeliveryMethod, deliveryText } from '../delivery.ts'
import { datesBetween, longDay } from './week.ts'

interface CloseDialogProps {
  /** The method whose slots may be closed alone. */
  method: DeliveryMethod | undefined
  today: string
  onClose: () => void
}

const mostDays = 92

/** Closes days: for the whole shop, as holidays are, or for one delivery method. */
export function CloseDialog({ method, today, onClose }: CloseDialogProps) {
  const { act, busy } = useAct(deliveryText)
  const [from, setFrom] = useState(today)
  const [to, setTo] = useState(today)
  const [whole, setWhole] = useState(true)
  const dates = /^\d{4}-\d\d-\d\d$/.test(from) && /^\d{4}-\d\d-\d\d$/.test(to) ? datesBetween(from, to) : []
  const wrong =
    dates.length === 0 ? 'The last day is before the first.' : dates.length > mostDays ? 'At most three months at a time.' : undefined

  /** The dates on which the method has slots at all. */
  async function slotted(deliveryOptionId: string): Promise<readonly string[]> {
    const found: string[] = []
    for (let at = 0; at < dates.length; at += 31) {
      const days = Math.min(31, dates.length - at)
      const answer = await client.deliveryPlan.getSlots({ deliveryOptionId, from: dates[at]!, days })
      found.push(...answer.days.flatMap(({ date, slots }) => (slots.some(({ unplanned }) => !unplanned) ? [date] : [])))
    }
    return found
  }
  const save = async () => {
    const done = await act(async () => {
      const said = dates.length === 1 ? longDay(from) : `${longDay(from)} to ${longDay(to)}`
      if (whole || !method) {
        const before = (await client.deliveryPlan.getDelivery()).closedOn
        await client.deliveryPlan.changeClosedDays({ close: [...dates] })
        const added = dates.filter((date) => !before.includes(date))
        return {
          says: `The shop is closed on ${said}.`,
          undo: () => void act(async () => (await client.deliveryPlan.changeClosedDays({ open: added }), undefined)),
        }
      }
      const days = await slotted(method.id)
      const set = async (closed: boolean | null) => {
        for (const date of days) await client.deliveryPlan.changeSlots({ deliveryOptionId: method.id, date, closed })
      }
      if (days.length === 0) return `${method.title} has no slot on ${said}.`
      await set(true)
      return { says: `${method.title} is closed on ${said}.`, undo: () => void act(async () => (await set(null), undefined)) }
    })
    if (done) onClose()
  }
  return (
    <Dialog
      title="Close a day"
      about="No time is offered on it. Orders that have one keep it, so tell those buyers yourself."
      does={dates.length > 1 ? `Close ${many(dates.length, 'day')}` : 'Close the day'}
      busy={busy}
      disabled={wrong !== undefined}
      onDo={() => void save()}
      onClose={onClose}
    >
      <div className="stack">
        <div className="grid2">
          <TextField
            label="From"
            type="date"
            min={today}
            value={from}
            data-first=""
            onChange={({ target }) => {
              setFrom(target.value)
              if (target.value > to) setTo(target.value)
            }}
          />
          <TextField label="To" type="date" min={from} value={to} error={wrong} onChange={({ target }) => setTo(target.value)} />
        </div>
        {method && (
          <div className="stack-s" role="radiogroup" aria-label="What is closed">
            <Radio
              name="closes"
              checked={whole}
              onChange={() => setWhole(true)}
              hint="Nothing leaves either: what is ordered waits for the next working day."
            >
              The whole shop
            </Radio>
            <Radio name="closes" checked={!whole} onChange={() => setWhole(false)}>
              {`Only ${method.title}`}
            </Radio>
          </div>
        )}
      </div>
    </Dialog>
  )
}
