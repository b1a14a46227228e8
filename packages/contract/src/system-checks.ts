import * as z from 'zod'
import { operation, operations } from './operation.ts'
import { Instant } from './primitives.ts'

export const systemCheckIds = [
  'HTTPS',
  'PAYMENTS',
  'EMAIL',
  'SECOND_FACTOR',
  'OWNER_EMAIL',
  'TRUSTED_PROXIES',
  'SECRET',
  'OPEN',
  'BACKUP',
  'STORAGE',
  'DATABASE',
  'VIDEO',
  'DEMO_DATA',
] as const

/** A check of what a shop needs before it opens to everybody. */
export const SystemCheck = z.object({
  id: z.enum(systemCheckIds),
  /** `OK`; `WARNING`: it works, and should be better; `FAILED`: the shop should not be open to the public like this. */
  status: z.enum(['OK', 'WARNING', 'FAILED']),
  /** What was found, and where it is not `OK`, what to do; whole sentences in English. */
  message: z.string(),
  /** The measured figure, formatted: `38 of 64 GB free`, `8 hours ago`. Absent where there is none. */
  figure: z.string().optional(),
})
export interface SystemCheck extends z.infer<typeof SystemCheck> {}

export const systemChecks = operations({
  /** The installation as it is at this moment; each check is run again. */
  'GET /vitrine/v1/system-checks': operation({
    as: 'user',
    summary: 'Check what a shop on the open internet needs',
    input: z.object({}),
    ok: z.object({
      /** Those that need attention first, each group in the order of importance. */
      checks: z.array(SystemCheck),
      checkedDate: Instant,
    }),
    errors: [],
  }),
})
