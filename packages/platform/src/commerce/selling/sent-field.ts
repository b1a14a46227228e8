/** A field after an update: what was sent, null clears it, and what was not sent stays. */
export const sentOrBefore = <T>(before: T | undefined, sent: T | null | undefined): T | undefined =>
  sent === undefined ? before : (sent ?? undefined)
