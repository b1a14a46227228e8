/** Which order is at the bank, and where its page is, for the time the buyer is away. */
export interface AtBank {
  orderId: string
  url: string
}

const NAME = 'at-bank'
const KEPT_SECONDS = 3600

export const bankCookie = (path: string, { orderId, url }: AtBank, secure: boolean) =>
  `${NAME}=${orderId}~${encodeURIComponent(url)}; Path=${path}; Max-Age=${KEPT_SECONDS}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`

export function readBankCookie(request: Request): AtBank | undefined {
  const [, orderId, url] = request.headers.get('cookie')?.match(new RegExp(`(?:^|;\\s*)${NAME}=([\\w-]+)~([^;]+)`)) ?? []
  try {
    return orderId && url ? { orderId, url: decodeURIComponent(url) } : undefined
  } catch {
    return undefined
  }
}
