/** A page somebody was on, below one of the menu. */
export interface Seen {
  readonly name: string
  readonly to: string
  /** The section it belongs to. */
  readonly of: string
}

const saved = 'vitrine-seen'
const atMost = 12

const isSeen = (one: unknown): one is Seen =>
  typeof one === 'object' && one !== null && (['name', 'to', 'of'] as const).every((key) => typeof (one as Seen)[key] === 'string')

/** The pages that were last seen on this device, the latest first. */
export function lastSeen(): readonly Seen[] {
  try {
    const all: unknown = JSON.parse(localStorage.getItem(saved) ?? '[]')
    return Array.isArray(all) ? all.filter(isSeen) : []
  } catch {
    return []
  }
}

export function noteSeen(page: Seen): void {
  try {
    localStorage.setItem(saved, JSON.stringify([page, ...lastSeen().filter(({ to }) => to !== page.to)].slice(0, atMost)))
  } catch {
    // A private window remembers nothing.
  }
}

/** Whoever leaves takes along what they saw. */
export function forgetSeen(): void {
  try {
    localStorage.removeItem(saved)
  } catch {}
}
