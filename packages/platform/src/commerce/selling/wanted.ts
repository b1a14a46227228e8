import type { NewCustomLineItem, NewLineItem } from '@vitrine/contract'
import type { WantedLine } from './line.ts'

/** The lines of a request. That buyers name no prices in them is the kernel's to see to: see `shopFields` of the contract. */
export function wantedLines(input: {
  readonly lineItems?: readonly NewLineItem[] | undefined
  readonly customLineItems?: readonly NewCustomLineItem[] | undefined
}): readonly WantedLine[] {
  const { lineItems = [], customLineItems = [] } = input
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
