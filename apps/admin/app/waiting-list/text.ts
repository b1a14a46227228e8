import type { WaitingItem, WaitingListSettings } from '@vitrine/contract'

type Stock = Pick<WaitingItem, 'waiting' | 'available' | 'incoming'>

/** What can be sold now, and what is on its way. */
export function comesOf({ available, incoming }: Pick<Stock, 'available' | 'incoming'>): string {
  if (available === undefined) return 'not tracked'
  const units = (count: number, where: string) => (count > 0 ? [`${count.toLocaleString('en-GB')} ${where}`] : [])
  return [...units(available, 'here now'), ...units(incoming, 'on the way')].join(', ') || '–'
}

/** What happens when so many units come. */
export function planOf(
  { waiting, available, incoming }: Stock,
  { peoplePerUnit, hoursBetweenWaves }: Pick<WaitingListSettings, 'peoplePerUnit' | 'hoursBetweenWaves'>,
): string {
  if (available === undefined) return 'all at once'
  const units = available > 0 ? available : incoming
  if (units === 0) return `${peoplePerUnit} for each unit`
  const first = Math.min(waiting, units * peoplePerUnit)
  return first === waiting ? 'all at once' : `first ${first}, the rest after ${hoursBetweenWaves} hours if stock stays`
}
