import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { OpenApi } from '@vitrine/contract/openapi'

/** What developers read of the API, each as it is sent. */
export interface DocumentTexts {
  /** OpenAPI 3.1, as JSON. */
  readonly openapi: string
  /** The same for the explorer, with an example of each operation. */
  readonly explorer: string
  /** The reference, as a page. */
  readonly reference: string
  /** For coding assistants (llmstxt.org). */
  readonly llms: string
}

export interface Documents {
  readonly openapi: Buffer
  readonly explorer: Buffer
  readonly reference: Buffer
  readonly llms: Buffer
  readonly described: () => OpenApi
}

/**
 * The documents of a shop at this origin. They take a second of computing, which a thread of its own does at the first request: whoever asks for
 * something else meanwhile is not kept waiting.
 */
export function documentsAt(origin: string): () => Promise<Documents> {
  let made: Promise<Documents> | undefined
  return () =>
    (made ??= make(origin).catch((error: unknown) => {
      made = undefined
      throw error
    }))
}

async function make(origin: string): Promise<Documents> {
  const worker = new Worker(new URL('./documents-worker.ts', import.meta.url), { workerData: origin })
  worker.unref() // it is no reason for the server to stay
  const [texts] = (await once(worker, 'message')) as [DocumentTexts]
  const openapi = Buffer.from(texts.openapi)
  return {
    openapi,
    explorer: Buffer.from(texts.explorer),
    reference: Buffer.from(texts.reference),
    llms: Buffer.from(texts.llms),
    // GraphQL asks once; nothing that is large is stored twice.
    described: () => JSON.parse(openapi.toString()) as OpenApi,
  }
}
