import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, createClient, type Refused } from '@vitrine/client'
import * as account from '@vitrine/client/account'
import * as backOffice from '@vitrine/client/back-office'
import type { Input } from '@vitrine/contract'
import { newId } from '@vitrine/platform/kernel/db/id'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { mayEnter, noteLogin } from '@vitrine/platform/people/members/register'
import { findMember } from '@vitrine/platform/people/members/store'
import { insertPerson } from '@vitrine/platform/people/staff/store'
import { colleague } from '../src/colleague.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { newMember, subscribeAs } from '../src/subscribed-member.ts'
import { newVisitor, refusalOf, send } from '../src/wire.ts'

let shop: TestPlatform

before(async () => {
  shop = await startTestPlatform()
})

after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

const day = 24 * 3600_000
const office = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: { ...backOffice, members: account.members } })

const staff = async (role: Parameters<typeof colleague>[1]) =>
  createClient({ baseUrl: shop.url, auth: await colleague(shop, role), modules: { ...backOffice, members: account.members } })
type NewMember = Input<'POST /members/v1/members'>['member']
let made = 0

/** A member, made by a program, with a client of their own. */
async function member(said: Partial<NewMember> = {}) {
  const name = `member${++made}`
  const { member: created } = await office().memberManagement.createMember({
    member: { loginEmail: `${name}@example.com`, profile: { nickname: name }, ...said },
  })
  return { ...(await newMember(shop, created.id)), created }
}

const refused = (code: string) => (error: Refused) => {
  assert.equal(error.code, code, error.message)
  return true
}

const ruled = (ruleName: string) => (error: Refused) => {
  assert.equal(error.code, 'INVALID_ARGUMENT')
  assert.equal(error.fieldViolations[0]?.ruleName, ruleName)
  return true
}

const news = async (id: string) =>
  (
    await shop.platform.database.query<{ type: string }>(
      sql`select type from outbox where site = ${shop.site} and entity_id = ${id} order by id`,
    )
  ).map(({ type }) => type.replace('wix.members.v1.member_', ''))

describe('reading a member', () => {
  const said = {
    contact: { firstName: 'Ada', lastName: 'Lovelace', phones: ['+49 341 1'], addresses: [{ country: 'DE', city: 'Leipzig' }] },
  }

  test('one sees of oneself what one asks for, PUBLIC where one asks for nothing', async () => {
    const { client, created } = await member(said)
    const { member: plain } = await client.members.getCurrentMember({})
    assert.deepEqual(Object.keys(plain).sort(), [
      'activityStatus',
      'contactId',
      'createdDate',
      'id',
      'privacyStatus',
      'profile',
      'status',
      'updatedDate',
    ])
    assert.deepEqual([plain.status, plain.privacyStatus, plain.activityStatus], ['UNKNOWN', 'UNKNOWN', 'UNKNOWN'])
    const { member: extended } = await client.members.getCurrentMember({ fieldsets: ['EXTENDED'] })
    assert.deepEqual(
      [extended.status, extended.privacyStatus, extended.loginEmail, extended.contact],
      ['APPROVED', 'PRIVATE', created.loginEmail, undefined],
    )
    const { member: full } = await client.members.getCurrentMember({ fieldsets: ['PUBLIC', 'FULL'] })
    assert.deepEqual([full.contact?.firstName, full.contact?.emails, full.loginEmailVerified], ['Ada', [created.loginEmail], false])
    assert.deepEqual((await client.members.getCurrentMember({ fieldSet: 'FULL' })).member, full, 'as older clients ask')
    assert.deepEqual((await client.members.getMember({ id: created.id!, fieldsets: ['FULL'] })).member, full)
  })

  // attack: Other people's data | a visitor and another member read a private profile | 404
  test('a visitor and another member see nothing of a private one, and of a public one only the public set', async () => {
    const ada = await member(said)
    const [visitor, other] = [(await newVisitor(shop)).token, (await member()).access]
    const read = (authorization: string, path: string) => send(shop, { method: 'GET', path, headers: { authorization } })
    for (const token of [visitor, other])
      assert.equal(refusalOf(await read(token, `/members/v1/members/${ada.memberId}?fieldsets=FULL`)), 'MEMBER_NOT_FOUND')
    await ada.client.members.joinCommunity()
    for (const token of [visitor, other]) {
      const { json } = await read(token, `/members/v1/members/${ada.memberId}?fieldsets=FULL`)
      assert.deepEqual(Object.keys(json.member).sort(), [
        'activityStatus',
        'contactId',
        'createdDate',
        'id',
        'privacyStatus',
        'profile',
        'status',
        'updatedDate',
      ])
      assert.deepEqual([json.member.status, json.member.loginEmail, json.member.contact], ['UNKNOWN', undefined, undefined])
    }
  })

  // attack: Other people's data | private members are searched by filter, sort and text | no private field decides the result
  test('nobody learns by a filter, a search or a sort what they may not see', async () => {
    const ada = await member(said)
    await ada.client.members.joinCommunity()
    const { token } = await newVisitor(shop)
    const query = (body: object) =>
      send(shop, { method: 'POST', path: '/members/v1/members/query', headers: { authorization: token }, body })
    for (const filter of [
      { loginEmail: ada.created.loginEmail },
      { 'contact.lastName': 'Lovelace' },
      { status: 'APPROVED' },
      { lastLoginDate: { $lt: '2030-01-01T00:00:00.000Z' } },
    ])
      assert.equal(refusalOf(await query({ query: { filter } })), 'INVALID_ARGUMENT')
    assert.equal(refusalOf(await query({ query: { sorting: [{ fieldName: 'contact.lastName', order: 'ASC' }] } })), 'INVALID_ARGUMENT')
    const found = async (search: object) => (await query({ search })).json.members.map(({ id }: { id: string }) => id)
    assert.deepEqual(await found({ expression: 'Lovelace' }), [])
    assert.deepEqual(await found({ expression: ada.created.loginEmail, fields: ['loginEmail'] }), [])
    assert.deepEqual(await found({ expression: ada.created.profile!.nickname!.toUpperCase() }), [ada.memberId])
  })

  test('404 NOT_FOUND for a visitor, and for a member whose account is gone', async () => {
    const { token } = await newVisitor(shop)
    const my = (authorization: string) => send(shop, { method: 'GET', path: '/members/v1/members/my', headers: { authorization } })
    assert.equal(refusalOf(await my(token)), 'NOT_FOUND')
    assert.equal(refusalOf(await my((await newMember(shop)).access)), 'NOT_FOUND')
    assert.equal(refusalOf(await my('')), 'UNAUTHENTICATED')
  })

  test('403 MEMBER_TO_MEMBER_BLOCKED for whom a member has blocked, who finds them nowhere', async () => {
    const [ada, bob] = [await member(), await member()]
    await ada.client.members.joinCommunity()
    await bob.client.members.joinCommunity()
    await ada.client.myAccount.blockForMe({ memberId: bob.memberId })
    await ada.client.myAccount.blockForMe({ memberId: bob.memberId })
    assert.deepEqual(
      (await ada.client.myAccount.listMyBlocks({})).members.map(({ id }) => id),
      [bob.memberId],
    )
    await assert.rejects(bob.client.members.getMember({ id: ada.memberId }), refused('MEMBER_TO_MEMBER_BLOCKED'))
    await assert.rejects(bob.client.members.getMemberBySlug({ slug: ada.created.profile!.slug! }), refused('MEMBER_TO_MEMBER_BLOCKED'))
    const query = { filter: { id: { $in: [ada.memberId, bob.memberId] } } }
    assert.deepEqual(
      (await bob.client.members.queryMembers({ query })).members.map(({ id }) => id),
      [bob.memberId],
    )
    await ada.client.myAccount.unblockForMe({ memberId: bob.memberId })
    assert.equal((await bob.client.members.getMember({ id: ada.memberId })).member.id, ada.memberId)
    await assert.rejects(ada.client.myAccount.blockForMe({ memberId: ada.memberId }), refused('MEMBER_SELF_BLOCK_FORBIDDEN'))
    await assert.rejects(ada.client.myAccount.blockForMe({ memberId: newId() }), refused('MEMBER_NOT_FOUND'))
  })

  test('their page by its slug, and by the one before for a year', async () => {
    const ada = await member()
    const before = ada.created.profile!.slug!
    await assert.rejects(ada.client.members.getMemberBySlug({ slug: 'nobody-has-this' }), refused('MEMBER_NOT_FOUND'))
    await ada.client.members.joinCommunity()
    const slug = `Moved-${newId().slice(-8)}`
    await ada.client.members.updateCurrentMemberSlug({ slug })
    for (const each of [slug.toLowerCase(), before]) {
      const { member: found, communitySince } = await ada.client.members.getMemberBySlug({ slug: each })
      assert.deepEqual([found.id, found.profile?.slug, communitySince], [ada.memberId, slug, shop.clock.now().toISOString()])
    }
    const other = await member()
    await assert.rejects(other.client.members.updateCurrentMemberSlug({ slug: before }), refused('SLUG_ALREADY_EXISTS'))
    await ada.client.members.leaveCommunity()
    await assert.rejects(other.client.members.getMemberBySlug({ slug }), refused('MEMBER_NOT_FOUND'))
  })
})

describe('querying members', () => {
  test('by every field and operator, with totals by offset', async () => {
    const tag = newId().slice(-8)
    const people = await Promise.all(
      ['Älva', 'Bo', 'Cleo'].map((firstName, i) =>
        member({
          contact: { firstName, lastName: tag },
          profile: { nickname: `${tag} ${firstName}` },
          privacyStatus: i === 0 ? 'PUBLIC' : 'PRIVATE',
        }),
      ),
    )
    await office().memberManagement.blockMember({ id: people[2]!.memberId })
    const find = async (filter: Record<string, unknown>, more: object = {}) =>
      (
        await office().members.queryMembers({
          query: { filter: { $and: [{ 'contact.lastName': tag }, filter] }, sorting: [{ fieldName: 'contact.firstName', order: 'ASC' }] },
          fieldsets: ['FULL'],
          ...more,
        })
      ).members.map((one) => one.contact?.firstName)
    const [alva, , cleo] = people.map(({ created }) => created)
    const cases: [Record<string, unknown>, string[]][] = [
      [{}, ['Älva', 'Bo', 'Cleo']],
      [{ id: alva!.id }, ['Älva']],
      [{ contactId: { $ne: alva!.contactId } }, ['Bo', 'Cleo']],
      [{ loginEmail: alva!.loginEmail }, ['Älva']],
      [{ loginEmail: { $startsWith: cleo!.loginEmail!.toUpperCase() } }, ['Cleo']],
      [{ status: 'BLOCKED' }, ['Cleo']],
      [{ status: { $in: ['BLOCKED', 'APPROVED'] } }, ['Älva', 'Bo', 'Cleo']],
      [{ privacyStatus: 'PUBLIC' }, ['Älva']],
      [{ 'contact.firstName': { $startsWith: 'al' } }, ['Älva']],
      [{ 'contact.firstName': { $gte: 'Bo', $lt: 'Cleo' } }, ['Bo']],
      [{ 'contact.firstName': { $contains: 'L' } }, ['Älva', 'Cleo']],
      [{ 'contact.firstName': { $endsWith: 'O' } }, ['Bo', 'Cleo']],
      [{ 'profile.nickname': `${tag} Bo` }, ['Bo']],
      [{ 'profile.slug': { $in: [alva!.profile!.slug, cleo!.profile!.slug] } }, ['Älva', 'Cleo']],
      [{ 'profile.nickname': { $exists: true } }, ['Älva', 'Bo', 'Cleo']],
      [{ $or: [{ status: 'BLOCKED' }, { privacyStatus: 'PUBLIC' }] }, ['Älva', 'Cleo']],
      [{ $not: { 'contact.firstName': 'Bo' } }, ['Älva', 'Cleo']],
    ]
    for (const [filter, expected] of cases) assert.deepEqual(await find(filter), expected, JSON.stringify(filter))
    assert.deepEqual(await find({}, { search: { expression: `alva ${tag}` } }), ['Älva'])
    assert.deepEqual(await find({}, { search: { expression: 'bo', fields: ['contact.firstName'] } }), ['Bo'])
    assert.deepEqual(await find({}, { search: { expression: '100%' } }), [])

    const filter = { 'contact.lastName': tag }
    const { members, metadata } = await office().members.queryMembers({ query: { filter, paging: { limit: 2, offset: 2 } } })
    assert.deepEqual([members.length, metadata], [1, { count: 1, offset: 2, total: 3, tooManyToCount: false }])
    const { metadata: all } = await office().members.listMembers({
      paging: { limit: 1 },
      sorting: [{ fieldName: 'createdDate', order: 'DESC' }],
    })
    assert.ok(all.total >= 3 && all.count === 1)
  })

  test('400 INVALID_ARGUMENT for what cannot be filtered or sorted by', async () => {
    await assert.rejects(office().members.queryMembers({ query: { filter: { passwordHash: 'x' } } }), refused('INVALID_ARGUMENT'))
    await assert.rejects(office().members.listMembers({ sorting: [{ fieldName: 'words' }] }), refused('INVALID_ARGUMENT'))
  })
})

describe('changing a member', () => {
  test('what is absent stays, null clears it, and what only the platform says is dropped', async () => {
    const { client, memberId, created } = await member({ contact: { firstName: 'Ada', company: 'Engines', phones: ['1', '2'] } })
    const change = (said: object) => client.members.updateMember({ member: { id: memberId, ...said } })
    const { member: first } = await change({
      contact: { company: null, addresses: [{ city: 'Leipzig', country: 'DE', streetAddress: { name: 'Nikolaistraße', number: '12' } }] },
      profile: { title: 'Early riser' },
      // Not theirs to say.
      status: 'BLOCKED',
      activityStatus: 'MUTED',
      loginEmail: 'evil@example.com',
      loginEmailVerified: true,
      contactId: newId(),
      createdDate: '2001-01-01T00:00:00.000Z',
      lastLoginDate: '2001-01-01T00:00:00.000Z',
    })
    assert.deepEqual([first.contact?.firstName, first.contact?.company, first.contact?.phones], ['Ada', undefined, ['1', '2']])
    assert.deepEqual([first.profile?.nickname, first.profile?.title], [created.profile!.nickname, 'Early riser'])
    assert.deepEqual(
      [
        first.status,
        first.activityStatus,
        first.loginEmail,
        first.loginEmailVerified,
        first.contactId,
        first.createdDate,
        first.lastLoginDate,
      ],
      ['APPROVED', 'ACTIVE', created.loginEmail, false, created.contactId, created.createdDate, undefined],
    )
    const [address] = first.contact!.addresses
    const { member: second } = await change({
      contact: {
        emails: ['evil@example.com'],
        addresses: [
          { id: address!.id, city: 'Dresden' },
          { id: newId(), city: 'Berlin' },
        ],
      },
      profile: { slug: 'evil', title: null },
    })
    assert.deepEqual(second.contact!.emails, [created.loginEmail])
    assert.equal(second.contact!.addresses[0]!.id, address!.id)
    assert.equal(second.contact!.addresses[1]!.city, 'Berlin')
    assert.deepEqual([second.profile?.slug, second.profile?.title], [created.profile!.slug, undefined])
    for (const path of ['phones', 'emails', 'addresses'] as const) {
      const name = { phones: 'deleteMemberPhones', emails: 'deleteMemberEmails', addresses: 'deleteMemberAddresses' } as const
      const { member: left } = await client.members[name[path]]({ id: memberId })
      assert.deepEqual(left.contact![path], path === 'emails' ? [created.loginEmail] : [])
    }
    assert.deepEqual(await news(memberId), ['created', 'updated', 'updated', 'updated', 'updated'])
  })

  // attack: Other people's data | visitors, other members and staff without members.write change a member | 403 PERMISSION_DENIED
  test('403 PERMISSION_DENIED for visitors and other members, and for staff whose role has no members.write', async () => {
    const ada = await member()
    const tokens = [(await newVisitor(shop)).token, (await member()).access]
    const id = ada.memberId
    const writes = [
      { method: 'PATCH', path: `/members/v1/members/${id}`, body: { member: { id, profile: { nickname: 'x' } } } },
      { method: 'POST', path: `/members/v1/members/${id}/slug`, body: { slug: 'evil' } },
      { method: 'DELETE', path: `/members/v1/members/${id}/phones` },
      { method: 'DELETE', path: `/members/v1/members/${id}/emails` },
      { method: 'DELETE', path: `/members/v1/members/${id}/addresses` },
      { method: 'POST', path: `/members/v1/members/${id}/block`, body: {} },
      { method: 'POST', path: `/members/v1/members/${id}/approve`, body: {} },
      { method: 'DELETE', path: `/members/v1/members/${id}` },
      { method: 'POST', path: '/vitrine/v1/members/search', body: {} },
    ] as const
    for (const authorization of tokens)
      for (const write of writes)
        assert.equal(refusalOf(await send(shop, { ...write, headers: { authorization } })), 'PERMISSION_DENIED', write.path)
    const warehouse = await staff('WAREHOUSE')
    await assert.rejects(warehouse.members.updateMember({ member: { id, profile: { nickname: 'x' } } }), refused('PERMISSION_DENIED'))
    await assert.rejects(warehouse.memberManagement.blockMember({ id }), refused('PERMISSION_DENIED'))
    await assert.rejects(warehouse.members.getMember({ id, fieldsets: ['FULL'] }), refused('MEMBER_NOT_FOUND'))
    const support = await staff('SUPPORT')
    assert.equal((await support.members.updateMember({ member: { id, profile: { nickname: 'Ada' } } })).member.profile?.nickname, 'Ada')
  })

  test("the shop's own fields take what they are for; INVALID_CUSTOM_FIELD_URL for what is no address", async () => {
    const { revision } = await office().memberAdmin.getFields({})
    const fields = [
      { key: 'site', name: 'Web site', type: 'URL' as const },
      { key: 'kiln', name: 'Own kiln', type: 'CHECKBOX' as const },
    ]
    await office().memberAdmin.setFields({ fields, revision })
    await assert.rejects(office().memberAdmin.setFields({ fields, revision }), refused('STALE_REVISION'))
    const { client, memberId } = await member()
    const change = (customFields: Record<string, { value: unknown } | null>) =>
      client.members.updateMember({ member: { id: memberId, contact: { customFields } } })
    const { member: told } = await change({ site: { value: 'https://ada.example' }, kiln: { value: true }, unknown: { value: 'x' } })
    assert.deepEqual(told.contact?.customFields, {
      site: { name: 'Web site', value: 'https://ada.example' },
      kiln: { name: 'Own kiln', value: true },
    })
    await assert.rejects(change({ site: { value: 'javascript:alert(1)' } }), ruled('INVALID_CUSTOM_FIELD_URL'))
    assert.deepEqual((await change({ site: null })).member.contact?.customFields, { kiln: { name: 'Own kiln', value: true } })
  })

  test('409 SLUG_ALREADY_EXISTS, however it is written; 400 for what no path can hold', async () => {
    const [ada, bob] = [await member(), await member()]
    const slug = `Ada_${newId().slice(-8)}`
    assert.equal((await ada.client.members.updateCurrentMemberSlug({ slug })).member.profile?.slug, slug)
    await assert.rejects(bob.client.members.updateMemberSlug({ id: bob.memberId, slug: slug.toLowerCase() }), (error: Refused) => {
      assert.deepEqual([error.code, error.status, error.data], ['SLUG_ALREADY_EXISTS', 409, { slug: slug.toLowerCase() }])
      return true
    })
    for (const wrong of ['a b', '../admin', 'ä', '-a', 'a--b', 'a/b', '%61'])
      await assert.rejects(bob.client.members.updateCurrentMemberSlug({ slug: wrong }), refused('INVALID_ARGUMENT'), wrong)
    assert.equal((await office().members.updateMemberSlug({ id: bob.memberId, slug: `bob-${slug.slice(-8)}` })).member.id, bob.memberId)
  })

  test('409 MEMBER_ALREADY_EXISTS for an address that signs in already; the nickname makes the slug', async () => {
    const loginEmail = `Twin-${newId().slice(-8)}@example.com`
    const first = await member({ loginEmail, profile: { nickname: `Zoë  Ø. ${newId().slice(-6)}` } })
    assert.match(first.created.profile!.slug!, /^zoe-o-[0-9a-f]{6}$/)
    await assert.rejects(member({ loginEmail: loginEmail.toLowerCase() }), refused('MEMBER_ALREADY_EXISTS'))
    const nickname = `Same ${newId().slice(-6)}`
    const slugs = [await member({ profile: { nickname } }), await member({ profile: { nickname } })].map(
      ({ created }) => created.profile!.slug!,
    )
    assert.equal(slugs[1], `${slugs[0]}-2`)
  })
})

describe('standing', () => {
  test('mute, block, approve and disconnect, each answered with the member; a disconnected one stays so', async () => {
    const { memberManagement } = office()
    const { memberId: id, client, created } = await member()
    assert.equal((await memberManagement.muteMember({ id })).member.activityStatus, 'MUTED')
    assert.equal((await memberManagement.muteMember({ id })).member.activityStatus, 'MUTED')
    assert.equal((await memberManagement.unmuteMember({ id })).member.activityStatus, 'ACTIVE')
    await client.members.joinCommunity()
    assert.equal((await memberManagement.blockMember({ id })).member.status, 'BLOCKED')
    await assert.rejects(client.members.joinCommunity(), refused('COMMUNITY_JOIN_IMPOSSIBLE'))
    assert.equal((await memberManagement.approveMember({ id })).member.status, 'APPROVED')
    const { member: gone } = await memberManagement.disconnectMember({ id })
    assert.deepEqual([gone.status, gone.privacyStatus], ['OFFLINE', 'PRIVATE'])
    for (const what of ['approveMember', 'blockMember', 'muteMember', 'unmuteMember'] as const)
      await assert.rejects(memberManagement[what]({ id }), refused('MEMBER_IS_DISCONNECTED'))
    const again = await member({ loginEmail: created.loginEmail! })
    assert.notEqual(again.memberId, id, 'the address is free for a new account')
  })

  test('nobody blocks themselves, an owner, or who has a subscription', async () => {
    const owner = await staff('OWNER')
    const { database } = shop.platform
    const mail = `owner-${newId().slice(-6)}@morrow.example`
    const insert = (id: string, email: string, role: 'OWNER' | 'SUPPORT') =>
      insertPerson(database, shop.site, { id, email, name: email, role, passwordHash: 'x' }, shop.clock.now())
    await insert(newId(), mail, 'OWNER')
    const of = await member({ loginEmail: mail.toUpperCase() })
    await assert.rejects(owner.memberManagement.blockMember({ id: of.memberId }), refused('OWNER_MEMBER_BLOCK_FORBIDDEN'))
    const [me] = await database.query<{ email: string }>(
      sql`select email from staff where site = ${shop.site} and email like 'colleague-%' and role = 'OWNER' order by created_at desc, id desc limit 1`,
    )
    const self = await member({ loginEmail: me!.email })
    await assert.rejects(owner.memberManagement.blockMember({ id: self.memberId }), refused('MEMBER_SELF_BLOCK_FORBIDDEN'))
    await assert.rejects(
      office().memberManagement.deleteMember({ id: self.memberId }),
      ruled('OWNER_OR_CONTRIBUTOR_MEMBER_DELETE_FORBIDDEN'),
    )
    await assert.rejects(self.client.members.deleteMyMember({}), ruled('OWNER_OR_CONTRIBUTOR_MEMBER_DELETE_FORBIDDEN'))

    const buyer = await member()
    await subscribeAs(shop, buyer)
    await assert.rejects(
      office().memberManagement.blockMember({ id: buyer.memberId }),
      refused('ACTIVE_SUBSCRIPTION_MEMBER_BLOCK_FORBIDDEN'),
    )
    await assert.rejects(
      office().memberManagement.deleteMember({ id: buyer.memberId }),
      ruled('ACTIVE_SUBSCRIPTION_MEMBER_DELETE_FORBIDDEN'),
    )
  })
})

describe('deleting', () => {
  test('goes into the trash, and a sign-in of their own brings all of it back', async () => {
    const { memberId, client, created } = await member({ contact: { firstName: 'Ada' } })
    await client.members.deleteMyMember({})
    await assert.rejects(client.members.getCurrentMember({}), refused('NOT_FOUND'))
    await assert.rejects(office().members.getMember({ id: memberId }), refused('MEMBER_NOT_FOUND'))
    const { member: inAdmin } = await office().memberAdmin.getMember({ id: memberId })
    const purgeDate = new Date(shop.clock.now().getTime() + 30 * day).toISOString()
    assert.deepEqual(inAdmin.deletion, { state: 'TRASH', deletedDate: shop.clock.now().toISOString(), purgeDate, by: 'SELF' })
    await assert.rejects(member({ loginEmail: created.loginEmail! }), refused('MEMBER_ALREADY_EXISTS'), 'the address waits with it')
    await shop.platform.database.transact((db) => noteLogin({ db, site: shop.site, now: shop.clock.now() }, memberId))
    const { member: back } = await client.members.getCurrentMember({ fieldsets: ['FULL'] })
    assert.deepEqual([back.contact?.firstName, back.profile?.slug], ['Ada', created.profile!.slug])
    assert.deepEqual(await news(memberId), ['created', 'deleted', 'created'])
  })

  test('by staff is undone by staff alone: no sign-in brings it back', async () => {
    const { memberId, client } = await member()
    await office().memberManagement.deleteMember({ id: memberId })
    const saved = await findMember(shop.platform.database, shop.site, memberId)
    assert.equal(mayEnter(saved!), false)
    await shop.platform.database.transact((db) => noteLogin({ db, site: shop.site, now: shop.clock.now() }, memberId))
    await assert.rejects(client.members.getCurrentMember({}), refused('NOT_FOUND'))
    assert.equal((await office().memberAdmin.restoreMember({ id: memberId })).member.deletion, undefined)
    await assert.rejects(office().memberAdmin.restoreMember({ id: memberId }), refused('MEMBER_NOT_FOUND'))
    assert.equal((await client.members.getCurrentMember({})).member.id, memberId)
  })

  test('400 INVALID_ARGUMENT for an heir of what they wrote who is nobody, or themselves', async () => {
    const { memberId, client } = await member()
    for (const contentAssigneeId of [newId(), memberId])
      await assert.rejects(client.members.deleteMyMember({ contentAssigneeId }), refused('INVALID_ARGUMENT'))
    const heir = await member()
    await client.members.deleteMyMember({ contentAssigneeId: heir.memberId })
    assert.equal((await findMember(shop.platform.database, shop.site, memberId))!.contentAssignee, heir.memberId)
  })

  test('several at once, each by itself: one that may not be deleted keeps none of the others', async () => {
    const [ada, bob] = [await member(), await member()]
    const nobody = newId()
    const { results, bulkActionMetadata } = await office().memberManagement.bulkDeleteMembers({
      memberIds: [ada.memberId, nobody, bob.memberId],
    })
    assert.deepEqual(
      results.map(({ itemMetadata: { id, originalIndex, success, error } }) => [id, originalIndex, success, error?.code]),
      [
        [ada.memberId, 0, true, undefined],
        [nobody, 1, false, 'MEMBER_NOT_FOUND'],
        [bob.memberId, 2, true, undefined],
      ],
    )
    assert.deepEqual(bulkActionMetadata, { totalSuccesses: 2, totalFailures: 1, undetailedFailures: 0 })
  })
})
