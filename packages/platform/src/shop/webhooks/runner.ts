import { sql } from '../../kernel/db/sql.ts'
import { type FanOutDeps, fanOut } from './fan-out.ts'
import { type Lane, type LaneDeps, runLane, takeLanes } from './lane.ts'
import { untriedPatienceMs } from './rules.ts'

export interface WebhookRunner {
  /** Looks soon: something was written here. What other processes write is found within the minute. */
  poke(): void
  /** Makes deliveries, sends what is due, and ends what was tried for long enough. */
  run(): Promise<void>
  /** Waits until nothing is due any more. */
  settle(): Promise<void>
  close(): Promise<void>
}

export interface WebhookRunnerDeps extends FanOutDeps, LaneDeps {
  /** Tells the owners of webhooks that were stopped. */
  readonly tellStopped: () => Promise<void>
}

const pokeMs = 150
/** To so many webhooks one process sends at a time: a slow one takes one place. */
const mostLanes = 16

/** Sends events to webhooks, each in a lane of its own. */
export function webhookRunner(deps: WebhookRunnerDeps): WebhookRunner {
  const { database, clock, report } = deps
  const lanes = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<number> | undefined
  let again = false
  let closed = false

  function begin(lane: Lane): void {
    const running = runLane(deps, lane, () => !closed)
      .catch((error: unknown) => report(error, 'webhooks'))
      .finally(() => {
        lanes.delete(running)
        // Others may have waited for the place, and what came meanwhile for the lane.
        plan()
      })
    lanes.add(running)
  }

  /** How many lanes it began. */
  async function look(): Promise<number> {
    while (await fanOut(deps));
    if (closed || lanes.size >= mostLanes) return 0
    const taken = await takeLanes(deps, mostLanes - lanes.size)
    for (const lane of taken) begin(lane)
    return taken.length
  }

  const lookOnce = (): Promise<number> => {
    if (looking) {
      again = true
      return looking
    }
    looking = look().finally(() => {
      looking = undefined
      if (again) plan()
      again = false
    })
    return looking
  }

  function plan(): void {
    if (closed || timer) return
    timer = setTimeout(() => {
      timer = undefined
      lookOnce().catch((error: unknown) => report(error, 'webhooks'))
    }, pokeMs)
    timer.unref()
  }

  async function settle(): Promise<void> {
    for (;;) {
      const before = await lookOnce().catch(() => 0)
      if (lanes.size > 0) await Promise.all(lanes)
      else if (before === 0 && (await lookOnce()) === 0) return
    }
  }

  return {
    poke: plan,
    async run() {
      const now = clock.now()
      await database.query(sql`
        update webhook_delivery set state = 'FAILED', settled_at = ${now}
        where state = 'WAITING' and expires_at <= ${now} and (tries > 0 or expires_at <= ${new Date(now.getTime() - untriedPatienceMs)})`)
      await lookOnce()
      await deps.tellStopped()
    },
    settle,
    async close() {
      closed = true
      clearTimeout(timer)
      await looking?.catch(() => {})
      await Promise.all(lanes)
    },
  }
}
