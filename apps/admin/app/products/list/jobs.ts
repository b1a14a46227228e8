import type { BulkProductChange, MerchantProductRow, ProductJob } from '@vitrine/contract'
import { client } from '../../client.ts'
import type { Act, Outcome } from '../../list/listing.ts'
import { many } from '../../list/many.ts'

const lookAgainMs = 500
const counted = 10_000

/** Which change of many products touched which, so that it can be taken back. */
const jobs = new Map<string, string>()

/** Waits for a job of the shop, as long as somebody wants to wait. */
export async function follow(job: ProductJob, tell: (done: number, of?: number) => void, signal?: AbortSignal): Promise<ProductJob> {
  let now = job
  while (!now.endedDate && !signal?.aborted) {
    tell(now.changed + now.unchanged + now.refused, now.total)
    await new Promise((done) => setTimeout(done, lookAgainMs))
    now = (await client.merchantProducts.getProductJob({ jobId: job.id })).job
  }
  return now
}

/** Changes at most a hundred products in the same way, and says what came of each; `unclear` where what was asked for means no change. */
export async function changeThese(
  rows: readonly Pick<MerchantProductRow, 'id'>[],
  change: BulkProductChange | undefined,
  unclear: string,
): Promise<Outcome> {
  const ids = rows.map(({ id }) => id)
  if (!change) return { done: [], failed: ids.map((id) => ({ id, why: unclear })) }
  const started = await client.merchantProducts.startProductJob({ productIds: ids, change })
  const job = await follow(started.job, () => {})
  const failed = new Map(job.refusals.map(({ id, description }) => [id, description]))
  const done = ids.filter((id) => !failed.has(id))
  for (const id of done) jobs.set(id, job.id)
  return { done, failed: [...failed].map(([id, why]) => ({ id, why })) }
}

/** Makes them what they were before. */
export async function takeBack(ids: readonly string[]): Promise<void> {
  for (const jobId of new Set(ids.flatMap((id) => jobs.get(id) ?? []))) {
    const { job } = await client.merchantProducts.undoProductJob({ jobId })
    await follow(job, () => {})
  }
}

const refusedText = ({ refused, refusals }: ProductJob): { left?: string } =>
  refused === 0 ? {} : { left: `${many(refused, 'product')} stayed as before: ${refusals[0]?.description ?? 'it was refused'}.` }

/** The same change for all that a filter finds, however many, by a job of the shop; `unclear` is said of a value that means none. */
export const toAll = (
  changeOf: (value: string) => BulkProductChange | undefined | Promise<BulkProductChange | undefined>,
  unclear = '',
): NonNullable<Act<MerchantProductRow>['all']> => ({
  async ahead(filter, signal) {
    const [{ counts }, { products }] = await Promise.all([
      client.merchantProducts.countProducts({ filters: [filter] }, { signal }),
      client.merchantProducts.listProducts({ query: { filter, cursorPaging: { limit: 5 } } }, { signal }),
    ])
    const [touched = 0] = counts
    return {
      touched,
      orMore: touched >= counted,
      says: touched > 0 ? ['The shop does it some at a time, and goes on if you leave. For 30 days it can be taken back.'] : [],
      column: 'SKU',
      examples: products.map(({ id, name, sku }) => ({ id, name, about: sku, to: `/products/${id}` })),
    }
  },
  async run(filter, tell, signal, value) {
    const change = await changeOf(value)
    if (!change) return { done: 0, goesOn: false, left: unclear, undo: async () => {} }
    const started = await client.merchantProducts.startProductJob({ filter, change })
    const job = await follow(started.job, tell, signal)
    return {
      done: job.changed,
      ...refusedText(job),
      goesOn: !job.endedDate,
      undo: async () => void (await follow((await client.merchantProducts.undoProductJob({ jobId: job.id })).job, () => {})),
    }
  },
})
