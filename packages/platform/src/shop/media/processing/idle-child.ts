import { type ChildLimits, type MediaChild, startChild } from './child-process.ts'
import type { Answer, Task } from './task.ts'

/** A process that is started when there is work, and again after it has ended, and that ends a minute after the last task. */
export interface IdleChild {
  /** As of `MediaChild`. */
  run(task: Task, timeMs: number): Promise<Answer>
  close(): void
}

const idleMs = 60_000

export function idleChild(limits: ChildLimits, start: typeof startChild = startChild): IdleChild {
  let child: MediaChild | undefined
  let idle: NodeJS.Timeout | undefined
  const end = () => {
    clearTimeout(idle)
    child?.end()
    child = undefined
  }
  return {
    async run(task, timeMs) {
      clearTimeout(idle)
      if (!child || child.ended) child = start(limits)
      try {
        return await child.run(task, timeMs)
      } finally {
        clearTimeout(idle)
        idle = setTimeout(end, idleMs)
        idle.unref()
      }
    },
    close: end,
  }
}
