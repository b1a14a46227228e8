import type { Step } from './in-turn.ts'
import type { JobDefinition, ScheduledJob } from './jobs.ts'

/** What has to be done for an area after the fact, and by the clock. */
export interface AreaJobs {
  /** What follows from what happened. */
  readonly events: readonly JobDefinition[]
  /** What is due each minute. Each is a job of its own, so that a slow one, such as many reminders, does not hold up the others. */
  readonly eachMinute: readonly ScheduledJob[]
  readonly eachHour?: readonly ScheduledJob[]
  /** What is due at other times. */
  readonly others?: readonly ScheduledJob[]
  /** Deletes rows that are over. */
  readonly sweeps?: readonly Step[]
}

export const everyMinute = '* * * * *'
