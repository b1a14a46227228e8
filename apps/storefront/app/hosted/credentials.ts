/** What one signs in with, and opens an account with. */
export type Credential = 'email' | 'password'

/** What such a page is told after it was sent. */
export interface SaidOfCredentials {
  wrong?: Partial<Record<Credential, string>>
  error?: string
  /** A box is to be ticked. */
  captcha?: boolean
  email?: string
}

/** A page of its own, for nobody to find. */
export const titled = (title: string, shopName: string | undefined) => [
  { title: `${title} · ${shopName ?? ''}` },
  { name: 'robots', content: 'noindex' },
]
