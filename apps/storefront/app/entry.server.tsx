import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { isbot } from 'isbot'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { host } from './context.ts'

/** A page whose slower parts have not arrived by then is sent without them. */
export const streamTimeout = 5_000

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider,
) {
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const { nonce, whole } = context.get(host) ?? {}
  return new Promise<Response>((resolve, reject) => {
    let answer = status
    let sent = false
    const ready = whole || isbot(request.headers.get('user-agent')) ? 'onAllReady' : 'onShellReady'
    const { pipe, abort } = renderToPipeableStream(<ServerRouter context={router} url={request.url} {...(nonce ? { nonce } : {})} />, {
      nonce,
      [ready]() {
        sent = true
        const body = new PassThrough({
          final(done) {
            clearTimeout(timer)
            done()
          },
        })
        headers.set('Content-Type', 'text/html; charset=utf-8')
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
