/** A time zone by its name, `Europe/Berlin`; undefined for none, and for a mere distance to Greenwich, which knows no summer. */
export function timeZoneOf(text: string): string | undefined {
  if (!/^[A-Za-z]/.test(text)) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}
