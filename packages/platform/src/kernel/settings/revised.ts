import { createHash } from 'node:crypto'
import { type Refusal, refuse } from '../refusal.ts'

/** What is recorded of each thing in a section; absent from what a shop was opened with. */
export interface Revised {
  readonly revision?: number
  readonly createdAt?: string
  readonly updatedAt?: string
}

/** An id that the same name always gets: for what was written down without one. */
export function namedId(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

export const firstState = (now: Date): Required<Revised> => ({ revision: 1, createdAt: now.toISOString(), updatedAt: now.toISOString() })

export const nextState = ({ revision, createdAt }: Revised, now: Date): Revised => ({
  revision: (revision ?? 1) + 1,
  ...(createdAt && { createdAt }),
  updatedAt: now.toISOString(),
})

/** What a shop was opened with is as old as its section. */
export const datesOf = ({ createdAt, updatedAt }: Revised, since: Date) => ({
  createdDate: createdAt ?? since.toISOString(),
  updatedDate: updatedAt ?? createdAt ?? since.toISOString(),
})

/** As the wire wants it. */
export const showRevised = (state: Revised, since: Date) => ({ revision: String(state.revision ?? 1), ...datesOf(state, since) })

/** A refusal where a change was made to an older state; who says no revision takes it as it is. */
export const staleOf = ({ revision }: Revised, said: string | null | undefined): Refusal<'STALE_REVISION'> | undefined =>
  said === null || said === undefined || said === String(revision ?? 1) ? undefined : refuse('STALE_REVISION')
