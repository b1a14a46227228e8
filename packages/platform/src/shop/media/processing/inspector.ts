import type { Facts } from '../inspect.ts'
import type { OnDisk } from '../kinds/source.ts'
import { Unfit } from '../kinds/unfit.ts'
import { lane } from '../lane.ts'
import { ChildEnded, type startChild } from './child-process.ts'
import { idleChild } from './idle-child.ts'

/** What a file is, or why it is not taken. */
export type Inspect = (source: Buffer | OnDisk) => Promise<Facts | Unfit>

export interface Inspector {
  readonly inspect: Inspect
  close(): void
}

export interface InspectorOptions {
  readonly report: (fault: unknown, where: string) => void
  readonly megabytes?: number
  readonly timeMs?: number
  readonly start?: typeof startChild
}

/** A picture of 100 million pixels takes 700 MB, and some seconds. */
const usual = { megabytes: 1500, timeMs: 60_000, waiting: 100 }

/**
 * Looks at files in a process of its own, one after the other: whatever a file does to what opens it, it does it there. Who opens a file that
 * takes too much is another process the next time.
 */
export function inspector({ report, megabytes = usual.megabytes, timeMs = usual.timeMs, start }: InspectorOptions): Inspector {
  const inTurn = lane({ atOnce: 1, waiting: usual.waiting })
  const child = idleChild({ megabytes }, start)

  async function look(source: Buffer | OnDisk): Promise<Facts | Unfit> {
    try {
      const answer = await child.run({ task: 'inspect', source }, timeMs)
      if ('facts' in answer) return answer.facts
      if ('unfit' in answer) return new Unfit(answer.unfit.reason, answer.unfit.message)
      report(new Error('fault' in answer ? answer.fault : 'an answer to something else'), 'media inspection')
      return new Unfit('BROKEN', 'It cannot be read.')
    } catch (error) {
      if (!(error instanceof ChildEnded) || error.why === 'STOPPED') throw error
      report(error, 'media inspection')
      return new Unfit('TOO_LARGE', 'It takes more memory or time to open than we give to a file.')
    }
  }
  return { inspect: (source) => inTurn.run(() => look(source)), close: child.close }
}
