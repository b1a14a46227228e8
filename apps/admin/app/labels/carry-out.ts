import type { ProductJob } from '@vitrine/contract'
import { useState } from 'react'
import { client } from '../client.ts'
import { many } from '../list/many.ts'
import { useAct } from '../parts/acting.ts'
import { useSay } from '../parts/toasts.tsx'
import { follow } from '../products/list/jobs.ts'
import { labelRefusals } from './words.ts'

/** How far a change of many products is, in words. */
const progress = (done: number, of?: number): string =>
  of === undefined ? `${many(done, 'product')} changed so far` : `${done.toLocaleString('en-GB')} of ${many(of, 'product')} changed`

/** Starts a change of a brand or ribbon, and follows it to its end; it can be undone after. */
export function useCarryOut(): {
  readonly carryOut: (start: () => Promise<{ job: ProductJob }>, said: (products: string) => string) => Promise<boolean>
  readonly busy: boolean
  readonly working: string | undefined
} {
  const { act, busy } = useAct(labelRefusals)
  const say = useSay()
  const [working, setWorking] = useState<string>()
  const tell = (done: number, of?: number) => setWorking(progress(done, of))

  const undo = (id: string) =>
    void act(async () => {
      const { job } = await client.merchantProducts.undoProductJob({ jobId: id })
      await follow(job, tell)
      setWorking(undefined)
      return 'Taken back.'
    })

  async function finish(job: ProductJob, said: (products: string) => string): Promise<void> {
    await act(async () => {
      const done = await follow(job, tell)
      setWorking(undefined)
      say({ text: said(many(done.changed, 'product')), undo: () => undo(job.id) })
      return undefined
    })
    setWorking(undefined)
  }

  return {
    busy,
    working,
    carryOut: async (start, said) => {
      let job: ProductJob | undefined
      const isStarted = await act(async () => {
        job = (await start()).job
        return undefined
      })
      if (job) void finish(job, said)
      return isStarted
    },
  }
}
