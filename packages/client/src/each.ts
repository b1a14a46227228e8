import type { CallOptions } from './api.ts'

/** Where a query says which page it wants; a call that has such a place must be given one, possibly empty. */
type Place = 'query' | 'search' | 'paging'
type Placed<I> = { readonly [P in keyof I & Place]-?: NonNullable<I[P]> }

interface Page {
  readonly metadata?: { readonly total?: number | undefined; readonly cursors?: { readonly next?: string | null | undefined } | undefined }
  readonly total?: number
}

/** A call that answers with a list of that name. */
type Listing<Name extends string> = (input: never, options?: CallOptions) => Promise<{ readonly [N in Name]: readonly unknown[] }>
type InputOf<C extends Listing<never>> = NonNullable<Parameters<C>[0]>

/**
 * Everything a query matches, page after page, by offset or by cursor as the operation has it. A page is requested when it is reached.
 *
 * @example
 * for await (const product of each('products', client.products.queryProducts, { query: { sort: [{ fieldName: 'name' }] } })) {
 *   if (product.stock?.inStock) show(product)
 * }
 */
export async function* each<const Name extends string, C extends Listing<Name>>(
  name: Name,
  call: C,
  input: InputOf<C> & Placed<InputOf<C>>,
  options?: CallOptions,
): AsyncGenerator<Awaited<ReturnType<C>>[Name][number], void, undefined> {
  let next: object | undefined = input
  let offset = offsetOf(input)
  while (next) {
    const answer = await call(next as never, options)
    const items: readonly Awaited<ReturnType<C>>[Name][number][] = answer[name]
    yield* items
    offset += items.length
    const { metadata, total = metadata?.total } = answer as Page
    if (metadata?.cursors) next = metadata.cursors.next ? afterCursor(input, metadata.cursors.next) : undefined
    else next = items.length > 0 && !(total !== undefined && offset >= total) ? afterOffset(input, offset) : undefined
  }
}

type Payload = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>

const holderOf = (input: object) => ['query', 'search'].find((name) => name in input)

function offsetOf(input: object): number {
  const holder = holderOf(input)
  const asked = (holder ? (input as Payload)[holder] : input) as { paging?: { offset?: number }; offset?: number }
  return (asked.paging ?? asked).offset ?? 0
}

/** Beside a cursor only the limit is sent: the cursor itself has filter and sort. */
function afterCursor(input: object, cursor: string): object {
  const holder = holderOf(input)
  const paging = holder ? (input as Payload)[holder]?.['cursorPaging'] : (input as Payload)['paging']
  const limit = (paging as { limit?: number } | undefined)?.limit
  const page = { cursor, ...(limit !== undefined && { limit }) }
  return holder ? { ...input, [holder]: { cursorPaging: page } } : { ...input, paging: page }
}

function afterOffset(input: object, offset: number): object {
  const holder = holderOf(input)
  const asked = (holder ? (input as Payload)[holder] : input) as { paging?: object }
  const next = holder || asked.paging ? { ...asked, paging: { ...asked.paging, offset } } : { ...asked, offset }
  return holder ? { ...input, [holder]: next } : next
}
