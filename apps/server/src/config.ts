import { resolve } from 'node:path'
import type { BucketSettings, RateLimits } from '@vitrine/platform'
import { areOfOneMode } from '@vitrine/platform/commerce/payments/stripe/live-key'
import { type KeyWrap, keyWrap } from '@vitrine/platform/kernel/key-wrap/key-wrap'
import { type OutboundAllow, outboundAllow } from '@vitrine/platform/kernel/outbound/allow'
import { connectionLimits } from './connections.ts'
import { type MediaHosts, mediaHosts } from './media-hosts.ts'
import { rateLimitSettings } from './rate-limit-settings.ts'
import { isContact } from './security-txt.ts'
import { type TrustedProxies, trustedProxies } from './trusted-proxies.ts'

/** Everything the environment says, read once, here. */
export interface Config {
  readonly port: number
  readonly host: string
  /** The peers whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: TrustedProxies
  /** How often whom may call. */
  readonly rateLimits: RateLimits | 'off'
  /** Where shoppers reach the shop, without a slash at its end. */
  readonly origin: string
  readonly dataDir: string
  /** Where originals of media lie; undefined for the data folder. */
  readonly bucket: BucketSettings | undefined
  /** A PostgreSQL of one's own; undefined for the embedded one. */
  readonly databaseUrl: string | undefined
  readonly connections: number
  readonly preparedStatements: boolean
  /** How many clients may be connected at once. */
  readonly mostConnections: number
  readonly smtpUrl: string | undefined
  /** The program that opens films and sound: `off` for none; undefined for the machine's. */
  readonly ffmpeg: string | undefined
  /** Payments on Stripe's pages. */
  readonly stripe: { readonly secretKey: string; readonly webhookSecret: string; readonly publishableKey?: string } | undefined
  /** Where Stripe's API answers; undefined for Stripe. */
  readonly stripeApiBase: string | undefined
  /** What merchants may have called beside public hosts by https. */
  readonly outboundAllow: OutboundAllow
  /** Whether test cards are taken, and whether emails are shown to everybody; undefined where nobody has said so by name. */
  readonly sandbox: boolean | undefined
  readonly inbox: boolean | undefined
  /** What the keys in the database are wrapped with, and during its rotation what they will be. */
  readonly secret: string | undefined
  readonly nextSecret: string | undefined
  readonly seed: 'demo' | 'catalogue' | 'none'
  readonly adminApiKey: string | undefined
  /** Where vulnerabilities of this shop are reported; undefined for the email address of the shop. */
  readonly securityContact: string | undefined
  /** Where the process counts of itself are read: at a port of their own, or behind a token at the one of the shop; else nowhere. */
  readonly metrics: { readonly port: number | undefined; readonly host: string; readonly token: string | undefined }
  /** Whose hosts the addresses of pictures and films on the wire name. */
  readonly mediaHosts: MediaHosts
  /** The folder of the shop's own functions for its pages. */
  readonly webMethods: string | undefined
  /** Who owns the shop, made at the first start; without a password one is made up and said once. */
  readonly owner: { readonly email: string; readonly password: string | undefined }
  /** Faults always; with `info` each answer with its request id, as JSON on standard error. */
  readonly logLevel: string
}

/** A setting that cannot be meant. */
export class Misconfigured extends Error {
  override readonly name = 'Misconfigured'
}

/** @throws Misconfigured naming the variable and what it may be */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const port = whole(env, 'PORT', 3000, 0, 65_535)
  const databaseUrl = databaseUrlOf(env)
  const seed = env['VITRINE_SEED'] || (databaseUrl ? 'none' : 'demo')
  if (seed !== 'demo' && seed !== 'catalogue' && seed !== 'none')
    throw new Misconfigured(`VITRINE_SEED is "${seed}"; it may be demo, catalogue or none`)
  const key = env['VITRINE_ADMIN_API_KEY'] || undefined
  if (key !== undefined && key.length < 20) throw new Misconfigured('VITRINE_ADMIN_API_KEY has fewer than 20 characters: too easy to guess')
  const stripe = stripeOf(env)
  return {
    port,
    host: env['HOST'] || '0.0.0.0',
    trustedProxies: trustedProxiesOf(env['TRUSTED_PROXIES'] ?? ''),
    rateLimits: rateLimitsOf(env),
    origin: originOf(env['PUBLIC_URL'] || `http://localhost:${port}`),
    dataDir: resolve(env['DATA_DIR'] || '.data'),
    bucket: bucketOf(env),
    databaseUrl,
    connections: whole(env, 'DATABASE_CONNECTIONS', 12, 2, 500),
    preparedStatements: env['DATABASE_PREPARED'] !== 'off',
    mostConnections: whole(env, 'MAX_CONNECTIONS', connectionLimits.mostConnections, 10, 1_000_000),
    smtpUrl: smtpUrlOf(env),
    ffmpeg: env['VITRINE_FFMPEG'] || undefined,
    stripe,
    stripeApiBase: stripeApiBaseOf(env),
    ...secretsOf(env),
    outboundAllow: outboundOf(env['VITRINE_OUTBOUND_ALLOW'] ?? ''),
    sandbox: onOrOff(env, 'PAYMENT_SANDBOX'),
    inbox: onOrOff(env, 'VITRINE_INBOX'),
    seed,
    adminApiKey: key,
    securityContact: securityContactOf(env),
    metrics: metricsOf(env, port),
    mediaHosts: mediaHostsIn(env['MEDIA_HOSTS'] || 'auto'),
    webMethods: env['VITRINE_WEB_METHODS'] ? resolve(env['VITRINE_WEB_METHODS']) : undefined,
    owner: ownerOf(env),
    logLevel: env['LOG_LEVEL'] || 'warn',
  }
}

function whole(env: Readonly<Record<string, string | undefined>>, name: string, otherwise: number, from: number, to: number): number {
  const text = env[name]
  if (text === undefined || text === '') return otherwise
  const number = Number(text)
  if (!Number.isInteger(number) || number < from || number > to)
    throw new Misconfigured(`${name} is "${text}"; it may be a whole number from ${from} to ${to}`)
  return number
}

function trustedProxiesOf(list: string): TrustedProxies {
  const proxies = trustedProxies(list)
  if ('wrong' in proxies)
    throw new Misconfigured(
      `TRUSTED_PROXIES has "${proxies.wrong}"; it may list addresses, CIDRs such as 10.0.0.0/8, and the word loopback, with commas between`,
    )
  return proxies
}

function databaseUrlOf(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const text = env['DATABASE_URL'] || undefined
  // What it says is not repeated: it holds a password.
  if (text !== undefined && !/^(?:postgres|postgresql|socket):/.test(text))
    throw new Misconfigured('DATABASE_URL is no address of a PostgreSQL; it looks like postgres://role:password@host:5432/database')
  return text
}

function metricsOf(env: Readonly<Record<string, string | undefined>>, shopPort: number): Config['metrics'] {
  const port = env['METRICS_PORT'] ? whole(env, 'METRICS_PORT', 0, 1, 65_535) : undefined
  if (port !== undefined && port === shopPort) throw new Misconfigured('METRICS_PORT is the PORT of the shop; it has to be another')
  const token = env['METRICS_TOKEN'] || undefined
  if (token !== undefined && token.length < 16) throw new Misconfigured('METRICS_TOKEN has fewer than 16 characters: too easy to guess')
  return { port, host: env['METRICS_HOST'] || '127.0.0.1', token }
}

function securityContactOf(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const text = env['SECURITY_CONTACT'] || undefined
  if (text !== undefined && !isContact(text))
    throw new Misconfigured(
      `SECURITY_CONTACT is "${text}"; it has to be an email address, or an address such as https://shop.example/security`,
    )
  return text
}

function smtpUrlOf(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const text = env['SMTP_URL'] || undefined
  if (text === undefined) return undefined
  const url = URL.parse(text)
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '')
    throw new Misconfigured('SMTP_URL is no address of a mail server; it looks like smtps://user:password@host:465')
  return text
}

function rateLimitsOf(env: Readonly<Record<string, string | undefined>>): Config['rateLimits'] {
  const limits = rateLimitSettings(env)
  if (limits !== 'off' && 'wrong' in limits) throw new Misconfigured(limits.wrong)
  return limits
}

function ownerOf(env: Readonly<Record<string, string | undefined>>): Config['owner'] {
  const email = env['VITRINE_OWNER_EMAIL'] || 'owner@localhost'
  const password = env['VITRINE_OWNER_PASSWORD'] || undefined
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new Misconfigured(`VITRINE_OWNER_EMAIL is "${email}"; it has to be an email address`)
  if (password !== undefined && password.length < 10)
    throw new Misconfigured('VITRINE_OWNER_PASSWORD has fewer than 10 characters: too easy to guess')
  return { email, password }
}

const bucketVariables = ['S3_ENDPOINT', 'S3_REGION', 'S3_PREFIX', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'S3_PATH_STYLE']

function bucketOf(env: Readonly<Record<string, string | undefined>>): Config['bucket'] {
  const bucket = env['S3_BUCKET'] || undefined
  if (bucket === undefined) {
    const [stray] = bucketVariables.filter((name) => env[name])
    if (stray) throw new Misconfigured(`${stray} is set, and S3_BUCKET is not`)
    return undefined
  }
  const endpoint = env['S3_ENDPOINT'] || undefined
  if (endpoint !== undefined && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ''))
    throw new Misconfigured(`S3_ENDPOINT is "${endpoint}"; it has to be an address such as https://s3.example`)
  const id = env['S3_ACCESS_KEY_ID'] || undefined
  const secret = env['S3_SECRET_ACCESS_KEY'] || undefined
  if ((id === undefined) !== (secret === undefined)) throw new Misconfigured('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together')
  return {
    bucket,
    endpoint,
    region: env['S3_REGION'] || 'us-east-1',
    prefix: (env['S3_PREFIX'] ?? '').replace(/^\/+|\/+$/g, ''),
    keys: id === undefined || secret === undefined ? undefined : { id, secret },
    pathStyle: onOrOff(env, 'S3_PATH_STYLE') ?? endpoint !== undefined,
  }
}

function onOrOff(env: Readonly<Record<string, string | undefined>>, name: string): boolean | undefined {
  const text = env[name]
  if (text !== undefined && text !== '' && text !== 'on' && text !== 'off')
    throw new Misconfigured(`${name} is "${text}"; it may be on or off`)
  return text ? text === 'on' : undefined
}

function stripeOf(env: Readonly<Record<string, string | undefined>>): Config['stripe'] {
  const secretKey = env['STRIPE_SECRET_KEY'] || undefined
  const webhookSecret = env['STRIPE_WEBHOOK_SECRET'] || undefined
  if (secretKey === undefined) {
    for (const name of ['STRIPE_WEBHOOK_SECRET', 'STRIPE_PUBLISHABLE_KEY'])
      if (env[name]) throw new Misconfigured(`${name} is set, and STRIPE_SECRET_KEY is not`)
    return undefined
  }
  if (!/^[sr]k_/.test(secretKey))
    throw new Misconfigured('STRIPE_SECRET_KEY has to be a secret or restricted key: it begins with sk_ or rk_')
  if (webhookSecret === undefined || !webhookSecret.startsWith('whsec_'))
    throw new Misconfigured('STRIPE_WEBHOOK_SECRET has to be the signing secret of the webhook at Stripe: it begins with whsec_')
  const publishableKey = env['STRIPE_PUBLISHABLE_KEY'] || undefined
  if (publishableKey !== undefined && !areOfOneMode(secretKey, publishableKey))
    throw new Misconfigured('STRIPE_PUBLISHABLE_KEY has to be the publishable key of the same account and mode: it begins with pk_')
  return { secretKey, webhookSecret, ...(publishableKey !== undefined && { publishableKey }) }
}

function stripeApiBaseOf(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const apiBase = env['STRIPE_API_BASE'] || undefined
  if (apiBase !== undefined && !/^https?:$/.test(URL.parse(apiBase)?.protocol ?? ''))
    throw new Misconfigured(`STRIPE_API_BASE is "${apiBase}"; it has to be an address`)
  return apiBase
}

function secretsOf(env: Readonly<Record<string, string | undefined>>): Pick<Config, 'secret' | 'nextSecret'> {
  const [secret, nextSecret] = ['VITRINE_SECRET', 'VITRINE_SECRET_NEXT'].map((name) => {
    const value = env[name] || undefined
    if (value !== undefined && value.length < 32) throw new Misconfigured(`${name} has fewer than 32 characters: too easy to guess`)
    return value
  })
  if (nextSecret !== undefined && secret === undefined)
    throw new Misconfigured('VITRINE_SECRET_NEXT is set, and VITRINE_SECRET is not: the first secret is VITRINE_SECRET')
  return { secret, nextSecret }
}

/** How the keys in the database lie there. */
export const keyWrapOf = ({ secret, nextSecret }: Pick<Config, 'secret' | 'nextSecret'>): KeyWrap =>
  keyWrap(secret, ...(nextSecret === undefined ? [] : [nextSecret]))

function mediaHostsIn(text: string): MediaHosts {
  const found = mediaHosts.find((one) => one === text)
  if (!found) throw new Misconfigured(`MEDIA_HOSTS is "${text}"; it may be ${mediaHosts.join(', ')}`)
  return found
}

function outboundOf(text: string): OutboundAllow {
  try {
    return outboundAllow(text.split(','))
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new Misconfigured(`VITRINE_OUTBOUND_ALLOW has "${error.message}"; its entries may be hosts, addresses, CIDRs and loopback`)
  }
}

function originOf(text: string): string {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    throw new Misconfigured(`PUBLIC_URL is "${text}"; it has to be an address such as https://shop.example`)
  }
  if (url.pathname !== '/' || url.search !== '' || !/^https?:$/.test(url.protocol)) {
    throw new Misconfigured(`PUBLIC_URL is "${text}"; it has to be an origin, without a path`)
  }
  return url.origin
}
