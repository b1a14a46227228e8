import type { Call } from './api.ts'
import { Refused } from './errors.ts'

/** Whose refresh token it is, as far as this client knows. */
export type Role = 'none' | 'visitor' | 'member'

/** What is stored for a visitor or member between visits. It fits into a cookie or a storage as JSON. */
export interface Tokens {
  readonly accessToken: { readonly value: string /** Epoch seconds. */; readonly expiresAt: number }
  readonly refreshToken: { readonly value: string; readonly role: Role }
}

/** Where tokens are stored: memory, a cookie, a storage of the browser. */
export interface TokenStore {
  get(): Tokens | undefined | Promise<Tokens | undefined>
  set(tokens: Tokens): void | Promise<void>
}

/** Who is calling, for the calls of one client. */
export interface Session {
  /** The headers that identify the caller. */
  headers(): Headers | Promise<Headers>
  /** The platform did not accept the token that was sent. */
  rejected?(headers: Headers): void | Promise<void>
}
type Headers = Readonly<Record<string, string>>

/** Calls the token endpoint. */
export type Exchange = Call<'POST /oauth2/token'>

/** How the caller is authenticated: `visitor`, `apiKey` or `token`. */
export type Auth<S extends Session = Session> = (exchange: Exchange) => S

export interface VisitorSession extends Session {
  /** Tokens that are valid now; renewed, or a new visitor's, if necessary. */
  tokens(): Promise<Tokens>
  /** Acts in another name from now on: after a login, or with {@link noTokens} after a logout. */
  setTokens(tokens: Tokens): Promise<void>
  role(): Promise<Role>
}

export interface VisitorOptions {
  /** The id of a registered OAuth app. */
  readonly clientId: string
  /** Where the tokens are stored; by default in memory. */
  readonly tokens?: TokenStore | undefined
  /**
   * Called when the platform no longer accepts the refresh token and a new visitor has begun in its place: the cart is gone and, where
   * `role` is `member`, the login.
   */
  readonly onSessionLost?: ((role: Role, why: Refused) => void) | undefined
}

/** No session: the next call begins a new visitor. */
export const noTokens: Tokens = { accessToken: { value: '', expiresAt: 0 }, refreshToken: { value: '', role: 'none' } }

/** Tokens that last as long as this object. */
export function inMemory(tokens?: Tokens): TokenStore {
  let held = tokens
  return { get: () => held, set: (next) => void (held = next) }
}

/** A token about to expire could be invalid when it arrives. */
const leewaySeconds = 10

const nowSeconds = () => Math.floor(Date.now() / 1000)

/**
 * A shopper: anonymous at first, a member after a login. Tokens are requested once however many calls wait for them, and are renewed when
 * they expire. The newest refresh token is the one that is stored: an older one counts as stolen. All who act for one shopper, such as the
 * tabs of a browser, therefore share one store; what another one has put there meanwhile counts.
 *
 * @example
 * const client = createClient({ baseUrl: 'https://shop.example', auth: visitor({ clientId }) })
 * const { cart } = await client.currentCart.addToCurrentCart({ lineItems })
 */
export function visitor({ clientId, tokens: store = inMemory(), onSessionLost }: VisitorOptions): Auth<VisitorSession> {
  return (exchange) => {
    let asking: Promise<Tokens> | undefined

    const tokens = () => {
      if (asking) return asking
      const mine: Promise<Tokens> = current().finally(() => {
        if (asking === mine) asking = undefined
      })
      asking = mine
      return mine

      async function current(): Promise<Tokens> {
        const held = await store.get()
        if (held?.accessToken.value && held.accessToken.expiresAt > nowSeconds() + leewaySeconds) return held
        const { fresh, why } = await obtain(held)
        const meanwhile = await store.get()
        if (asking !== mine) return tokens()
        if (meanwhile?.refreshToken.value !== held?.refreshToken.value) return current()
        await store.set(fresh)
        if (why) onSessionLost?.(held!.refreshToken.role, why)
        return fresh
      }
    }

    async function obtain(held: Tokens | undefined): Promise<{ fresh: Tokens; why?: Refused }> {
      let why: Refused | undefined
      const refreshToken = held?.refreshToken
      if (refreshToken?.value) {
        try {
          const answer = await exchange({ grantType: 'refresh_token', clientId, refreshToken: refreshToken.value })
          return {
            fresh: {
              accessToken: accessTokenOf(answer),
              refreshToken: { ...refreshToken, value: answer.refresh_token || refreshToken.value },
            },
          }
        } catch (error) {
          if (!isFinal(error)) throw error
          why = error
        }
      }
      const answer = await exchange({ grantType: 'anonymous', clientId })
      const fresh: Tokens = { accessToken: accessTokenOf(answer), refreshToken: { value: answer.refresh_token, role: 'visitor' } }
      return why ? { fresh, why } : { fresh }
    }

    return {
      tokens,
      async setTokens(next) {
        asking = undefined
        await store.set(next)
      },
      async role() {
        return (await store.get())?.refreshToken.role ?? 'none'
      },
      async headers() {
        return { Authorization: (await tokens()).accessToken.value }
      },
      async rejected({ Authorization: sent }) {
        const held = await store.get()
        if (held && held.accessToken.value === sent) await store.set({ ...held, accessToken: noTokens.accessToken })
      },
    }
  }
}

/** Only a clear refusal ends a session; a lost answer may arrive the next time. */
const isFinal = (error: unknown): error is Refused => error instanceof Refused && error.status < 500 && error.status !== 429

const accessTokenOf = (answer: { readonly access_token: string; readonly expires_in: number }) => ({
  value: answer.access_token,
  expiresAt: nowSeconds() + Number(answer.expires_in),
})

/**
 * A program of the merchant's. Never ship a key to a browser.
 *
 * @example
 * const client = createClient({ baseUrl, auth: apiKey(process.env.VITRINE_KEY, { siteId }) })
 */
export function apiKey(
  key: string,
  { siteId, accountId }: { readonly siteId?: string | undefined; readonly accountId?: string | undefined } = {},
): Auth {
  const headers = { Authorization: key, ...(siteId && { 'wix-site-id': siteId }), ...(accountId && { 'wix-account-id': accountId }) }
  return () => ({ headers: () => headers })
}

/** An access token from elsewhere, as it is: it is not renewed. */
export const token =
  (accessToken: string): Auth =>
  () => ({ headers: () => ({ Authorization: accessToken }) })

/** An anonymous caller. */
export const nobody: Session = { headers: () => ({ Authorization: '' }) }
