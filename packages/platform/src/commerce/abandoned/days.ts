/** When a day begins on the shop's wall, so many days later; undefined where there is no such day. */
export function beginning(day: string, timeZone: string, later = 0): Date | undefined {
  const midnight = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== day) return undefined
  midnight.setUTCDate(midnight.getUTCDate() + later)
  const onTheWall = new Date(`${midnight.toLocaleString('sv-SE', { timeZone }).replace(' ', 'T')}Z`)
  return new Date(2 * midnight.getTime() - onTheWall.getTime())
}
