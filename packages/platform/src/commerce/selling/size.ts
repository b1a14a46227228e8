import { type Refusal, refuse } from '../../kernel/refusal.ts'
import type { StoredLine } from './line.ts'

/** What a cart or a checkout stores of its own, in bytes of its JSON: see decision 0063. */
export const mostStored = 64 * 1024
/** What a line needs on top: one of the catalogue names its product and variant, and what they come to. */
const perCatalogueLine = 512
/** One that the shop describes or prices itself says all of that. */
const perDescribedLine = 2048

interface Stored {
  readonly lines: readonly Pick<StoredLine, 'custom' | 'override'>[]
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '')

const roomFor = ({ lines }: Stored): number =>
  lines.reduce((sum, { custom, override }) => sum + (custom || override ? perDescribedLine : perCatalogueLine), mostStored)

/** By what name a client knows what takes the most room. */
const wireNames: Readonly<Record<string, string>> = {
  lines: 'lineItems',
  memberships: 'membershipOptions',
  discounts: 'merchantDiscounts',
  fromCart: 'lineItems',
}

/** Whether a cart or checkout is more than one stores. */
export const isTooLarge = (document: Stored): boolean => bytesOf(document) > roomFor(document)

/** Why a cart or checkout cannot be stored as it is after a change; undefined where it can. One that was too large before may get smaller. */
export function tooLarge(after: Stored, before?: Stored): Refusal<'INVALID_ARGUMENT'> | undefined {
  if (!isTooLarge(after) || (before && bytesOf(after) < bytesOf(before))) return undefined
  const parts = Object.entries(after).map(([name, part]) => ({ name, bytes: bytesOf(part) }))
  const { name } = parts.reduce((most, part) => (part.bytes > most.bytes ? part : most))
  return refuse('INVALID_ARGUMENT', {
    fieldViolations: [
      {
        field: wireNames[name] ?? name,
        description: `is too much: a cart or checkout stores ${mostStored / 1024} kB beside its line items`,
        violatedRule: 'MAX_SIZE',
        data: { threshold: mostStored },
      },
    ],
  })
}
