/** A line of the wallet's sheet, in the provider's units. */
export interface SheetLine {
  name: string
  amount: number
}

/** A decimal amount in the provider's smallest units of its currency. */
export const inUnits = (decimal: string, decimals: number): number => Math.round(Number(decimal) * 10 ** decimals)

/** The lines of the wallet's sheet. They have to add up to the amount due, after gift cards and codes. */
export function sheetLines(due: number, delivery: number): SheetLine[] {
  return delivery > 0 && due > delivery
    ? [
        { name: 'Items', amount: due - delivery },
        { name: 'Delivery', amount: delivery },
      ]
    : [{ name: 'Items', amount: due }]
}

/** Splits the full name of a wallet into first and last name. */
export function namesOf(name: string): { firstName: string; lastName: string } {
  const parts = name.trim().split(/\s+/).filter(Boolean)
  const lastName = parts.pop() ?? ''
  return parts.length === 0 ? { firstName: lastName, lastName } : { firstName: parts.join(' '), lastName }
}
