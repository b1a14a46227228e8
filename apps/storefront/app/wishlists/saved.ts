import { useEffect, useSyncExternalStore } from 'react'
import { useRouteLoaderData } from 'react-router'
import { wishlistAt } from './addresses.ts'

/**
 * The products on somebody's wish lists. Pages are the same for everybody, so the browser asks for it by itself: once for each who is signed in,
 * however many hearts there are.
 */
let saved: ReadonlySet<string> | undefined
let askedFor: string | undefined
const listeners = new Set<() => void>()

function write(next: ReadonlySet<string>): void {
  saved = next
  for (const hear of listeners) hear()
}

async function ask(who: string): Promise<void> {
  askedFor = who
  try {
    const answer = await fetch(wishlistAt.hearts, { headers: { accept: 'application/json' } })
    if (!answer.ok || askedFor !== who) return
    const { productIds } = (await answer.json()) as { productIds: readonly string[] }
    write(new Set(productIds))
  } catch {
    // Hearts stay empty; pressing one says by itself whether that worked.
  }
}

function listen(hear: () => void): () => void {
  listeners.add(hear)
  return () => listeners.delete(hear)
}

/** Whether a product is on a list; false until that is known. */
export function useSaved(product: string): boolean {
  const who = useRouteLoaderData<{ readonly who?: string }>('root')?.who ?? ''
  useEffect(() => {
    if (askedFor !== who) void ask(who)
  }, [who])
  return useSyncExternalStore(
    listen,
    () => saved?.has(product) ?? false,
    () => false,
  )
}

/** Shows a product as it is said to be. */
export function showSaved(product: string, on: boolean): void {
  const next = new Set(saved)
  if (on) next.add(product)
  else next.delete(product)
  write(next)
}

let last: Promise<unknown> = Promise.resolve()

/** Puts a product on the default list, or takes it off all; it shows at once, and is as it was where that fails. Whether it worked. */
export function saveProduct(product: string, on: boolean, form: FormData): Promise<boolean> {
  showSaved(product, on)
  form.set('product', product)
  form.set('on', on ? 'yes' : 'no')
  const send = async () => {
    const answer = await fetch(wishlistAt.hearts, { method: 'POST', body: form, headers: { accept: 'application/json' } }).catch(
      () => undefined,
    )
    if (!answer?.ok) showSaved(product, !on)
    return answer?.ok ?? false
  }
  const done = last.then(send, send)
  last = done
  return done
}
