import type { SandboxBehaviour, StoreClock, StoreClockEffect, StoreClockMove } from '@vitrine/contract'
import { instantOf, wallAt } from '@vitrine/pricing'
import { FastForward, Play, Snowflake } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLoaderData, useNavigation, useSearchParams } from 'react-router'
import { client } from '../client.ts'
import { useAct } from '../parts/acting.ts'
import { Button } from '../parts/button.tsx'
import { TextField } from '../parts/field.tsx'
import { Glyph } from '../parts/glyph.tsx'
import { Icon } from '../parts/icon.tsx'
import { Head, RowHead, Table, Td, Tr } from '../parts/table.tsx'
import { useMay } from '../shell/layout.tsx'
import { PageHead, usePlace } from '../shell/page.tsx'
import { useShop } from '../shop.ts'
import { Effects } from './effects.tsx'
import { Script } from './script.tsx'
import { hearClock, shownNow, useHeardClock } from './shop-time.ts'
import { momentText, moveText, spanText } from './text.ts'

interface Loaded {
  readonly clock: StoreClock
  readonly moves: readonly StoreClockMove[]
  readonly to: string
  readonly effects: readonly StoreClockEffect[]
  readonly total: number
  readonly next: readonly SandboxBehaviour[]
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const steps = [
  { name: '1 hour', ms: hourMs },
  { name: '1 day', ms: dayMs },
  { name: '30 days', ms: 30 * dayMs },
] as const
const mostMs = 400 * dayMs

export async function loader({ request: { url, signal } }: { request: Request }): Promise<Loaded> {
  const [{ storeClock, moves }, { next }] = await Promise.all([
    client.storeClock.getStoreClock({}, { signal }),
    client.storeClock.getSandboxScript({}, { signal }),
  ])
  hearClock(storeClock)
  const to = targetOf(new URL(url).searchParams, Date.parse(storeClock.now))
  const { effects, total } = await client.storeClock.foreseeEffects({ to }, { signal })
  return { clock: storeClock, moves, to, effects, total, next }
}

/** `?by=` in milliseconds, or `?to=` a moment; 30 days where nothing is said. */
function targetOf(params: URLSearchParams, now: number): string {
  const to = Date.parse(params.get('to') ?? '')
  if (to > now && to <= now + mostMs) return new Date(to).toISOString()
  const by = Number(params.get('by'))
  return new Date(now + (by > 0 && by <= mostMs ? by : 30 * dayMs)).toISOString()
}

export function ClockPage() {
  const { clock, moves, to, effects, total, next } = useLoaderData<Loaded>()
  const { timeZone } = useShop()
  const [params, setParams] = useSearchParams()
  const may = useMay()('settings.write') && clock.movable
  const reading = useNavigation().state === 'loading'
  const { act, busy } = useAct()
  const [readAt] = useState(() => performance.now())
  const heard = useHeardClock() ?? { clock, atMs: readAt }
  const real = useSeconds()
  usePlace([{ name: 'Store clock' }])
  const shown = shownNow(heard)
  const frozen = clock.state === 'FROZEN'
  const turn = (work: () => Promise<{ storeClock: StoreClock }>, says: string) =>
    void act(async () => {
      const { storeClock } = await work()
      hearClock(storeClock)
      return says
    })
  const advance = () =>
    void act(async () => {
      const { storeClock, effects: done } = await client.storeClock.advance({ to })
      hearClock(storeClock)
      return `It is ${momentText(new Date(storeClock.now), timeZone)} in the shop. ${done === 1 ? '1 effect' : `${done} effects`} on the way.`
    })
  return (
    <>
      <PageHead
        title="Store clock"
        facts={
          <>
            {frozen && (
              <span className="st" data-tone="info">
                <Icon of={Snowflake} small />
                Frozen
              </span>
            )}
            {clock.state === 'SHIFTED' && (
              <span className="st" data-tone="info">
                <Icon of={Snowflake} small />
                Ahead
              </span>
            )}
            {clock.movable && (
              <span className="st" data-tone="warn">
                <Glyph of="t-warn" />
                Sandbox
              </span>
            )}
            <span>Only in the sandbox; live shops keep real time.</span>
          </>
        }
      />
      <div className="cols halves">
        <div>
          <section className="sec clockface">
            <p className="figure">
              <time dateTime={shown.toISOString()}>{momentText(shown, timeZone)}</time>
            </p>
            <p className="soft">
              {clock.state === 'REAL' ? 'Real time' : `Real time: ${momentText(real, timeZone)}`}
              {clock.movedDate &&
                clock.state !== 'REAL' &&
                `. ${frozen ? 'Frozen' : 'Moved'} ${spanText(Math.max(0, real.getTime() - Date.parse(clock.movedDate)))} ago${clock.movedBy ? ` by ${clock.movedBy}` : ''}`}
              .
            </p>
            {may && (
              <div className="row clock-acts">
                {frozen ? (
                  <Button
                    icon={Play}
                    disabled={busy}
                    onClick={() => turn(() => client.storeClock.run({}), 'The clock runs on from there.')}
                  >
                    Let it run
                  </Button>
                ) : (
                  <Button icon={Snowflake} disabled={busy} onClick={() => turn(() => client.storeClock.freeze({}), 'The clock stands.')}>
                    Freeze
                  </Button>
                )}
                {steps.map(({ name, ms }) => (
                  <Button
                    key={name}
                    icon={FastForward}
                    aria-pressed={!params.has('to') && (Number(params.get('by')) || 30 * dayMs) === ms}
                    onClick={() => setParams({ by: String(ms) }, { replace: true, preventScrollReset: true })}
                  >
                    {name}
                  </Button>
                ))}
                {clock.state !== 'REAL' && (
                  <Button
                    kind="ghost"
                    disabled={busy}
                    onClick={() => turn(() => client.storeClock.returnToRealTime({}), 'The clock is back in real time.')}
                  >
                    Back to real time
                  </Button>
                )}
              </div>
            )}
            {!clock.movable && (
              <p className="soft">This shop keeps real time: money moves here, or it is not the only shop of its installation.</p>
            )}
          </section>
          {may && (
            <ToMoment
              key={to}
              to={new Date(to)}
              now={shown}
              onChoose={(moment) => setParams({ to: moment.toISOString() }, { replace: true, preventScrollReset: true })}
            />
          )}
          {clock.movable && <Script next={next} may={may} />}
          <section className="sec">
            <header className="sec-h">
              <h2>Visited</h2>
            </header>
            {moves.length === 0 ? (
              <p className="soft">The clock has always kept real time.</p>
            ) : (
              <Table
                caption="History of the clock"
                className="in one"
                headHidden
                head={
                  <>
                    <Head>When</Head>
                    <Head>Who</Head>
                    <Head>What</Head>
                  </>
                }
              >
                {moves.map((move) => (
                  <Tr key={move.id}>
                    <Td of="When" className="fit soft">
                      {momentText(new Date(move.createdDate), timeZone)}
                    </Td>
                    <RowHead>{move.madeBy ?? 'An app'}</RowHead>
                    <Td of="What" className="soft">
                      {moveText(move)}
                    </Td>
                  </Tr>
                ))}
              </Table>
            )}
          </section>
        </div>
        {clock.movable && (
          <Effects
            from={new Date(clock.now)}
            to={new Date(to)}
            effects={effects}
            total={total}
            busy={busy || reading}
            {...(may && { onAdvance: advance })}
          />
        )}
      </div>
    </>
  )
}

/** Real time, by the second. */
function useSeconds(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** Another moment than one of the usual steps, in the shop's time. */
function ToMoment({ to, now, onChoose }: { to: Date; now: Date; onChoose: (moment: Date) => void }) {
  const { timeZone } = useShop()
  const { day, minutes } = wallAt(to.getTime(), timeZone)
  const two = (value: number) => String(value).padStart(2, '0')
  const [date, setDate] = useState(new Date(day).toISOString().slice(0, 10))
  const [time, setTime] = useState(`${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`)
  const [hours = Number.NaN, mins = Number.NaN] = time.split(':').map(Number)
  const whole = Date.parse(date) + hours + mins
  const moment = Number.isNaN(whole) ? undefined : new Date(instantOf(Date.parse(date), { hours, minutes: mins }, timeZone))
  const wrong = !moment
    ? 'is no moment'
    : moment <= now
      ? 'The clock does not go back to a moment.'
      : moment.getTime() > now.getTime() + mostMs
        ? 'At most 400 days ahead.'
        : undefined
  return (
    <section className="sec">
      <header className="sec-h">
        <h2>To a moment</h2>
      </header>
      <form
        className="grid3"
        onSubmit={(event) => {
          event.preventDefault()
          if (moment && !wrong) onChoose(moment)
        }}
      >
        <TextField label="Date" type="date" value={date} error={wrong} onChange={({ target }) => setDate(target.value)} />
        <TextField label="Time" type="time" value={time} hint={timeZone} onChange={({ target }) => setTime(target.value)} />
        <div className="field">
          <span className="label-gap" aria-hidden="true">
            &nbsp;
          </span>
          <Button type="submit" disabled={wrong !== undefined}>
            Look ahead to then
          </Button>
        </div>
      </form>
    </section>
  )
}
