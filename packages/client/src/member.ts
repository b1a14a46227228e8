import type { Input, Prompt, SignInAnswer } from '@vitrine/contract'
import { noTokens, type Tokens, type VisitorSession } from './auth.ts'
import { type Connection, connect } from './connect.ts'
import { Refused } from './errors.ts'
import { messageFromFrame } from './frame.ts'
import { generatePkce, type Pkce } from './pkce.ts'

export type LoginState =
  | 'INITIAL'
  | 'SUCCESS'
  | 'FAILURE'
  | 'EMAIL_VERIFICATION_REQUIRED'
  | 'OWNER_APPROVAL_REQUIRED'
  | 'USER_CAPTCHA_REQUIRED'
  | 'SILENT_CAPTCHA_REQUIRED'
  | 'MFA_REQUIRED'

export type LoginFailure =
  | 'invalidEmail'
  | 'invalidPassword'
  | 'resetPassword'
  | 'missingCaptchaToken'
  | 'invalidCaptchaToken'
  | 'emailAlreadyExists'

/** The state of a sign-in. */
export type StateMachine =
  | { readonly loginState: 'INITIAL' | 'OWNER_APPROVAL_REQUIRED' }
  /** The session token is exchanged for tokens by `getMemberTokensForDirectLogin` or `exchangeSession`, within ten minutes. */
  | { readonly loginState: 'SUCCESS'; readonly data: { readonly sessionToken: string } }
  | {
      readonly loginState: 'EMAIL_VERIFICATION_REQUIRED' | 'USER_CAPTCHA_REQUIRED' | 'SILENT_CAPTCHA_REQUIRED'
      readonly data: { readonly stateToken: string }
    }
  | {
      /** The password was right, and a second factor is required: see `verifyFactor`. */
      readonly loginState: 'MFA_REQUIRED'
      readonly data: { readonly stateToken: string; readonly factors: readonly Factor[] /** Where a code went. */; readonly hint?: string }
    }
  | { readonly loginState: 'FAILURE'; readonly error: string; readonly errorCode?: LoginFailure }

export type Factor = 'TOTP' | 'EMAIL' | 'SMS' | 'CALL' | 'RECOVERY_CODE'

export interface LoginParams {
  readonly email: string
  readonly password: string
  readonly captchaTokens?: { readonly recaptchaToken?: string; readonly invisibleRecaptchaToken?: string }
}

export interface RegisterParams extends LoginParams {
  readonly profile?: Input<'POST /_api/iam/authentication/v2/register'>['profile']
}

/** What is stored while the visitor is on the hosted pages. Plain data: it fits into a cookie or a storage. */
export interface OauthData extends Pkce {
  readonly redirectUri: string
  readonly originalUri: string
}

export type ResponseMode = 'fragment' | 'query' | 'web_message'

export interface MemberLoginOptions extends Pick<Connection, 'baseUrl' | 'fetch' | 'headers'> {
  /** The id of a registered OAuth app. */
  readonly clientId: string
  /** The session of the client that acts for the visitor: `client.auth`. */
  readonly session: VisitorSession
}

/** Signing up, in and out, for shoppers' pages in a browser or rendered on a server. */
export interface MemberLogin {
  register(params: RegisterParams): Promise<StateMachine>
  login(params: LoginParams): Promise<StateMachine>
  /** The code of the email, in the state that asked for it: by default the last one of this object. */
  processVerification(next: { readonly verificationCode: string }, state?: StateMachine): Promise<StateMachine>
  /** The second factor. Without a code EMAIL, SMS and CALL send one, and the state stays `MFA_REQUIRED`. */
  verifyFactor(
    factor: Factor,
    proof: { readonly code?: string; readonly rememberThisDevice?: boolean },
    state?: StateMachine,
  ): Promise<StateMachine>
  /** Sends a six-digit code to the address, whether or not somebody has it; `loginWithCode` takes it in place of a password. */
  sendLoginCode(email: string, captchaTokens?: LoginParams['captchaTokens']): Promise<void>
  loginWithCode(email: string, code: string): Promise<StateMachine>
  /** In a browser: it asks for a passkey itself. A passkey is sufficient. */
  loginWithPasskey(): Promise<StateMachine>
  /** In a browser, by a hidden frame. Returns the tokens; after `session.setTokens` the session acts in the member's name. */
  getMemberTokensForDirectLogin(sessionToken: string): Promise<Tokens>
  /** The same without a frame, for pages rendered on a server: for the visitor who signed in, in whose name `session` acts. */
  exchangeSession(sessionToken: string): Promise<Tokens>
  /** Whoever is signed in on the hosted pages, without a prompt. Rejects with the page's error if nobody is. */
  getMemberTokensSilently(): Promise<Tokens>
  generateOAuthData(redirectUri: string, originalUri?: string): Promise<OauthData>
  getAuthUrl(
    data: OauthData,
    options?: { readonly prompt?: Prompt; readonly responseMode?: ResponseMode; readonly idp?: string; readonly sessionToken?: string },
  ): Promise<{ readonly authUrl: string }>
  /** What the hosted pages answered, from the address they led back to. */
  parseFromUrl(
    url?: string,
    responseMode?: 'fragment' | 'query',
  ): { readonly code: string; readonly state: string; readonly error?: string; readonly errorDescription?: string }
  /** @throws 'Missing code or _state', 'Invalid _state' */
  getMemberTokens(code: string, state: string, data: Pkce & { readonly redirectUri?: string }): Promise<Tokens>
  /** For programs that identify members themselves. Never ship the key to a browser. */
  getMemberTokensForExternalLogin(memberId: string, apiKey: string): Promise<Tokens>
  sendPasswordResetEmail(email: string, redirectUri: string): Promise<void>
  /** With the token of the email; signs in too. */
  recover(recoveryToken: string, password: string): Promise<StateMachine>
  /** Deletes the tokens; the browser goes on to `logoutUrl`, where the hosted session ends, and from there to `originalUrl`. */
  logout(originalUrl: string): Promise<{ readonly logoutUrl: string }>
  loggedIn(): Promise<boolean>
}

/**
 * Signing in for one client: its visitor becomes a member.
 *
 * @example
 * const client = createClient({ baseUrl, auth: visitor({ clientId }), modules })
 * const login = memberLogin({ baseUrl, clientId, session: client.auth })
 * const state = await login.login({ email, password })
 * if (state.loginState === 'SUCCESS') await client.auth.setTokens(await login.exchangeSession(state.data.sessionToken))
 */
export function memberLogin({ clientId, session, ...connection }: MemberLoginOptions): MemberLogin {
  const { api } = connect({ ...connection, auth: () => session })
  const exchange = api('POST /oauth2/token', 'reads')
  const redirectSession = api('POST /_api/redirects-api/v1/redirect-session')
  let last: StateMachine = { loginState: 'INITIAL' }

  const handle = ({ state, sessionToken, stateToken, requireMfaData, mfaChallengeData }: SignInAnswer): StateMachine => {
    if (state === 'SUCCESS') return { loginState: 'SUCCESS', data: { sessionToken: sessionToken ?? '' } }
    if (state === 'REQUIRE_OWNER_APPROVAL') return { loginState: 'OWNER_APPROVAL_REQUIRED' }
    if (state === 'REQUIRE_EMAIL_VERIFICATION')
      return (last = { loginState: 'EMAIL_VERIFICATION_REQUIRED', data: { stateToken: stateToken ?? '' } })
    if ((state === 'REQUIRE_MFA' || state === 'MFA_CHALLENGE') && stateToken) {
      const factors = (mfaChallengeData ?? requireMfaData)?.availableFactors.map(({ factorType }) => factorType as Factor) ?? []
      const hint = mfaChallengeData?.verificationChallengeData.hint
      return (last = { loginState: 'MFA_REQUIRED', data: { stateToken, factors, ...(hint !== undefined && { hint }) } })
    }
    return unknownState
  }

  const authUrl = async (
    data: Pkce & { redirectUri?: string },
    responseMode: ResponseMode,
    prompt: Prompt,
    sessionToken?: string,
    idp?: string,
  ) => {
    const { codeChallenge, state, redirectUri } = data
    const { redirectSession: made } = await redirectSession({
      auth: {
        authRequest: {
          clientId,
          codeChallenge,
          codeChallengeMethod: 'S256',
          responseMode,
          responseType: 'code',
          scope: 'offline_access',
          state,
          ...(redirectUri && { redirectUri }),
          ...(sessionToken && { sessionToken }),
          ...(idp && { idp }),
        },
        prompt,
      },
    })
    return made.fullUrl
  }

  const getMemberTokens: MemberLogin['getMemberTokens'] = async (code, state, data) => {
    if (!code || !state) throw new Error('Missing code or _state')
    if (state !== data.state) throw new Error('Invalid _state')
    const { codeVerifier, redirectUri } = data
    const asked = { grantType: 'authorization_code', clientId, code, codeVerifier, ...(redirectUri && { redirectUri }) } as const
    return memberTokens(await exchange(asked))
  }

  const byFrame = async (sessionToken?: string): Promise<Tokens> => {
    const saved = await generatePkce()
    const { code = '', state = '', error } = await messageFromFrame(await authUrl(saved, 'web_message', 'none', sessionToken), saved.state)
    if (error) throw new Error(error)
    return getMemberTokens(code, state, saved)
  }

  return {
    async register({ email, password, profile, captchaTokens }) {
      const asked = { loginId: { email }, password, ...(profile && { profile }), ...captcha(captchaTokens) }
      return attempted(api('POST /_api/iam/authentication/v2/register')(asked).then(handle), (refused) => {
        const violation = refused.fieldViolations.find(({ data }) => data['type'] === 'EMAIL')
        if (violation) return { loginState: 'FAILURE', error: violation.description, errorCode: 'invalidEmail' }
        return failure(refused, registerCodes[refused.code])
      })
    },

    async login({ email, password, captchaTokens }) {
      const asked = { loginId: { email }, password, ...captcha(captchaTokens) }
      return attempted(api('POST /_api/iam/authentication/v2/login')(asked).then(handle), (refused) =>
        failure(refused, loginCodes[refused.code] ?? 'invalidEmail'),
      )
    },

    async processVerification({ verificationCode: code }, state = last) {
      if (state.loginState !== 'EMAIL_VERIFICATION_REQUIRED') return unknownState
      return handle(await api('POST /_api/iam/verification/v1/auth/verify')({ code, stateToken: state.data.stateToken }))
    },

    async verifyFactor(factor, { code, rememberThisDevice }, state = last) {
      if (state.loginState !== 'MFA_REQUIRED') return unknownState
      const proof = { [proofs[factor]]: code === undefined ? {} : { code } }
      const asked = { factorType: factor, stateToken: state.data.stateToken, ...proof, ...(rememberThisDevice && { rememberThisDevice }) }
      return handle(await api('POST /_api/iam/authentication/v2/{factorType}/verify')(asked))
    },
    async sendLoginCode(email, captchaTokens) {
      await api('POST /vitrine/v1/sign-in/email-code')({ email, ...captcha(captchaTokens) })
    },
    async loginWithCode(email, code) {
      const asked = { loginId: { email }, emailOtp: { code } }
      return attempted(api('POST /_api/iam/authentication/v2/login')(asked).then(handle), (refused) =>
        failure(refused, loginCodes[refused.code] ?? 'invalidEmail'),
      )
    },
    async loginWithPasskey() {
      const { challengeId, publicKeyCredentialRequestOptionsJson } = await api('POST /vitrine/v1/sign-in/passkey', 'reads')({})
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(JSON.parse(publicKeyCredentialRequestOptionsJson))
      const credential = JSON.stringify(await navigator.credentials.get({ publicKey }))
      return handle(await api('POST /vitrine/v1/sign-in/passkey/finish')({ challengeId, credential }))
    },

    getMemberTokensForDirectLogin: byFrame,
    getMemberTokensSilently: () => byFrame(),
    exchangeSession: async (sessionToken) => memberTokens(await exchange({ grantType: 'authorized_client', clientId, sessionToken })),

    generateOAuthData: async (redirectUri, originalUri = '') => ({ redirectUri, originalUri, ...(await generatePkce()) }),
    getAuthUrl: async (data, { prompt = 'login', responseMode = 'fragment', idp, sessionToken } = {}) => ({
      authUrl: await authUrl(data, responseMode, prompt, sessionToken, idp),
    }),
    parseFromUrl(url = globalThis.location.href, responseMode = 'fragment') {
      const { searchParams, hash } = new URL(url)
      const said = responseMode === 'query' ? searchParams : new URLSearchParams(hash.slice(1))
      const [error, errorDescription] = [said.get('error'), said.get('error_description')]
      return {
        code: said.get('code') ?? '',
        state: said.get('state') ?? '',
        ...(error && { error }),
        ...(errorDescription && { errorDescription }),
      }
    },
    getMemberTokens,

    async getMemberTokensForExternalLogin(memberId, apiKey) {
      const { accessToken } = await session.tokens()
      const beside = connect({ ...connection, auth: () => ({ headers: () => ({ Authorization: `${accessToken.value},${apiKey}` }) }) })
      const asked = { grant_type: 'authorized_client', scope: 'offline_access', member_id: memberId } as const
      return memberTokens(await beside.api('POST /oauth2/token', 'reads')(asked))
    },

    async sendPasswordResetEmail(email, redirectUri) {
      await api('POST /_api/iam/recovery/v1/send-email')({ email, redirect: { url: redirectUri, clientId } })
    },
    recover: async (recoveryToken, password) => handle(await api('POST /_api/iam/recovery/v1/recover')({ recoveryToken, password })),

    async logout(originalUrl) {
      const { redirectSession: made } = await redirectSession({ logout: { clientId }, callbacks: { postFlowUrl: originalUrl } })
      await session.setTokens(noTokens)
      return { logoutUrl: made.fullUrl }
    },
    loggedIn: async () => (await session.role()) === 'member',
  }
}

const unknownState: StateMachine = { loginState: 'FAILURE', error: 'Unknown _state' }

/** Where the proof of a factor is. */
const proofs = {
  TOTP: 'totpData',
  EMAIL: 'emailData',
  SMS: 'smsData',
  CALL: 'callData',
  RECOVERY_CODE: 'recoveryCodeData',
} as const satisfies Readonly<Record<Factor, string>>

const registerCodes: { readonly [code: string]: LoginFailure } = {
  '-19971': 'missingCaptchaToken',
  '-19995': 'emailAlreadyExists',
  '-19970': 'invalidCaptchaToken',
}
const loginCodes: { readonly [code: string]: LoginFailure } = {
  '-19971': 'missingCaptchaToken',
  '-19970': 'invalidCaptchaToken',
  '-19976': 'invalidPassword',
  '-19973': 'resetPassword',
}

const failure = (refused: Refused, errorCode: LoginFailure | undefined): StateMachine => ({
  loginState: 'FAILURE',
  error: refused.message,
  ...(errorCode && { errorCode }),
})

/** A clear refusal is a state; a missing answer is thrown. */
async function attempted(asked: Promise<StateMachine>, no: (refused: Refused) => StateMachine): Promise<StateMachine> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Refused) return no(error)
    throw error
  }
}

const captcha = (tokens: LoginParams['captchaTokens']) =>
  tokens && { captchaTokens: [{ Recaptcha: tokens.recaptchaToken, InvisibleRecaptcha: tokens.invisibleRecaptchaToken }] }

const memberTokens = (answer: { readonly access_token: string; readonly expires_in: number; readonly refresh_token: string }): Tokens => ({
  accessToken: { value: answer.access_token, expiresAt: Math.floor(Date.now() / 1000) + Number(answer.expires_in) },
  refreshToken: { value: answer.refresh_token, role: 'member' },
})
