/** A day on the shop's wall, `2026-11-24`, so many days later. */
export function dayOf(at: Date, timeZone: string, later = 0): string {
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return day.format(new Date(at.getTime() + later * 24 * 3_600_000))
}

/** A minute before midnight of a day on the shop's wall; undefined where there is no such day. */
export function endOfDay(day: string, timeZone: string): Date | undefined {
  const asIf = new Date(`${day}T23:59:00Z`)
  if (Number.isNaN(asIf.getTime())) return undefined
  const onTheWall = new Date(`${asIf.toLocaleString('sv-SE', { timeZone }).replace(' ', 'T')}Z`)
  return new Date(2 * asIf.getTime() - onTheWall.getTime())
}
