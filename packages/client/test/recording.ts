/** A request as it would have gone over the wire. */
export interface Sent {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

export interface Answer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON; a text as it is. */
  readonly body?: unknown
}

export type Answering = (request: Sent, count: number) => Answer | Error | Promise<Answer | Error>

/** A `fetch` that keeps what it was asked and answers what it is told. An `Error` is a network that fails. */
export function recording(answering: Answering = () => ({})) {
  const sent: Sent[] = []
  const send = async (input: unknown, init: RequestInit = {}) => {
    const request: Sent = {
      method: init.method ?? 'GET',
      url: String(input),
      headers: { ...(init.headers as Record<string, string>) },
      body: init.body as string | undefined,
    }
    sent.push(request)
    const answer = await answering(request, sent.length)
    if (answer instanceof Error) throw answer
    const { status = 200, headers = {}, body = {} } = answer
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers })
  }
  return { fetch: send as typeof fetch, sent }
}

export const refusal = (status: number, code: string, data: unknown = {}, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { 'X-Wix-Request-Id': 'r-1', ...headers },
  body: { message: `No: ${code}`, details: { applicationError: { code, description: `No: ${code}`, data } } },
})

/** Answers for tokens as the platform does, and leaves the rest to `answering`. */
export function withTokens(answering: Answering = () => ({}), expiresIn = 14_400): Answering {
  let visitors = 0
  let renewals = 0
  return (request, count) => {
    if (!request.url.endsWith('/oauth2/token')) return answering(request, count)
    const { grantType, refreshToken } = JSON.parse(request.body!)
    const refresh_token = grantType === 'anonymous' ? `refresh-${++visitors}` : `${refreshToken}+`
    const access_token = grantType === 'anonymous' ? `access-${visitors}` : `renewed-${++renewals}`
    return { body: { access_token, refresh_token, expires_in: expiresIn, token_type: 'Bearer' } }
  }
}
