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

export const pageHeaders = (address: URL, scripts: readonly string[], requestId: string): Readonly<Record<string, string>> => ({
  ...always,
  'x-wix-request-id': requestId,
  'cross-origin-opener-policy': isForAnApp(address) ? 'unsafe-none' : 'same-origin',
  'content-security-policy': policy(scripts),
})

/** An app may have opened it in a window of its own, which tells its opener at the end (`response_mode=web_message`). */
const isForAnApp = ({ searchParams }: URL): boolean => searchParams.has('request')

const policy = (scripts: readonly string[]): string =>
  [
    "default-src 'self'",
    // What compresses models is undone by WebAssembly: nothing else may be compiled.
    `script-src 'self' 'wasm-unsafe-eval' ${scripts.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self'",
    "font-src 'self'",
    // A model's pictures lie in its own file: the viewer reads them out of it and asks for each as a blob.
    "connect-src 'self' blob:",
    "form-action 'self'",
    "frame-ancestors 'self'",
    "base-uri 'self'",
    "object-src 'none'",
  ].join('; ')
