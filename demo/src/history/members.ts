import { randomBytes } from 'node:crypto'
import { newId } from '@vitrine/platform/kernel/db/id'
import { type Db, sql } from '@vitrine/platform/kernel/db/sql'
import { savePassword } from '@vitrine/platform/people/authentication/store'
import { hashPassword } from '@vitrine/platform/people/credentials/passwords'
import { slugFrom } from '@vitrine/platform/people/members/slug'
import { freeSlug, insertMember, type StoredMember } from '@vitrine/platform/people/members/store'
import { demoSite } from '../ids.ts'

/** What one of the demo's members signs in with. */
export interface DemoLogin {
  readonly email: string
  readonly password: string
}

type MemberAddress = StoredMember['document']['contact']['addresses'][number]

interface Buyer {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly phone: string | null
  readonly address: MemberAddress
  readonly first: Date
  readonly last: Date
}

const hourMs = 3600_000
const wanted = 29
/** The status of the last few of them; all others were approved. */
const others: Readonly<Record<number, Pick<StoredMember, 'status' | 'activityStatus'>>> = {
  26: { status: 'APPROVED', activityStatus: 'MUTED' },
  27: { status: 'BLOCKED', activityStatus: 'ACTIVE' },
  28: { status: 'BLOCKED', activityStatus: 'ACTIVE' },
}

interface Applicant {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly emailVerified: boolean
  readonly hoursAgo: number
}

/** They wait for their approval: none of them has signed in or bought anything yet. */
const applicants: readonly Applicant[] = [
  { firstName: 'Nadia', lastName: 'Okafor', email: 'nadia.okafor@example.com', emailVerified: true, hoursAgo: 49 },
  { firstName: 'Rasmus', lastName: 'Kjær', email: 'rasmus.kjaer@example.com', emailVerified: true, hoursAgo: 20 },
  { firstName: 'Leonie', lastName: 'Zimmer', email: 'leonie.zimmer@example.com', emailVerified: false, hoursAgo: 3 },
]

/** Those who bought most have accounts, and their orders are theirs. The first of them can be signed in as. */
export async function addMembers(db: Db, now: Date): Promise<DemoLogin | undefined> {
  const buyers = await db.query<Buyer>(sql`
    select (array_agg(email order by created_at desc))[1] as email, (array_agg(first_name order by created_at desc))[1] as "firstName",
      (array_agg(last_name order by created_at desc))[1] as "lastName", min(created_at) as first, max(created_at) as last,
      (array_agg(document #>> '{billingInfo,contactDetails,phone}' order by created_at desc))[1] as phone,
      (array_agg(coalesce(document #> '{billingInfo,address}', '{}') order by created_at desc))[1] as address
    from orders where site = ${demoSite} and status <> 'INITIALIZED' and email_key <> '' and first_name <> ''
    group by email_key order by count(*) desc, email_key limit ${wanted}`)
  let login: DemoLogin | undefined
  for (const [nth, { email, firstName, lastName, phone, address, first, last }] of buyers.entries()) {
    const state = others[nth] ?? { status: 'APPROVED' as const, activityStatus: 'ACTIVE' as const }
    const isPublic = nth % 3 === 0 && state.status === 'APPROVED'
    const { country, subdivision, city, postalCode, addressLine, addressLine2, streetAddress } = address
    const place = Object.fromEntries(
      Object.entries({ country, subdivision, city, postalCode, addressLine, addressLine2 }).filter(([, said]) => said),
    ) as MemberAddress
    const home: MemberAddress = {
      id: newId(),
      ...place,
      ...(streetAddress && { streetAddress: { name: streetAddress.name, number: streetAddress.number } }),
    }
    const member: StoredMember = {
      id: newId(),
      contactId: newId(),
      loginEmail: email,
      loginEmailVerified: true,
      ...state,
      privacyStatus: isPublic ? 'PUBLIC' : 'PRIVATE',
      slug: await freeSlug(db, demoSite, slugFrom([`${firstName} ${lastName[0] ?? ''}`])),
      revision: 1,
      document: {
        contact: { firstName, lastName, phones: phone ? [phone] : [], emails: [email], addresses: [home] },
        profile: { nickname: isPublic ? `${firstName} ${lastName[0] ?? ''}.` : firstName },
        defaultAddressId: home.id!,
        ...(isPublic && { communitySince: first.toISOString() }),
      },
      createdAt: first,
      updatedAt: last,
      lastLoginAt: last,
      deletedAt: null,
      deletedBy: null,
      purgeAt: null,
      contentAssignee: null,
      note: '',
    }
    if (!(await insertMember(db, demoSite, member))) continue
    await db.query(sql`
      update orders set owner = ${`member:${member.id}`}, member_id = ${member.id},
        document = jsonb_set(document, '{buyerInfo}', coalesce(document -> 'buyerInfo', '{}') || jsonb_build_object('memberId', ${member.id}::text, 'contactId', ${member.contactId}::text)),
        contact_id = ${member.contactId}
      where site = ${demoSite} and status <> 'INITIALIZED' and email_key = ${email.toLowerCase()}`)
    if (nth > 0) continue
    login = { email, password: randomBytes(9).toString('base64url') }
    await savePassword(db, demoSite, member.id, await hashPassword(login.password), now)
  }
  return login
}

export async function addApplicants(db: Db, now: Date): Promise<void> {
  for (const { firstName, lastName, email, emailVerified, hoursAgo } of applicants) {
    const appliedAt = new Date(now.getTime() - hoursAgo * hourMs)
    await insertMember(db, demoSite, {
      id: newId(),
      contactId: newId(),
      loginEmail: email,
      loginEmailVerified: emailVerified,
      status: 'PENDING',
      activityStatus: 'ACTIVE',
      privacyStatus: 'PRIVATE',
      slug: await freeSlug(db, demoSite, slugFrom([`${firstName} ${lastName[0] ?? ''}`])),
      revision: 1,
      document: {
        contact: { firstName, lastName, phones: [], emails: [email], addresses: [] },
        profile: { nickname: firstName },
      },
      createdAt: appliedAt,
      updatedAt: appliedAt,
      lastLoginAt: null,
      deletedAt: null,
      deletedBy: null,
      purgeAt: null,
      contentAssignee: null,
      note: '',
    })
  }
}
