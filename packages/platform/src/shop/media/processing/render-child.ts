import type { Rendering, render } from '../render.ts'
import type { startChild } from './child-process.ts'
import { idleChild } from './idle-child.ts'

export interface RenderChild {
  readonly render: typeof render
  close(): void
}

export interface RenderChildOptions {
  readonly start?: typeof startChild
}

const limits = { megabytes: 2000 }
const timeMs = 60_000

/** Makes renditions in a process that stands back behind the shop, where many are asked for at once, or nobody waits for them. */
export function renderChild({ start }: RenderChildOptions = {}): RenderChild {
  const child = idleChild(limits, start)
  return {
    async render(rendering: Rendering) {
      const answer = await child.run({ task: 'render', ...rendering }, timeMs)
      if ('rendition' in answer) return answer.rendition
      throw new Error('fault' in answer ? answer.fault : 'an answer to something else')
    },
    close: child.close,
  }
}
