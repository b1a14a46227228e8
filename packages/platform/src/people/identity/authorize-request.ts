import type { Prompt } from '@vitrine/contract'
import type { Seals } from '../../kernel/seals.ts'

export type ResponseMode = 'fragment' | 'query' | 'web_message'

/** What an app has asked for at the authorize endpoint, checked, on its way through the hosted pages. */
export interface AuthorizeAsked {
  readonly clientId: string
  /** Absent where a hidden frame waits for the answer. */
  readonly redirectUri?: string
  readonly responseMode: ResponseMode
  readonly state?: string
  readonly challenge: string
  readonly prompt: Prompt
  readonly scope?: string
  readonly idp?: string
  /** Who the browser was to the app before. */
  readonly visitorId?: string
  /** The browser that began it: the hash of what it was given then. */
  readonly browser: string
  /** The session that the browser holds on the hosted pages: whose consent is asked for, or who is offered to go on. */
  readonly sessionId?: string
  /** That member lets the app in. */
  readonly consented?: true
}

const kind = 'authorize'
const seconds = 1800

export const sealRequest = (sealing: Seals, site: string, asked: AuthorizeAsked): Promise<string> =>
  sealing.seal(site, kind, { ...asked }, seconds)

export const openRequest = async (sealing: Seals, site: string, text: string): Promise<AuthorizeAsked | undefined> =>
  (await sealing.open(site, kind, text)) as AuthorizeAsked | undefined
