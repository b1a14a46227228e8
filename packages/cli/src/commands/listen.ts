import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { buffer } from 'node:stream/consumers'
import { verifyWebhook, WebhookNotVerified } from '@vitrine/client/webhooks'
import { type Command, textOf, WrongUse } from '../command.ts'
import { shopOf, shopOptions, shopUsage } from '../shop.ts'

/** Headers of the connection, not of the content. */
const hopHeaders = ['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive']

const headersOf = ({ headers }: IncomingMessage): Headers =>
  new Headers(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' && !hopHeaders.includes(name) ? [[name, value] as [string, string]] : [],
    ),
  )

export const listen: Command = {
  summary: 'forward the shop’s webhooks to a program on this machine',
  usage: `listen --to http://localhost:4000/webhooks [--events TYPE,TYPE] [--public URL] [--port PORT]

Creates a webhook of the shop, checks the signature of each event, forwards it with its headers as it came, and answers the shop what the
program answered: what it does not take is sent again. Prints the secret that the program verifies with. The webhook is deleted at the end.

  --to       where the program listens
  --events   types of events; all that the key may hear of where none are given
  --public   where the shop reaches this command, such as a tunnel; else http://127.0.0.1 at its port: the shop runs on this
             machine then, with VITRINE_OUTBOUND_ALLOW=loopback
  --port     where this command listens; else a free one
${shopUsage}`,
  options: { ...shopOptions, to: { type: 'string' }, events: { type: 'string' }, public: { type: 'string' }, port: { type: 'string' } },
  async run(given) {
    const to = textOf(given, 'to')
    if (to === undefined || !/^https?:\/\//.test(to) || !URL.canParse(to))
      throw new WrongUse('--to is the address of your program, such as http://localhost:4000/webhooks')
    const port = textOf(given, 'port') ?? '0'
    if (!/^\d{1,5}$/.test(port)) throw new WrongUse(`${port} is no port`)
    const { webhooks } = shopOf(given)
    const wanted = textOf(given, 'events')?.split(',')
    const events = wanted ?? (await webhooks.listWebhookEventTypes()).eventTypes.map(({ type }) => type)
    let secret = ''

    const server = createServer(async (request, response) => {
      const answer = (status: number, text = '') => void response.writeHead(status, { 'content-type': 'text/plain' }).end(text)
      try {
        const body = (await buffer(request)).toString()
        const headers = headersOf(request)
        const { type, id } = await verifyWebhook(secret, { headers, body })
        const began = performance.now()
        const forwarded = await fetch(to, { method: 'POST', headers, body, signal: AbortSignal.timeout(9000) }).catch(() => undefined)
        given.say(`${forwarded?.status ?? 'no answer'}  ${Math.round(performance.now() - began)} ms  ${type}  ${id}`)
        answer(forwarded?.status ?? 502, forwarded ? (await forwarded.text()).slice(0, 1000) : 'the program does not answer')
      } catch (error) {
        if (!(error instanceof WebhookNotVerified)) return answer(500)
        given.say(`401  ${error.message}`)
        answer(401, error.message)
      }
    })
    server.listen(Number(port), textOf(given, 'public') === undefined ? '127.0.0.1' : undefined)
    await once(server, 'listening')
    try {
      const url = textOf(given, 'public') ?? `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const name = `vitrine listen on ${hostname()}`.slice(0, 80)
      const { webhook, secret: made } = await webhooks.createWebhook({
        webhook: { name, url, events: events as never, format: 'STANDARD' },
      })
      secret = made ?? ''
      try {
        given.say(`Forwards ${events.length === 1 ? events[0] : `${events.length} types of events`} to ${to}. Secret: ${secret}`)
        if (!given.signal.aborted) await once(given.signal, 'abort')
      } finally {
        await webhooks.deleteWebhook({ id: webhook.id })
      }
      given.say('The webhook is deleted.')
    } finally {
      server.close()
      server.closeAllConnections()
    }
  },
}
