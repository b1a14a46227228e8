import { useSyncExternalStore } from 'react'

/** Who has to sign in again before what they did goes on. */
interface Asked {
  readonly email: string
  readonly done: () => void
}

let asked: Asked | undefined
let waiting: Promise<void> | undefined
const listeners = new Set<() => void>()

function set(now: Asked | undefined): void {
  asked = now
  for (const listener of listeners) listener()
}

/** Asks in front of the page, which stays as it is with all that was written in it; resolves once they are in. */
export function askToSignInAgain(email: string): Promise<void> {
  waiting ??= new Promise<void>((resolve) =>
    set({
      email,
      done() {
        waiting = undefined
        set(undefined)
        resolve()
      },
    }),
  )
  return waiting
}

export const isAskedToSignIn = (): boolean => asked !== undefined

export const useAskedToSignIn = (): Asked | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => asked,
  )
