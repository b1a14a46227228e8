import { attempt } from '@vitrine/client'
import { isSamePlace, toDestination, toSaved } from '../account/addresses.ts'
import { findAccount } from '../member/member.server.ts'
import type { Visit } from '../shop.server.ts'
import { type Destination, nowhere } from './address.ts'
import type { KnownBuyer } from './known.ts'
import { knownBuyer } from './known-buyer.ts'

/** As many as the platform stores. */
const MOST = 30

/** What is known of the buyer, where they are signed in. */
export async function findKnown(here: Visit): Promise<KnownBuyer | undefined> {
  const account = await findAccount(here)
  return account && knownBuyer(account, here.shop.locale)
}

/** Where it goes if nothing else is said: to their first choice. */
export const usualPlace = ({ firstName, lastName, phone, places }: KnownBuyer): Destination | undefined =>
  places[0] && { ...nowhere, firstName, lastName, phone, ...places[0].place }

/** Saves an address for next time, and the name where there was none; one that is already there is not saved twice. */
export async function keepPlace(here: Visit, to: Destination): Promise<void> {
  const account = await findAccount(here)
  if (!account) return
  const { id, contact } = account.member
  const addresses = contact?.addresses ?? []
  if (addresses.length >= MOST || addresses.some((address) => isSamePlace(toDestination(address), to))) return
  await attempt(
    here.client.members.updateMember({
      member: {
        id,
        contact: {
          addresses: [...addresses, { id: crypto.randomUUID(), ...toSaved(to) }],
          ...(!contact?.firstName && { firstName: to.firstName }),
          ...(!contact?.lastName && { lastName: to.lastName }),
        },
      },
    }),
  )
}
