import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What somebody was sent. */
export interface Sent {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Receiver extends AsyncDisposable {
  readonly url: string
  readonly sent: Sent[]
  /** What it says next: a status, or a promise of one. */
  answer: (sent: Sent) => number | Promise<number>
}

/** Somebody who receives webhooks on this machine, and takes them unless a test says otherwise. */
export async function startReceiver(): Promise<Receiver> {
  const sent: Sent[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const one: Sent = { path: request.url!, headers: request.headers, body: Buffer.concat(parts).toString() }
    const status = await receiver.answer(one)
    if (status >= 200 && status < 300) sent.push(one)
    response.writeHead(status, { 'content-type': 'text/plain' }).end(status === 200 ? 'thanks' : 'not now')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    answer: () => 200,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return receiver
}
