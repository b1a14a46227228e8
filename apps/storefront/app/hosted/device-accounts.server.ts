import { attempt } from '@vitrine/client'
import type { DeviceAccount } from '@vitrine/contract'
import { isSecure } from '../cookie.ts'
import type { Visit } from '../shop.server.ts'
import { accountCookies, onlyReferences, readAccountCookies, withReferences } from './account-cookies.ts'

const cookiesOf = ({ host }: Visit, request: Request) => readAccountCookies(request.headers.get('cookie'), isSecure(host))

/** The accounts of this device, with the one that is signed in. Those that are signed in come first. */
export async function listAccounts(here: Visit, request: Request): Promise<readonly DeviceAccount[]> {
  const { client } = here
  const { lasting, untilClosed } = cookiesOf(here, request)
  const references = [...lasting, ...untilClosed]
  if (references.length === 0 && (await client.auth.role()) !== 'member') return []
  const { accounts } = await client.deviceAccounts.listDeviceAccounts({ references })
  return accounts.toSorted((one, other) => Number(other.signedIn) - Number(one.signedIn))
}

interface NewSignIn {
  readonly sessionToken: string
  readonly stays: boolean
  /** The shop goes on with it; a sign-in for another app leaves the shop's as it is. */
  readonly replacesCurrent: boolean
}

/** Adds a sign-in to the accounts of this device, in the name of whoever was signed in before; the cookies for it. */
export async function rememberSignIn(here: Visit, request: Request, { stays, ...signIn }: NewSignIn): Promise<readonly string[]> {
  const before = cookiesOf(here, request)
  const accounts = await listAccounts(here, request)
  const references = accounts.flatMap((account) => account.references)
  // A sign-in that is over is refused where its token is exchanged.
  const [over, answer] = await attempt(here.client.deviceAccounts.rememberOnDevice({ ...signIn, references }))
  if (over) return []
  const known = new Set([...before.lasting, ...before.untilClosed])
  const others = new Set(answer.references)
  // Who is signed in has no reference yet where they signed in before there were any.
  const ofCurrent = answer.references.filter((reference) => !known.has(reference))
  const rest = withReferences(
    onlyReferences(before, (reference) => others.has(reference)),
    ofCurrent,
    here.stays,
  )
  return accountCookies(before, withReferences(rest, [answer.reference], stays), isSecure(here.host))
}

/** Ends the sessions of accounts on this device. It still knows them. */
export async function signOutOf({ client }: Visit, accounts: readonly DeviceAccount[]): Promise<void> {
  const references = accounts.flatMap((account) => account.references)
  if (references.length > 0) await client.deviceAccounts.signOutOnDevice({ references })
}

/** The cookies of a device that knows these accounts and no others. */
export function knowing(here: Visit, request: Request, accounts: readonly DeviceAccount[]): readonly string[] {
  const before = cookiesOf(here, request)
  const references = new Set(accounts.flatMap((account) => account.references))
  return accountCookies(
    before,
    onlyReferences(before, (reference) => references.has(reference)),
    isSecure(here.host),
  )
}

/** Whether an account that is switched to stays signed in when the browser is closed. */
export const staysOnDevice = (here: Visit, request: Request, { references }: DeviceAccount): boolean =>
  cookiesOf(here, request).lasting.some((reference) => references.includes(reference))

/** What opens a session of an account again that is signed in here; undefined where it ended meanwhile. */
export async function sessionTokenOf({ client }: Visit, { references }: DeviceAccount): Promise<string | undefined> {
  for (const reference of references) {
    const [over, answer] = await attempt(client.deviceAccounts.switchAccount({ reference }))
    if (!over) return answer.sessionToken
  }
  return undefined
}
