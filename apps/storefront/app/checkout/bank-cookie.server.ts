/** Remembers, while the buyer is at the bank, which order is being paid and the address of the bank's page; without an address where a form on our page asked the bank. */
export interface AtBank {
  orderId: string
  url?: string | undefined
}

const NAME = 'at-bank'
const SAVED_SECONDS = 3600

/** Of one checkout, so it has a path; under https no page without it can set one of its name (RFC 6265bis, section 4.1.3). */
const SECURE_NAME = `__Secure-${NAME}`

/** For a page of the shop at `baseUrl`. */
export function bankCookie(path: string, { orderId, url }: AtBank, { baseUrl }: { baseUrl: string }): string {
  const secure = baseUrl.startsWith('https:')
  return `${secure ? SECURE_NAME : NAME}=${orderId}~${encodeURIComponent(url ?? '')}; Path=${path}; Max-Age=${SAVED_SECONDS}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}

export function readBankCookie(request: Request): AtBank | undefined {
  const header = request.headers.get('cookie') ?? ''
  const [, orderId, url] = valueIn(header, SECURE_NAME) ?? valueIn(header, NAME) ?? []
  try {
    return orderId && url !== undefined ? { orderId, url: decodeURIComponent(url) || undefined } : undefined
  } catch {
    return undefined
  }
}

const valueIn = (header: string, name: string) => header.match(new RegExp(`(?:^|;\\s*)${name}=([\\w-]+)~([^;]*)`))
