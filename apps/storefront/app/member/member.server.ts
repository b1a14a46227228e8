import { attempt } from '@vitrine/client'
import type { Member, MyAccount } from '@vitrine/contract'
import { data } from 'react-router'
import { signInFirst, type Visit } from '../shop.server.ts'
import { nameOf } from './name.ts'

/** What the signed-in member's account holds. */
export interface Account extends MyAccount {
  readonly member: Member & { readonly id: string }
}

const asked = new WeakMap<Visit, Promise<Account | undefined>>()

/** Who is signed in. However many loaders of a page want to know, the platform is asked once. */
export function findAccount(here: Visit): Promise<Account | undefined> {
  let found = asked.get(here)
  if (!found) asked.set(here, (found = readAccount(here)))
  return found
}

async function readAccount(here: Visit): Promise<Account | undefined> {
  if (!here.known || (await here.client.auth.role()) !== 'member') return undefined
  const [refused, answer] = await attempt(here.client.myAccount.getMyAccount({}))
  if (!refused) {
    const { member } = answer.account
    return member.id ? { ...answer.account, member: { ...member, id: member.id } } : undefined
  }
  // Signed out elsewhere, or gone: the browser does not know it yet.
  if (refused.status < 500 && refused.status !== 429) return undefined
  throw refused
}

/** For pages that are a member's own: whoever is not signed in does so first, and comes back to this page or to the one that is named. */
export async function needAccount(here: Visit, back = here.address): Promise<Account> {
  const account = await findAccount(here)
  if (!account) throw signInFirst(back)
  here.onlyForMembers(back)
  return account
}

/** Nothing is there for who is asking; a member whose session ended while the page loaded may have something there. */
export const notFound = (here: Visit) => (here.hasEnded() ? signInFirst(here.address) : data(null, { status: 404 }))

/** Who is signed in, for the header; nobody where it cannot be told. */
export async function whoIs(here: Visit): Promise<string> {
  const account = await findAccount(here).catch(() => undefined)
  return account ? nameOf(account.member) : ''
}
