import type { IdentityProfileInput } from '@vitrine/contract'
import type { People, Person } from '../authentication/people.ts'
import { changeLoginEmail, enrol, noteLogin, setStatus, verifyEmail } from '../members/register.ts'
import { findMember, findMemberByEmail, lockMember, type StoredMember } from '../members/store.ts'

/** A member as signing in knows them. Who closed the account comes back by signing in; whom the shop has deleted is nobody. */
function personOf(member: StoredMember | undefined): Person | undefined {
  if (!member || member.deletedBy === 'STAFF') return undefined
  const { id, loginEmail, loginEmailVerified, status, privacyStatus, slug, revision, createdAt, updatedAt, document } = member
  const { contact, profile, language } = document
  return {
    id,
    email: loginEmail,
    emailVerified: loginEmailVerified,
    status,
    isPublic: privacyStatus === 'PUBLIC',
    slug,
    firstName: contact.firstName,
    lastName: contact.lastName,
    nickname: profile.nickname,
    picture: profile.photo?.url,
    company: contact.company,
    position: contact.jobTitle,
    birthdate: contact.birthdate,
    language,
    phones: contact.phones,
    emails: contact.emails,
    revision,
    createdAt,
    updatedAt,
  }
}

/** The members, for those who sign them in. */
export const people: People = {
  find: async (db, site, id) => personOf(await findMember(db, site, id)),
  findByEmail: async (db, site, email) => personOf(await findMemberByEmail(db, site, email)),
  lock: async (db, site, id) => personOf(await lockMember(db, site, id)),
  async enrol(context, { email, emailVerified, status, isPublic, profile }) {
    const enrolled = await enrol(context, {
      email,
      emailVerified,
      status,
      privacyStatus: isPublic ? 'PUBLIC' : 'PRIVATE',
      contact: contactOf(profile),
      profile: { ...(profile.nickname && { nickname: profile.nickname }) },
      ...(profile.language && { language: profile.language }),
    })
    return enrolled === 'EMAIL_TAKEN' ? enrolled : personOf(enrolled)!
  },
  approve: async (context, id) => void (await setStatus(context, id, 'APPROVED')),
  verifyEmail: async (context, id) => void (await verifyEmail(context, id)),
  changeEmail: async (context, id, email) => void (await changeLoginEmail(context, id, email)),
  noteLogin,
}

function contactOf(profile: IdentityProfileInput): NonNullable<Parameters<typeof enrol>[1]['contact']> {
  const { firstName, lastName, company, position, birthdate, phones, phonesV2, addresses } = profile
  return {
    ...(firstName && { firstName }),
    ...(lastName && { lastName }),
    ...(company && { company }),
    ...(position && { jobTitle: position }),
    ...(birthdate && { birthdate }),
    phones: [...(phones ?? []), ...(phonesV2 ?? []).map(({ phone }) => phone)],
    addresses: (addresses ?? []).flatMap(({ address }) => {
      if (!address) return []
      const { country, subdivision, city, postalCode, addressLine, addressLine2, streetName, streetNumber } = address
      return [
        {
          ...(country && { country }),
          ...(subdivision && { subdivision }),
          ...(city && { city }),
          ...(postalCode && { postalCode }),
          ...(addressLine && { addressLine }),
          ...(addressLine2 && { addressLine2 }),
          ...(streetName && { streetAddress: { name: streetName, number: streetNumber ?? '', apt: '' } }),
        },
      ]
    }),
  }
}
