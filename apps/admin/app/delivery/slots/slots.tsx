import type { DeliveryDay, DeliverySlot, Order } from '@vitrine/contract'
import { CalendarOff, CalendarPlus, ChevronLeft, ChevronRight, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link, useLoaderData, useSearchParams } from 'react-router'
import { client } from '../../client.ts'
import { many } from '../../list/many.ts'
import { buyerOf, numberOf } from '../../orders/text.ts'
import { useAct } from '../../parts/acting.ts'
import { Button, IconButton } from '../../parts/button.tsx'
import { TextField } from '../../parts/field.tsx'
import { Thumb } from '../../parts/thumb.tsx'
import { useKeys } from '../../shell/keys.ts'
import { useMay } from '../../shell/layout.tsx'
import { PageHead, usePlace } from '../../shell/page.tsx'
import { readShop, useShop } from '../../shop.ts'
import { type Delivery, type DeliveryMethod, deliveryText, methodsOf, readDelivery, timeText } from '../delivery.ts'
import { closedText } from '../zones/zones.tsx'
import { CloseDialog } from './close-dialog.tsx'
import { PlanDialog } from './plan-dialog.tsx'
import { after, longDay, shortDay, todayIn, weekText } from './week.ts'

interface Loaded {
  readonly delivery: Delivery
  readonly methods: readonly DeliveryMethod[]
  readonly method: DeliveryMethod | undefined
  readonly today: string
  /** The first of the seven days that are shown. */
  readonly first: string
  readonly days: readonly DeliveryDay[]
  readonly booked: { readonly from: string; readonly orders: readonly Order[]; readonly more: boolean } | undefined
}

const hasSlots = (method: DeliveryMethod): boolean => method.kind !== 'shipping' && method.of.scheduledDeliveryConfig !== undefined

export async function loader({ request }: { request: Request }): Promise<Loaded> {
  const { signal } = request
  const asked = new URL(request.url).searchParams
  const [delivery, { timeZone }] = await Promise.all([readDelivery({ request }), readShop()])
  const methods = methodsOf(delivery).filter(({ kind }) => kind !== 'shipping')
  const method = methods.find(({ id }) => id === asked.get('way')) ?? methods.find(hasSlots) ?? methods[0]
  const today = todayIn(timeZone)
  const first = /^\d{4}-\d\d-\d\d$/.test(asked.get('from') ?? '') ? asked.get('from')! : today
  if (!method || !hasSlots(method)) return { delivery, methods, method, today, first, days: [], booked: undefined }
  const from = asked.get('slot')
  const [{ days }, booked] = await Promise.all([
    client.deliveryPlan.getSlots({ deliveryOptionId: method.id, from: first, days: 7 }, { signal }),
    from && !Number.isNaN(Date.parse(from)) ? readBooked(method.id, new Date(from).toISOString(), signal) : undefined,
  ])
  return { delivery, methods, method, today, first, days, booked }
}

async function readBooked(deliveryOptionId: string, from: string, signal: AbortSignal): Promise<Loaded['booked']> {
  const { orderIds, hasNext } = await client.deliveryPlan.listOrdersOfSlot({ deliveryOptionId, from }, { signal })
  if (orderIds.length === 0) return { from, orders: [], more: false }
  const { orders } = await client.orders.searchOrders(
    { search: { filter: { id: { $in: orderIds } }, cursorPaging: { limit: 50 } } },
    { signal },
  )
  const placeOf = ({ id }: Order) => orderIds.indexOf(id!)
  return { from, orders: orders.toSorted((a, b) => placeOf(a) - placeOf(b)), more: hasNext }
}

/** `17–19 h`, `9:30–12:00` */
const hoursText = ({ start, end, unplanned }: DeliverySlot): string => {
  if (unplanned) return timeText(start)
  return start.minutes + end.minutes === 0
    ? `${String(start.hours).padStart(2, '0')}–${end.hours} h`
    : `${timeText(start)}–${timeText(end)}`
}

/** When orders are delivered or collected, week by week, with what is booked. */
export function Slots() {
  const { delivery, methods, method, today, first, days, booked } = useLoaderData<Loaded>()
  const [params, setParams] = useSearchParams()
  const mayWrite = useMay()('delivery.write')
  const { act, busy } = useAct(deliveryText)
  const [open, setOpen] = useState<'close' | 'plan'>()
  const grid = useRef<HTMLTableElement>(null)
  usePlace([{ name: 'Shipping', to: '/shipping' }, { name: 'Pick-up & slots' }])

  const turn = (change: Readonly<Record<string, string | undefined>>) => {
    const next = new URLSearchParams(params)
    for (const [key, value] of Object.entries(change)) {
      if (value === undefined) next.delete(key)
      else next.set(key, value)
    }
    setParams(next, { preventScrollReset: true })
  }
  const week = (by: number) => turn({ from: after(first, 7 * by) === today ? undefined : after(first, 7 * by), slot: undefined })
  useKeys(
    {
      '[': { says: 'The week before', moves: true, run: () => week(-1) },
      ']': { says: 'The next week', moves: true, run: () => week(1) },
      ...(mayWrite && { d: { says: 'Close a day', run: () => setOpen('close') } }),
    },
    'Slots',
  )
  const plan = method && method.kind !== 'shipping' ? method.of.scheduledDeliveryConfig : undefined
  const rows = [...new Set(days.flatMap(({ slots }) => slots.map(hoursText)))].toSorted()
  const chosen = days
    .flatMap(({ date, slots }) => slots.map((slot) => ({ date, slot })))
    .find(({ slot }) => slot.from === params.get('slot'))
  const closedDays = days.filter(({ shopClosed }) => shopClosed)
  const openDay = (date: string) =>
    act(async () => {
      await client.deliveryPlan.changeClosedDays({ open: [date] })
      return {
        says: `${longDay(date)} is open again.`,
        undo: () => void act(async () => (await client.deliveryPlan.changeClosedDays({ close: [date] }), undefined)),
      }
    })

  const move = (event: React.KeyboardEvent<HTMLButtonElement>, row: number, column: number) => {
    const [down, right] = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key] ?? []
    if (down === undefined || right === undefined) return
    event.preventDefault()
    // Over days without a slot at that time to the next that has one.
    for (let r = row + down, c = column + right; r >= 0 && r < rows.length && c >= 0 && c < 7; r += down, c += right) {
      const cell = grid.current?.querySelector<HTMLButtonElement>(`[data-at="${r} ${c}"]`)
      if (cell) return cell.focus()
    }
  }
  const capacities = new Set(plan?.timeWindows.map(({ capacity }) => capacity))
  const usual = capacities.size === 1 ? [...capacities][0] : undefined
  return (
    <>
      <PageHead
        title="Pick-up & slots"
        facts={method && <span>{`${method.title}${usual ? `, ${many(usual, 'order')} in each slot` : ''}`}</span>}
      >
        {methods.length > 1 && (
          <div className="seg" role="group" aria-label="Place">
            {methods.map(({ id, title }) => (
              <button key={id} type="button" aria-pressed={id === method?.id} onClick={() => turn({ method: id, slot: undefined })}>
                {title}
              </button>
            ))}
          </div>
        )}
        {mayWrite && method && (
          <Button icon={CalendarPlus} onClick={() => setOpen('plan')}>
            {plan ? 'Week plan' : 'Offer times'}
          </Button>
        )}
        {mayWrite && (
          <Button icon={CalendarOff} keys={['D']} onClick={() => setOpen('close')}>
            Close a day
          </Button>
        )}
      </PageHead>
      {!method ? (
        <p className="pad soft">
          Nobody can choose a time yet. Times belong to a delivery that you bring yourself or to a pick-up point: make one under{' '}
          <Link className="a" to="/shipping">
            Shipping
          </Link>
          .
        </p>
      ) : !plan ? (
        <p className="pad soft">{`${method.title} has no times to choose from: buyers take it without one.`}</p>
      ) : (
        <>
          <div className="tools">
            <div className="acts">
              <IconButton icon={ChevronLeft} small name="Week before" onClick={() => week(-1)} />
              <b aria-live="polite">{weekText(first)}</b>
              <IconButton icon={ChevronRight} small name="Next week" onClick={() => week(1)} />
              {first !== today && (
                <Button small kind="ghost" onClick={() => turn({ from: undefined, slot: undefined })}>
                  Today
                </Button>
              )}
            </div>
            <span className="grow" />
            <span className="faint small">booked of capacity</span>
          </div>
          <section className="tw" aria-label="Slots of the week">
            <table className="slots" ref={grid}>
              <caption className="vh">Slots, booked of capacity</caption>
              <thead>
                <tr>
                  <th scope="col">
                    <span className="vh">Time</span>
                  </th>
                  {days.map(({ date, shopClosed }) => (
                    <th key={date} scope="col" className={date === today ? 'today' : undefined}>
                      {shortDay(date)}
                      {date === today && <span> today</span>}
                      {shopClosed && <span> closed</span>}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((hours, row) => (
                  <tr key={hours}>
                    <th scope="row">{hours}</th>
                    {days.map(({ date, slots }, column) => {
                      const slot = slots.find((one) => hoursText(one) === hours)
                      if (!slot)
                        return (
                          <td key={date}>
                            <span className="vh">no slot</span>
                          </td>
                        )
                      const isFirst = row === 0 || !rows.slice(0, row).some((other) => slots.some((one) => hoursText(one) === other))
                      return (
                        <td
                          key={date}
                          className={
                            slot.state === 'FULL' ? 'full' : slot.state === 'CLOSED' || slot.state === 'OVER' ? 'closed' : undefined
                          }
                          {...(slot.from === chosen?.slot.from && { 'data-on': '' })}
                        >
                          <button
                            type="button"
                            className="slot"
                            data-at={`${row} ${column}`}
                            tabIndex={chosen ? (slot.from === chosen.slot.from ? 0 : -1) : isFirst ? 0 : -1}
                            aria-pressed={slot.from === chosen?.slot.from}
                            aria-label={`${longDay(date)}, ${hours}: ${heard(slot)}`}
                            onClick={() => turn({ slot: slot.from })}
                            onKeyDown={(event) => move(event, row, column)}
                          >
                            {seen(slot)}
                          </button>
                          {slot.capacity !== undefined && (
                            <i style={{ '--v': `${Math.min(100, (100 * slot.taken) / slot.capacity)}%` } as React.CSSProperties} />
                          )}
                        </td>
                      )
                    })}
                  </tr>
                ))}
                {rows.length === 0 && (
                  <tr>
                    <td colSpan={8}>
                      <span>No slot this week.</span>
                    </td>
                  </tr>
                )}
              </tbody>
            </table>
          </section>
          {chosen ? (
            <SlotPanel
              key={`${chosen.slot.from} ${chosen.slot.capacity} ${chosen.slot.state}`}
              method={method}
              date={chosen.date}
              slot={chosen.slot}
              shopClosed={closedDays.some(({ date }) => date === chosen.date)}
              booked={booked?.from === chosen.slot.from ? booked : undefined}
              cutOff={plan}
            />
          ) : (
            <p className="pad soft">Choose a slot to change its capacity, to close it, or to see who has it.</p>
          )}
        </>
      )}
      <section className="sec">
        <header className="sec-h">
          <h2>Days off</h2>
          <p>
            {delivery.closedOn.length === 0
              ? 'None yet. On a day off nothing leaves, and no time is offered.'
              : `The whole shop is closed on ${closedText(delivery.closedOn)}: nothing leaves, and no time is offered.`}
          </p>
        </header>
        <ul className="row wraps">
          {delivery.closedOn.map((date) => (
            <li key={date} className="chip">
              <button type="button" onClick={() => turn({ from: date, slot: undefined })}>
                <b>{shortDay(date)}</b> {new Date(date).toLocaleDateString('en-GB', { month: 'short', timeZone: 'UTC' })}
              </button>
              {mayWrite && (
                <button type="button" aria-label={`Open on ${longDay(date)}`} disabled={busy} onClick={() => void openDay(date)}>
                  <X className="i i-s" aria-hidden />
                </button>
              )}
            </li>
          ))}
        </ul>
      </section>
      {open === 'close' && <CloseDialog method={plan ? method : undefined} today={today} onClose={() => setOpen(undefined)} />}
      {open === 'plan' && method && method.kind !== 'shipping' && <PlanDialog method={method} onClose={() => setOpen(undefined)} />}
    </>
  )
}

/** How many a slot has, and what else there is to say of it: ` of 6, full`. */
function wordsOf({ state, taken, capacity, unplanned }: DeliverySlot): { readonly count?: number; readonly says: string } {
  if ((state === 'CLOSED' || state === 'OVER') && taken === 0) return { says: state === 'CLOSED' ? 'closed' : 'over' }
  const word = unplanned ? ', off plan' : { OPEN: '', FULL: ', full', CLOSED: ', closed', OVER: ', over', LATER: ', later' }[state]
  return { count: taken, says: capacity === undefined ? ` booked${word}` : ` of ${capacity}${word}` }
}

function heard(slot: DeliverySlot): string {
  const { count, says } = wordsOf(slot)
  return `${count ?? ''}${says}`
}

function seen(slot: DeliverySlot) {
  const { count, says } = wordsOf(slot)
  return (
    <>
      {count !== undefined && <b>{count}</b>}
      <span>{says}</span>
    </>
  )
}

interface SlotPanelProps {
  method: DeliveryMethod
  date: string
  slot: DeliverySlot
  shopClosed: boolean
  booked: Loaded['booked']
  cutOff: { handlingDays: number; cutOffTime?: { hours: number; minutes: number } | undefined }
}

/** One slot: how many it takes, whether it is open, and whose it is. */
function SlotPanel({ method, date, slot, shopClosed, booked, cutOff }: SlotPanelProps) {
  const { weightUnit } = useShop()
  const mayWrite = useMay()('delivery.write')
  const { act, busy } = useAct(deliveryText)
  const [capacity, setCapacity] = useState(slot.capacity === undefined ? '' : String(slot.capacity))
  const count = Number(capacity)
  const isCount = /^\d{1,6}$/.test(capacity) && count >= 1 && count <= 100_000
  const isOver = slot.state === 'OVER'
  const mayChange = mayWrite && !isOver && !slot.unplanned
  const when = `${longDay(date)}, ${hoursText(slot)}`
  const change = (what: { capacity?: number | null; closed?: boolean | null }) =>
    client.deliveryPlan.changeSlots({ deliveryOptionId: method.id, date, start: slot.start, ...what })
  const setTo = (next: number | null) =>
    act(async () => {
      await change({ capacity: next })
      const before = slot.capacity === slot.usualCapacity ? null : (slot.capacity ?? null)
      const isFull = next !== null && slot.taken >= next
      return {
        says: `${when}: ${next === null ? 'as in other weeks' : `takes ${many(next, 'order')}${isFull ? ', so it is full' : ''}`}.`,
        undo: () => void act(async () => (await change({ capacity: before }), undefined)),
      }
    })
  const close = (closed: boolean) =>
    act(async () => {
      await change({ closed })
      return {
        says: `${when} is ${closed ? 'closed' : 'open'}.${closed && slot.taken > 0 ? ` ${many(slot.taken, 'order')} ${slot.taken === 1 ? 'keeps' : 'keep'} it.` : ''}`,
        undo: () => void act(async () => (await change({ closed: !closed }), undefined)),
      }
    })
  const { handlingDays, cutOffTime } = cutOff
  const until = cutOffTime
    ? `${timeText(cutOffTime)} ${handlingDays === 0 ? 'on the same day' : handlingDays === 1 ? 'the day before' : `${handlingDays} days before`}`
    : handlingDays === 0
      ? 'it begins'
      : `${many(handlingDays, 'day')} before`
  return (
    <div className="cols halves" style={{ flex: 0 }}>
      <div>
        <section className="sec">
          <header className="sec-h">
            <h2>{when}</h2>
          </header>
          {slot.unplanned ? (
            <p className="soft">The week plan has this time no more. Orders that chose it keep it.</p>
          ) : (
            <form
              className="slot-form"
              onSubmit={(event) => {
                event.preventDefault()
                if (mayChange && isCount) void setTo(count)
              }}
            >
              <TextField
                label="Capacity"
                after="orders"
                end
                inputMode="numeric"
                disabled={!mayChange}
                value={capacity}
                placeholder="any"
                error={capacity !== '' && !isCount ? 'A number from 1 on.' : undefined}
                hint={slot.usualCapacity === undefined ? 'any number in other weeks' : `${slot.usualCapacity} in other weeks`}
                onChange={({ target }) => setCapacity(target.value)}
              />
              <dl className="dl">
                <div>
                  <dt>Booked</dt>
                  <dd>{slot.taken}</dd>
                </div>
                <div>
                  <dt>Book until</dt>
                  <dd>{until}</dd>
                </div>
              </dl>
              {mayChange && (
                <div className="row">
                  <Button type="submit" kind="primary" disabled={busy || !isCount || count === slot.capacity}>
                    {isCount && count !== slot.capacity ? `Take ${many(count, 'order')}` : 'Save'}
                  </Button>
                  {slot.capacity !== slot.usualCapacity && (
                    <Button disabled={busy} onClick={() => void setTo(null)}>
                      As usual
                    </Button>
                  )}
                </div>
              )}
            </form>
          )}
          {mayChange && (
            <div className="row" style={{ marginBlockStart: 12 }}>
              {shopClosed ? (
                <span className="faint small">The whole shop is closed that day.</span>
              ) : (
                <Button disabled={busy} onClick={() => void close(slot.state !== 'CLOSED')}>
                  {slot.state === 'CLOSED' ? 'Open this slot' : 'Close this slot'}
                </Button>
              )}
              {slot.taken > 0 && (
                <span className="faint small">{`${many(slot.taken, 'order')} ${slot.taken === 1 ? 'has' : 'have'} it and would keep it.`}</span>
              )}
            </div>
          )}
        </section>
      </div>
      <section className="preview" aria-label="Booked">
        <h2>Booked</h2>
        {slot.taken === 0 ? (
          <p className="soft">Nobody yet.</p>
        ) : !booked || booked.orders.length === 0 ? (
          <p className="soft">{`${many(slot.taken, 'order')}; they wait for their payment, or you may not see them.`}</p>
        ) : (
          <ul className="lines">
            {booked.orders.map((order) => (
              <li key={order.id}>
                <Thumb src={order.lineItems[0]?.image?.url} size={32} />
                <span className="two grow">
                  <Link className="a" to={`/orders/${order.id}`}>
                    <b>{numberOf(order.number)}</b>
                  </Link>
                  <span className="faint small">{[buyerOf(order), addressOf(order)].filter(Boolean).join(', ')}</span>
                </span>
                <span className="soft">{weightOf(order, weightUnit)}</span>
              </li>
            ))}
          </ul>
        )}
        {booked?.more && <p className="hint">The first fifty are shown.</p>}
      </section>
    </div>
  )
}

function addressOf({ shippingInfo }: Order): string | undefined {
  const { pickupDetails, shippingDestination } = shippingInfo?.logistics ?? {}
  return pickupDetails ? undefined : (shippingDestination?.address?.addressLine ?? undefined)
}

/** Millionths are whole, so that ten times 0.1 is 1. */
function weightOf({ lineItems }: Order, unit: string): string {
  const millionths = lineItems.reduce(
    (sum, { quantity, physicalProperties }) => sum + Math.round((physicalProperties?.weight ?? 0) * 1e6) * quantity,
    0,
  )
  return millionths === 0 ? '' : `${Math.round(millionths / 1e5) / 10} ${unit.toLowerCase()}`
}
