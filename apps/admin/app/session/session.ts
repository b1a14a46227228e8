import type { Auth, Session } from '@vitrine/client'
import type { Right, StaffRole } from '@vitrine/contract'

/** Where the platform keeps who is signed in: the browser holds the secret of it where no script can read it. */
const address = '/admin/session'

export interface Person {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly role: StaffRole
}

export interface SignedIn {
  readonly person: Person
  readonly rights: ReadonlySet<Right>
}

export type SignInRefusal =
  | { readonly reason: 'wrong'; readonly triesLeft: number }
  | { readonly reason: 'paused'; readonly seconds: number }
  | { readonly reason: 'unreachable' }

interface Answer {
  readonly accessToken: string
  readonly expiresIn: number
  readonly person: Person
  readonly rights: readonly Right[]
}

/** A token about to run out could be over when it arrives. */
const leewayMs = 20_000

let held: { readonly token: string; readonly until: number; readonly signedIn: SignedIn } | undefined
let asking: Promise<SignedIn | undefined> | undefined

function take({ accessToken, expiresIn, person, rights }: Answer): SignedIn {
  const signedIn: SignedIn = { person, rights: new Set(rights) }
  held = { token: accessToken, until: Date.now() + expiresIn * 1000, signedIn }
  return signedIn
}

async function renew(): Promise<SignedIn | undefined> {
  const response = await fetch(address, { headers: { accept: 'application/json' } })
  if (response.status === 204) {
    held = undefined
    return undefined
  }
  if (!response.ok) throw new Error(`the session could not be read: ${response.status}`)
  return take((await response.json()) as Answer)
}

/** Who is signed in, if somebody is; asks at most once at a time. */
export async function signedIn(): Promise<SignedIn | undefined> {
  if (held && held.until - leewayMs > Date.now()) return held.signedIn
  asking ??= renew().finally(() => (asking = undefined))
  return asking
}

export async function signIn(email: string, password: string, stay: boolean): Promise<SignedIn | SignInRefusal> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password, stay }),
    })
    if (response.ok) return take((await response.json()) as Answer)
    if (response.status === 401 || response.status === 429) return (await response.json()) as SignInRefusal
    return { reason: 'unreachable' }
  } catch {
    return { reason: 'unreachable' }
  }
}

export async function signOut(): Promise<void> {
  await fetch(address, { method: 'DELETE' })
  held = undefined
}

/** Speaks for whoever is signed in. */
export const staff: Auth<Session> = () => ({
  async headers(): Promise<Record<string, string>> {
    await signedIn()
    return held ? { Authorization: held.token } : {}
  },
  rejected() {
    held = undefined
  },
})
