/** The day that it is somewhere, as the wire has days: `2026-11-21`. */
export const dayIn = (now: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now)
