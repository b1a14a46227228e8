import { useSyncExternalStore } from 'react'

/**
 * Which products somebody looked at last, the newest first, by their slugs. It stays in their browser: no server hears of it but to show them
 * again, and they can take it away.
 */
const most = 12
const nothing: readonly string[] = []
const listeners = new Set<() => void>()
let read: { readonly text: string; readonly slugs: readonly string[] } = { text: '', slugs: nothing }

const keyOf = (shop: string) => `seen-products ${shop}`

/** The list with a product in front. */
export const withSeen = (slugs: readonly string[], slug: string): readonly string[] =>
  [slug, ...slugs.filter((one) => one !== slug)].slice(0, most)

/** What was written, or nothing where it is no list of slugs. */
export function slugsIn(text: string): readonly string[] {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list.filter((one): one is string => typeof one === 'string').slice(0, most) : nothing
  } catch {
    return nothing
  }
}

/** A browser may store nothing: then nothing is shown either. */
function stored(shop: string): readonly string[] {
  try {
    const text = localStorage.getItem(keyOf(shop)) ?? ''
    if (text !== read.text) read = { text, slugs: slugsIn(text) }
    return read.slugs
  } catch {
    return nothing
  }
}

function write(shop: string, slugs: readonly string[]): void {
  try {
    if (slugs.length === 0) localStorage.removeItem(keyOf(shop))
    else localStorage.setItem(keyOf(shop), JSON.stringify(slugs))
  } catch {
    return
  }
  for (const hear of listeners) hear()
}

export const rememberSeen = (shop: string, slug: string): void => write(shop, withSeen(stored(shop), slug))
export const forgetSeenProducts = (shop: string): void => write(shop, nothing)

function listen(hear: () => void): () => void {
  listeners.add(hear)
  window.addEventListener('storage', hear)
  return () => {
    listeners.delete(hear)
    window.removeEventListener('storage', hear)
  }
}

/** The slugs that this browser stores for a shop; none while the page is rendered on the server. */
export const useSeenProducts = (shop: string): readonly string[] =>
  useSyncExternalStore(
    listen,
    () => stored(shop),
    () => nothing,
  )
