import type { LinePreorder, PreorderInfo } from '@vitrine/contract'

/** `14 May 2027`, of the day as the wire has it. */
const dayText = (day: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

/** The day on which it is expected; none that has passed, which is no promise any more. */
export const expectedDay = ({ expectedDate }: Pick<PreorderInfo, 'expectedDate'>, today: string): string | undefined =>
  expectedDate !== undefined && expectedDate >= today ? expectedDate : undefined

/** When it is expected, and what the shop says of it: `expected 14 May 2027. Leaves the kiln in spring.` */
export function expectedText(info: Pick<PreorderInfo, 'expectedDate' | 'message'>, locale: string, today: string): string {
  const day = expectedDay(info, today)
  return [day && `expected ${dayText(day, locale)}`, info.message].filter(Boolean).join('. ')
}

/** That a line is preordered, or some of it: `Preorder, expected 14 May 2027`, `2 of 3 preordered`. */
export function preorderText(preorder: LinePreorder | undefined, quantity: number, locale: string, today: string): readonly string[] {
  if (!preorder) return []
  const what = preorder.quantity < quantity ? `${preorder.quantity} of ${quantity} preordered` : 'Preorder'
  return [[what, expectedText(preorder, locale, today)].filter(Boolean).join(', ')]
}
