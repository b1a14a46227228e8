import type { NewCustomLineItem, NewLineItem } from '@vitrine/contract'
import type { Caller } from '../http/caller.ts'
import { type Refusal, refuse } from '../refusal.ts'
import type { WantedLine } from './line.ts'

/** Whether a caller sells rather than buys: only they may name prices. */
export const sells = (caller: Caller): boolean => caller.kind === 'user' || caller.kind === 'app'

/** The lines of a request. A buyer who sends a line with a price of its own is refused. */
export function wantedLines(
  caller: Caller,
  input: { readonly lineItems?: readonly NewLineItem[] | undefined; readonly customLineItems?: readonly NewCustomLineItem[] | undefined },
): readonly WantedLine[] | Refusal<'PERMISSION_DENIED'> {
  const { lineItems = [], customLineItems = [] } = input
  const namesPrices = customLineItems.length > 0 || lineItems.some(({ catalogOverrideFields }) => catalogOverrideFields)
  if (namesPrices && !sells(caller)) return refuse('PERMISSION_DENIED')
  return [
    ...lineItems.map(({ quantity, catalogReference: { catalogItemId, appId, options }, catalogOverrideFields, taxableAddress }) => ({
      quantity,
      reference: { catalogItemId, appId, ...(options && { options: withoutNulls(options) }) },
      ...(catalogOverrideFields && { override: catalogOverrideFields }),
      ...(taxableAddress && { taxableAddress: taxableAddress.addressType }),
    })),
    ...customLineItems.map((custom) => ({ quantity: custom.quantity, custom })),
  ]
}

const withoutNulls = (options: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null && value !== undefined))
