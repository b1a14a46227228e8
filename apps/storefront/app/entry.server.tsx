import { PassThrough, Writable } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { isbot } from 'isbot'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router'
import { host } from './context.ts'
import { allLoaded } from './shop/apart.tsx'
import { LinkedDataOf, linkedDataOf } from './shop/linked-data.tsx'
import { RequestId } from './shop/request-id.ts'
import { sessionEnded } from './shop.server.ts'

export { marksOf } from './cart/count.tsx'
export { isForEverybody, ownParts } from './everybody.server.ts'
export { isClosed, settingsAt } from './shop.server.ts'

/** A page whose slower parts have not arrived by then is sent without them. */
export const streamTimeout = 5_000

/** Faults are printed; what failed because its reader went away, or because their session ended, is none. */
export function handleError(error: unknown, { request, context }: { request: Request; context: Readonly<RouterContextProvider> }) {
  if (request.signal.aborted || sessionEnded(context)) return
  // oxlint-disable-next-line typescript/no-unsafe-member-access -- the framework stores there what was thrown
  console.error(isRouteErrorResponse(error) && 'error' in error && error.error ? error.error : error)
}

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider,
) {
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  await allLoaded()
  const { nonce, whole, requestId } = context.get(host) ?? {}
  return new Promise<Response>((resolve, reject) => {
    let answer = status
    let sent = false
    const ready = whole || isbot(request.headers.get('user-agent')) ? 'onAllReady' : 'onShellReady'
    const page = (
      <RequestId value={requestId}>
        <LinkedDataOf value={linkedDataOf(context)}>
          <ServerRouter context={router} url={request.url} {...(nonce ? { nonce } : {})} />
        </LinkedDataOf>
      </RequestId>
    )
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      // What is there when the page is sent stands in its place, and no script has to put it there.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      [ready]() {
        sent = true
        headers.set('Content-Type', 'text/html; charset=utf-8')
        if (whole) {
          const chunks: Uint8Array[] = []
          const body = new Writable({
            write(chunk: Uint8Array, _encoding, done) {
              chunks.push(chunk)
              done()
            },
            final(done) {
              clearTimeout(timer)
              resolve(new Response(Buffer.concat(chunks), { headers, status: answer }))
              done()
            },
          })
          pipe(body)
          return
        }
        const body = new PassThrough({
          final(done) {
            clearTimeout(timer)
            done()
          },
        })
        pipe(body)
        resolve(new Response(createReadableStreamFromReadable(body), { headers, status: answer }))
      },
      onShellError: reject,
      onError(error: unknown) {
        answer = 500
        if (sent && !request.signal.aborted) console.error(error)
      },
    })
    const timer = setTimeout(abort, streamTimeout + 1_000)
  })
}
