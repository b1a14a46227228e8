import { Window } from 'happy-dom'
import type { ReactElement } from 'react'

/** The current result of a hook in a rendered component. */
export interface RenderedHook<T> extends AsyncDisposable {
  readonly current: () => T
  /** Waits until the result of the hook satisfies a condition. */
  readonly until: (holds: (value: T) => boolean) => Promise<T>
}

const window = new Window({ url: 'https://site.example' })
Object.assign(globalThis, { window, document: window.document, IS_REACT_ACT_ENVIRONMENT: false })
const { createElement } = await import('react')
const { createRoot } = await import('react-dom/client')

const patienceMs = 20_000

/** Renders a hook inside `wrap`. It needs a process of its own, since it leaves a DOM in the global scope. */
export function renderHook<T>(hook: () => T, wrap: (child: ReactElement) => ReactElement): RenderedHook<T> {
  let value: T | undefined
  let told = Promise.withResolvers<void>()
  const Probe = (): null => {
    value = hook()
    told.resolve()
    told = Promise.withResolvers<void>()
    return null
  }
  const root = createRoot(window.document.createElement('div') as unknown as Element)
  root.render(wrap(createElement(Probe)))
  return {
    current: () => value as T,
    async until(holds) {
      const tooLong = AbortSignal.timeout(patienceMs)
      while (value === undefined || !holds(value)) {
        tooLong.throwIfAborted()
        await Promise.race([told.promise, new Promise((resolve) => setTimeout(resolve, 50))])
      }
      return value
    },
    async [Symbol.asyncDispose]() {
      root.unmount()
    },
  }
}
