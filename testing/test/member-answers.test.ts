import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import * as account from '@vitrine/client/account'
import * as backOffice from '@vitrine/client/back-office'
import { AddressTag, EmailTag, PhoneTag } from '@vitrine/contract'
import { newId } from '@vitrine/platform/kernel/db/id'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { guest, newEmail, signInPolicy } from '../src/guest.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { newMember } from '../src/subscribed-member.ts'
import { pathOf, refusalOf, send } from '../src/wire.ts'

let shop: TestPlatform

before(async () => {
  shop = await startTestPlatform()
  await signInPolicy(shop, {})
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

const office = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: { ...backOffice, ...account } })

/** Calls about somebody, and what is sent with them. */
type Calls = Readonly<Record<string, object | undefined>>

async function answersOf(authorization: string, calls: Calls): Promise<Record<string, string | undefined>> {
  const id = newId()
  const said: Record<string, string | undefined> = {}
  for (const [line, body] of Object.entries(calls)) {
    const [method, template] = line.split(' ') as [string, string]
    const path = pathOf(template, () => id)
    said[line] = refusalOf(await send(shop, { method, path, headers: { authorization }, ...(body && { body }) }))
  }
  return said
}
const allSay = (answers: Readonly<Record<string, string | undefined>>, code: string) =>
  assert.deepEqual(answers, Object.fromEntries(Object.keys(answers).map((line) => [line, code])))

test('404 MEMBER_NOT_FOUND for whoever does something to an account that is gone', async () => {
  const contact = { company: 'Analytical Engines' }
  const answers = await answersOf(shop.apiKey, {
    'POST /members/v1/members/{id}/slug': { slug: 'ada' },
    'POST /members/v1/members/{id}/mute': {},
    'POST /members/v1/members/{id}/unmute': {},
    'POST /members/v1/members/{id}/approve': {},
    'POST /members/v1/members/{id}/block': {},
    'POST /members/v1/members/{id}/disconnect': {},
    'DELETE /members/v1/members/{id}': undefined,
    'PATCH /members/v1/members/{member.id}': { member: { contact } },
    'DELETE /members/v1/members/{id}/phones': undefined,
    'DELETE /members/v1/members/{id}/emails': undefined,
    'DELETE /members/v1/members/{id}/addresses': undefined,
    'PATCH /vitrine/v1/members/{id}': { note: 'Ring twice.' },
    'GET /vitrine/v1/members/{id}/deletion': undefined,
  })
  allSay(answers, 'MEMBER_NOT_FOUND')
})

test('404 MEMBER_NOT_FOUND for whoever is gone, and asks for what was theirs', async () => {
  const { access } = await newMember(shop)
  const answers = await answersOf(access, {
    'POST /members/v1/members/my/slug': { slug: 'ada' },
    'POST /members/v1/members/join-community': {},
    'POST /members/v1/members/leave-community': {},
    'DELETE /members/v1/members/my': undefined,
    'PATCH /vitrine/v1/members/my': { language: 'de' },
    'GET /vitrine/v1/members/my/marketing-consents': undefined,
    'POST /vitrine/v1/members/my/marketing-consents': { kind: 'NEWSLETTER', given: true, words: 'Once a month.' },
    'GET /vitrine/v1/members/my/export': undefined,
    'GET /vitrine/v1/members/my/closing': undefined,
    'POST /vitrine/v1/members/my/closing': {},
    'GET /vitrine/v1/members/my/blocks': undefined,
    'DELETE /vitrine/v1/members/my/blocks/{memberId}': undefined,
  })
  allSay(answers, 'MEMBER_NOT_FOUND')
})

test('in the admin members are found by words and by how they stand, looked at before they are deleted, and noted about by revision', async () => {
  const { memberAdmin, memberManagement } = office()
  const email = newEmail()
  const { member } = await memberManagement.createMember({
    member: { loginEmail: email, contact: { firstName: 'Ada', lastName: 'Byron' } },
  })
  const id = member.id!
  await shop.platform.database.query(sql`update member set status = 'PENDING' where site = ${shop.site} and id = ${id}`)
  const filter = { status: 'PENDING', loginEmailVerified: false }
  const { members } = await memberAdmin.searchMembers({ search: { filter, search: { expression: 'byron' } } })
  assert.deepEqual(
    members.map(({ member: one }) => [one.id, one.status]),
    [[id, 'PENDING']],
  )
  assert.deepEqual((await memberAdmin.countMembers({ filters: [filter, { status: 'PENDING', loginEmailVerified: true }] })).counts, [1, 0])
  const { orders, cards, addresses, counts } = await memberAdmin.previewDeletion({ id })
  assert.deepEqual([orders, cards, addresses], [0, 0, 0])
  assert.deepEqual(counts, [{ kind: 'AUDIT_ENTRIES', count: 1, erasure: 'BLANKED' }])
  const { revision } = members[0]!
  await memberAdmin.noteMember({ id, note: 'Ring twice.', revision })
  const [stale] = await attempt(memberAdmin.noteMember({ id, note: 'Ring once.', revision }))
  assert.equal(stale?.code, 'STALE_REVISION')
})

test('409 COMMUNITY_JOIN_IMPOSSIBLE for who is blocked, also by an update', async () => {
  const { memberManagement, members } = office()
  const { member } = await memberManagement.createMember({ member: { loginEmail: newEmail() } })
  await memberManagement.blockMember({ id: member.id! })
  const [refused] = await attempt(members.updateMember({ member: { id: member.id!, privacyStatus: 'PUBLIC' } }))
  assert.equal(refused?.code, 'COMMUNITY_JOIN_IMPOSSIBLE')
})

test('what is done to many is found by words, listed as long as it can be undone, and never done to others', async () => {
  const { memberAdmin, memberManagement } = office()
  const tag = `t${newId().slice(-10)}`
  const made: string[] = []
  for (const lastName of [tag, tag, 'Other'])
    made.push((await memberManagement.createMember({ member: { loginEmail: newEmail(), contact: { lastName } } })).member.id!)
  const filter = { words: { $contains: tag } }
  const seen = await memberAdmin.previewBulk({ action: 'BLOCK', filter })
  assert.deepEqual(
    [seen.touched, seen.unchanged, seen.refused, seen.examples.map(({ id }) => id).toSorted()],
    [2, 0, 0, made.slice(0, 2).toSorted()],
  )
  const { job } = await memberAdmin.startBulk({ action: 'BLOCK', filter })
  assert.deepEqual([job.state, job.touched], ['DONE', 2])
  assert.deepEqual((await memberAdmin.listJobs({})).jobs[0], job)
  const { counts } = await memberAdmin.countMembers({
    filters: [
      { ...filter, status: 'BLOCKED' },
      { status: 'BLOCKED', id: made[2] },
    ],
  })
  assert.deepEqual(counts, [2, 0])
  shop.clock.advance(30 * 24 * 3600_000)
  assert.deepEqual((await memberAdmin.listJobs({})).jobs, [])
})

test('what one may see of another is the set that one asks for, as far as one may', async () => {
  const { members, memberManagement } = office()
  const { member } = await memberManagement.createMember({ member: { loginEmail: newEmail(), contact: { firstName: 'Ada' } } })
  const query = { filter: { id: member.id! } }
  const seen = async (fieldset: 'PUBLIC' | 'EXTENDED' | 'FULL') => {
    const [one] = (await members.queryMembers({ query, fieldsets: [fieldset] })).members
    return [one!.loginEmail !== undefined, one!.contact !== undefined]
  }
  assert.deepEqual(
    [await seen('PUBLIC'), await seen('EXTENDED'), await seen('FULL')],
    [
      [false, false],
      [true, false],
      [true, true],
    ],
  )
})

test('e-mails, telephones and addresses have each of their tags', async () => {
  const { memberManagement } = office()
  const email = newEmail()
  const phones = PhoneTag.options.map((_, i) => `+4934112345${i}`)
  const addresses = AddressTag.options.map((city) => ({ country: 'DE', city }))
  const { member } = await memberManagement.createMember({ member: { loginEmail: email, contact: { phones, addresses } } })
  const { client } = await newMember(shop, member.id)
  const tags = {
    phones: Object.fromEntries(phones.map((phone, i) => [phone, PhoneTag.options[i]!])),
    addresses: Object.fromEntries(member.contact!.addresses.map(({ id }, i) => [id!, AddressTag.options[i]!])),
  }
  const { account: tagged } = await client.myAccount.updateMyAccount({ tags })
  assert.deepEqual([tagged.tags.phones, tagged.tags.addresses], [tags.phones, tags.addresses])
  for (const tag of EmailTag.options) {
    const { account: one } = await client.myAccount.updateMyAccount({ tags: { emails: { [email]: tag } } })
    assert.deepEqual(one.tags.emails, { [email]: tag })
  }
})

test('whoever registers for the community is PUBLIC as an identity, too', async () => {
  const { identity } = await guest(shop).authentication.register({
    loginId: { email: newEmail() },
    password: 'slow mornings, 1 cup',
    profile: { privacyStatus: 'PUBLIC' },
  })
  assert.equal(identity?.identityProfile?.privacyStatus, 'PUBLIC')
})
