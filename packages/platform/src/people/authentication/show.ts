import type { Identity, IdentityFactor, MemberSession } from '@vitrine/contract'
import type { Person } from './people.ts'
import type { OpenSession } from './proceed.ts'

const statusNames = { PENDING: 'PENDING', APPROVED: 'ACTIVE', BLOCKED: 'BLOCKED', OFFLINE: 'OFFLINE', UNKNOWN: 'UNKNOWN_STATUS' } as const

/** Who signs in, as the wire says it. */
export function showIdentity(person: Person, factors: readonly IdentityFactor[] = [], connections: Identity['connections'] = []): Identity {
  const { id, revision, createdAt, updatedAt, email, emailVerified, status } = person
  return {
    id,
    revision: String(revision),
    createdDate: createdAt.toISOString(),
    updatedDate: updatedAt.toISOString(),
    connections: [...connections],
    identityProfile: {
      ...(person.firstName && { firstName: person.firstName }),
      ...(person.lastName && { lastName: person.lastName }),
      ...(person.nickname && { nickname: person.nickname }),
      ...(person.picture && { picture: person.picture }),
      emails: [...person.emails],
      phones: [...person.phones],
      labels: [],
      ...(person.language && { language: person.language }),
      privacyStatus: person.isPublic ? 'PUBLIC' : 'PRIVATE',
      customFields: [],
      secondaryEmails: person.emails.filter((one) => one !== email).map((one) => ({ email: one, tag: 'UNTAGGED' as const })),
      phonesV2: person.phones.map((phone) => ({ phone, tag: 'UNTAGGED' as const })),
      addresses: [],
      ...(person.company && { company: person.company }),
      ...(person.position && { position: person.position }),
      ...(person.birthdate && { birthdate: person.birthdate }),
      slug: person.slug,
    },
    metadata: {},
    email: { address: email, isVerified: emailVerified },
    status: {
      name: statusNames[status],
      reasons: status === 'PENDING' ? [emailVerified ? 'PENDING_ADMIN_APPROVAL_REQUIRED' : 'PENDING_EMAIL_VERIFICATION_REQUIRED'] : [],
    },
    factors: [...factors],
  }
}

/** A place where somebody is signed in, as they themselves and staff see it. */
export const showSession = ({ id, agent, address, methods, clientName, createdAt, usedAt }: OpenSession): MemberSession => ({
  id,
  agent,
  address,
  methods: [...methods],
  ...(clientName && { appName: clientName }),
  createdDate: createdAt.toISOString(),
  usedDate: usedAt.toISOString(),
})
