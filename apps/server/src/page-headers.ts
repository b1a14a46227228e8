import type { StripeScript } from '@vitrine/platform/commerce/payments/stripe/script'

/** What every page says to browsers, whoever looks at it. */
const always = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
} as const

/** What a page says where its route says nothing else: each has something of the visitor's, at least in its header. */
export const unlessSaid = {
  'cache-control': 'private, no-cache',
  'referrer-policy': 'strict-origin-when-cross-origin',
} as const

/** The header by which a page tells this server that it shows a payment provider's form. It is removed before the browser gets the page. */
export const paysByHeader = 'x-vitrine-pays-by'

/** The hosts that a provider's form loads from and calls. */
export type PaymentHosts = Pick<StripeScript, 'scripts' | 'frames' | 'connects'>

/** @param pays where the page shows the form of a payment provider */
export const pageHeaders = (
  address: URL,
  scripts: readonly string[],
  requestId: string,
  pays?: PaymentHosts,
): Readonly<Record<string, string>> => ({
  ...always,
  'x-wix-request-id': requestId,
  // Wallets open windows of their own and receive messages from them.
  'cross-origin-opener-policy': isForAnApp(address) ? 'unsafe-none' : pays ? 'same-origin-allow-popups' : 'same-origin',
  'content-security-policy': policy(scripts, pays),
})

/** An app may have opened it in a window of its own, which tells its opener at the end (`response_mode=web_message`). */
const isForAnApp = ({ searchParams }: URL): boolean => searchParams.has('request')

const policy = (scripts: readonly string[], pays?: PaymentHosts): string =>
  [
    "default-src 'self'",
    // What compresses models is undone by WebAssembly: nothing else may be compiled.
    `script-src 'self' 'wasm-unsafe-eval' ${[...scripts, ...(pays?.scripts ?? [])].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    // The review form plays a chosen film before it is uploaded.
    "media-src 'self' blob:",
    "font-src 'self'",
    // A model's pictures and bytes lie in its own file: the viewer reads them out of it and asks for each as a blob or `data:` address.
    ['connect-src', "'self'", 'blob:', 'data:', ...(pays?.connects ?? [])].join(' '),
    ...(pays ? [['frame-src', "'self'", ...pays.frames].join(' ')] : []),
    "form-action 'self'",
    "frame-ancestors 'self'",
    "base-uri 'self'",
    "object-src 'none'",
  ].join('; ')
