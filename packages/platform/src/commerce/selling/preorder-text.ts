import type { OrderLineItem } from '@vitrine/contract'

/**
 * That a line is preordered, and when it is expected: `preorder, expected 14 May 2027`. A day that has passed is no promise any more; without
 * `today` it is said as it was.
 */
export function preorderText(
  { preorder, quantity }: Pick<OrderLineItem, 'preorder' | 'quantity'>,
  { locale, today }: { readonly locale: string; readonly today?: string },
): string | undefined {
  if (!preorder) return undefined
  const { expectedDate, message } = preorder
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  const what = preorder.quantity < quantity ? `${preorder.quantity} of ${quantity} preordered` : 'preorder'
  const isAhead = expectedDate !== undefined && (today === undefined || expectedDate >= today)
  const when = isAhead && `expected ${format.format(new Date(`${expectedDate}T00:00:00Z`))}`
  return [what, when, message].filter(Boolean).join(', ')
}
