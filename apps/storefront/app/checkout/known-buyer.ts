import type { Member, MyAccount } from '@vitrine/contract'
import { placeLines, toDestination } from '../account/addresses.ts'
import { nameGiven } from '../member/name.ts'
import type { KnownBuyer } from './known.ts'

interface Known extends Pick<MyAccount, 'defaultAddressId'> {
  member: Pick<Member, 'contact' | 'profile' | 'loginEmail'>
}

/** What a member's account says of a buyer; the default address comes first. */
export function knownBuyer({ member, defaultAddressId }: Known, locale: string): KnownBuyer {
  const { contact } = member
  const addresses = [...(contact?.addresses ?? [])].sort(
    (one, other) => Number(other.id === defaultAddressId) - Number(one.id === defaultAddressId),
  )
  return {
    name: nameGiven(member),
    email: member.loginEmail ?? '',
    firstName: contact?.firstName ?? '',
    lastName: contact?.lastName ?? '',
    phone: contact?.phones[0] ?? '',
    places: addresses.map((address) => {
      const { country, street, more, postcode, town, state } = toDestination(address)
      const words = placeLines(address, locale).join(', ')
      return { id: address.id ?? '', words, place: { country, street, more, postcode, town, state } }
    }),
  }
}
