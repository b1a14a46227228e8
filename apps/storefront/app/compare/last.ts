import { mostCompared } from './compare.ts'

const key = 'compared'

/** What was compared last in this tab. */
export function lastCompared(): readonly string[] {
  try {
    return (sessionStorage.getItem(key) ?? '').split(',').filter(Boolean).slice(0, mostCompared)
  } catch {
    return []
  }
}

export function rememberCompared(slugs: readonly string[]): void {
  try {
    sessionStorage.setItem(key, slugs.join(','))
  } catch {
    // A browser may store nothing: then each comparison begins anew.
  }
}
