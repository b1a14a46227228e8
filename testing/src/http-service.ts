import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The address of a server on this machine, once it listens. */
export async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export async function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
}

/** A server that answers each request as the one who tests says then. */
export async function httpService(answer: (path: string, body: string) => Promise<Response> | Response) {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const said = await answer(request.url!, Buffer.concat(parts).toString())
    response.writeHead(said.status, Object.fromEntries(said.headers)).end(Buffer.from(await said.arrayBuffer()))
  })
  return { url: await listening(server), close: () => closed(server) }
}
