/** Which order is at the bank, and where its page is, for the time the buyer is away. */
export interface AtBank {
  orderId: string
  url: string
}

const NAME = 'at-bank'
const SAVED_SECONDS = 3600

/** Of one checkout, so it has a path; under https no page without it can set one of its name (RFC 6265bis, section 4.1.3). */
const SECURE_NAME = `__Secure-${NAME}`

export const bankCookie = (path: string, { orderId, url }: AtBank, secure: boolean) =>
  `${secure ? SECURE_NAME : NAME}=${orderId}~${encodeURIComponent(url)}; Path=${path}; Max-Age=${SAVED_SECONDS}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`

export function readBankCookie(request: Request): AtBank | undefined {
  const header = request.headers.get('cookie') ?? ''
  const [, orderId, url] = valueIn(header, SECURE_NAME) ?? valueIn(header, NAME) ?? []
  try {
    return orderId && url ? { orderId, url: decodeURIComponent(url) } : undefined
  } catch {
    return undefined
  }
}

const valueIn = (header: string, name: string) => header.match(new RegExp(`(?:^|;\\s*)${name}=([\\w-]+)~([^;]+)`))
