import { type ComponentType, lazy } from 'react'
import { loadPart } from './part-loaded.ts'

const loading: Promise<unknown>[] = []

/**
 * A part of a page whose script comes on its own. The server has it from the start, so that no page is sent without it; browsers fetch it where
 * it is shown. Whoever shows it puts a `Suspense` around it.
 */
export function apart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>): ComponentType<Props> {
  const Fetched = lazy(() => loadPart(() => load().catch((error: unknown) => afterAll(load, error)))) as ComponentType<Props>
  if (!import.meta.env.SSR) return Fetched
  let Part = Fetched
  loading.push(
    load().then((module) => {
      Part = module.default
    }),
  )
  return function Apart(props: Props) {
    return <Part {...props} />
  }
}

/** A part that failed for lack of a connection is fetched again when the connection is back. */
const afterAll = <Part,>(load: () => Promise<Part>, error: unknown): Promise<Part> =>
  navigator.onLine ? Promise.reject(error) : new Promise((back) => window.addEventListener('online', back, { once: true })).then(load)

/** Once all parts are there; for the server, before its first page. */
export const allLoaded = (): Promise<unknown> => Promise.all(loading)
