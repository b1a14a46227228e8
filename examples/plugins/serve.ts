import { createPublicKey, verify } from 'node:crypto'
import { createServer, type Server } from 'node:http'

/** What the shop asks: `request` goes by the kind of the service. */
export interface Asked<Request> {
  readonly request: Request
  readonly metadata: {
    readonly requestId: string
    readonly currency: string
    readonly languages: readonly string[]
    readonly instanceId: string
  }
}

/** What a service answers, by the path of the question. */
export type Answers = Readonly<Record<string, (asked: Asked<never>) => object>>

/** Says no with one of the codes that the published form has for it. */
export class Refuses extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

/** What the admin shows of the service: its id, and the key that the shop signs with. */
export interface Trust {
  readonly id: string
  readonly publicKey: string
}

/** A service that answers the shop, and nobody else. */
export function serve(answers: Answers, trust: Trust): Server {
  return createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const answer = answers[request.url ?? '']
    const asked = verified(Buffer.concat(parts).toString(), trust)
    const [status, body] = !asked ? [401, {}] : answer ? answered(() => answer(asked as Asked<never>)) : [404, {}]
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
}

function answered(answer: () => object): readonly [number, object] {
  try {
    return [200, answer()]
  } catch (error) {
    if (error instanceof Refuses) return [error.status, { applicationError: { code: error.code } }]
    throw error
  }
}

/** The question in a signed request; undefined where the shop did not sign it, or signed it for somebody else or for a time that is over. */
function verified(token: string, { id, publicKey }: Trust): unknown {
  const [head, claims, signature] = token.split('.')
  if (!head || !claims || !signature) return undefined
  const key = createPublicKey(publicKey)
  if (!verify('RSA-SHA256', Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, 'base64url'))) return undefined
  const { iss, aud, exp, data } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  return iss === 'wix.com' && aud === id && exp > Date.now() / 1000 ? data : undefined
}

/** Serves on PORT with what the environment says: `PLUGIN_ID=… PUBLIC_KEY="$(cat key.pem)" PORT=4000 node order-checks.ts` */
export function serveFromEnvironment(answers: Answers): void {
  const { PLUGIN_ID: id, PUBLIC_KEY: publicKey, PORT = '4000' } = process.env
  if (!id || !publicKey) throw new Error('PLUGIN_ID and PUBLIC_KEY are missing')
  serve(answers, { id, publicKey }).listen(Number(PORT), () => console.log(`http://localhost:${PORT}`))
}
