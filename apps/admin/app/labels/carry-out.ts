import type { ProductJob } from '@vitrine/contract'
import { useState } from 'react'
import { client } from '../client.ts'
import { many } from '../list/many.ts'
import { useAct } from '../parts/acting.ts'
import { useSay } from '../parts/toasts.tsx'
import { follow } from '../products/list/jobs.ts'
import { labelRefusals } from './text.ts'

/** How far a change of many products is, in words. */
const progress = (done: number, of?: number): string =>
  of === undefined ? `${many(done, 'product')} changed so far` : `${done.toLocaleString('en-GB')} of ${many(of, 'product')} changed`

export type Start = () => Promise<{ readonly job: ProductJob }>

/** Starts changes of brands or ribbons one after the other, and follows them to their end; all of them can be undone after. */
export function useCarryOut(): {
  readonly carryOut: (starts: readonly Start[], said: (products: string) => string) => Promise<boolean>
  readonly busy: boolean
  readonly working: string | undefined
} {
  const { act, busy } = useAct(labelRefusals)
  const say = useSay()
  const [working, setWorking] = useState<string>()
  const tell = (done: number, of?: number) => setWorking(progress(done, of))

  const undo = (ids: readonly string[]) =>
    void act(async () => {
      for (const jobId of ids.toReversed()) await follow((await client.merchantProducts.undoProductJob({ jobId })).job, tell)
      setWorking(undefined)
      return 'Taken back.'
    })

  async function finish(first: ProductJob, others: readonly Start[], said: (products: string) => string): Promise<void> {
    const ended: ProductJob[] = []
    await act(async () => {
      try {
        ended.push(await follow(first, tell))
        for (const start of others) ended.push(await follow((await start()).job, tell))
      } finally {
        setWorking(undefined)
        const changed = ended.reduce((sum, job) => sum + job.changed, 0)
        if (ended.length > 0) say({ text: said(many(changed, 'product')), undo: () => undo(ended.map(({ id }) => id)) })
      }
      return undefined
    })
  }

  return {
    busy,
    working,
    carryOut: async ([start, ...others], said) => {
      let job: ProductJob | undefined
      const isStarted = await act(async () => {
        job = (await start?.())?.job
        return undefined
      })
      if (job) void finish(job, others, said)
      return isStarted
    },
  }
}
