import type { FeeRule } from '@vitrine/pricing'
import type { Revised } from './revised.ts'

/** A fee that a merchant charges. Its `code` is its id. */
export interface FeeSettings extends FeeRule, Revised {
  readonly chargeType?: 'HANDLING_FEE' | 'INSURANCE'
}
