import { useSyncExternalStore } from 'react'

let count = 0
const listeners = new Set<() => void>()
/** Whatever React does by itself about a script that came is done by then. */
const afterMs = 50

function listen(hear: () => void): () => void {
  listeners.add(hear)
  return () => listeners.delete(hear)
}

/** Loads a part of the page, and has the page look at all that waits once it is here. */
export async function loadPart<Module>(load: () => Promise<Module>): Promise<Module> {
  const module = await load()
  setTimeout(() => {
    count++
    for (const hear of listeners) hear()
  }, afterMs)
  return module
}

/**
 * Stands in the page and shows nothing. React 19.3 can leave updates suspended for good that reach parts of the page which are not hydrated yet
 * (decision 0178): any other update wakes them, and this one comes after the script of each part.
 */
export function UpdateOnPartLoaded() {
  useSyncExternalStore(
    listen,
    () => count,
    () => 0,
  )
  return null
}
