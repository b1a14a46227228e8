import { askedBy, withoutPlace } from './address.ts'
import type { Act, Listing, Outcome, PageOf } from './listing.ts'

const atOnce = 100

/** All that a list finds, page by page, as far as so many. What is done to a page does not shift the next one: a cursor goes by values. */
export async function* pagesOf<T>(
  of: Listing<T>,
  params: URLSearchParams,
  most: number,
  signal: AbortSignal,
): AsyncGenerator<readonly T[]> {
  let asked = askedBy(of, withoutPlace(params), new Date(), atOnce)
  let left = most
  while (left > 0) {
    const page: PageOf<T> = await of.read(asked, signal)
    if (page.rows.length > 0) yield page.rows.slice(0, left)
    left -= page.rows.length
    if (!page.next) return
    asked = { params: asked.params, query: { cursorPaging: { limit: atOnce, cursor: page.next } } }
  }
}

/** What is said where an act could be done to none of them, with the reason where there is one for all. */
export function noneDone(name: string, tried: string, failed: Outcome['failed']): string {
  const [first, ...others] = new Set(failed.map(({ why }) => why))
  return `${name}: none of ${tried}.${first && others.length === 0 ? ` ${first}` : ''}`
}

/** Rows that are at hand, as many at a time as an act takes. */
export async function* inTurn<T>(rows: readonly T[]): AsyncGenerator<readonly T[]> {
  for (let at = 0; at < rows.length; at += atOnce) yield rows.slice(at, at + atOnce)
}

/** Does an act to all of them, and gathers what came of each; where it is stopped, of those it came to. */
export async function carryOut<T>(
  { run }: Pick<Act<T>, 'run'>,
  value: string,
  batches: AsyncIterable<readonly T[]>,
  tell: (done: number) => void,
  signal: AbortSignal,
): Promise<Outcome> {
  const done: string[] = []
  const failed: { id: string; why: string }[] = []
  try {
    for await (const batch of batches) {
      const outcome = await run(batch, value)
      done.push(...outcome.done)
      failed.push(...outcome.failed)
      tell(done.length + failed.length)
      if (signal.aborted) break
    }
  } catch (error) {
    // What was done before it broke off is done, and is said.
    if (done.length === 0 && !signal.aborted) throw error
  }
  return { done, failed }
}
