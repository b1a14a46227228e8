import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { members } from '@wix/members'
import * as today from '@wix/sdk'
import * as specEra from 'wix-sdk-1-15'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { type PublishedHosts, publishedHosts } from '../src/published-client.ts'
import { newMember } from '../src/subscribed-member.ts'

let shop: TestPlatform
let hosts: PublishedHosts
before(async () => {
  shop = await startTestPlatform()
  hosts = publishedHosts(shop.url)
})
after(async () => {
  hosts[Symbol.dispose]()
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

/** The two published clients that the shop is for; what they do is typed as today's. */
const eras = [
  { era: 'the published client', ada: 'ada', sdk: today },
  { era: "the published client of the spec's day", ada: 'grace', sdk: specEra as unknown as typeof today },
]

for (const { era, ada, sdk } of eras) {
  const { ApiKeyStrategy, createClient, OAuthStrategy } = sdk
  const app = () => createClient({ modules: { members }, auth: ApiKeyStrategy({ apiKey: shop.apiKey, siteId: shop.site }) }).members

  async function asMember(id: string) {
    const { access } = await newMember(shop, id)
    const tokens = {
      accessToken: { value: access, expiresAt: Math.floor(Date.now() / 1000) + 3600 },
      refreshToken: { value: 'x', role: today.TokenRole.MEMBER },
    }
    return createClient({ modules: { members }, auth: OAuthStrategy({ clientId: shop.clientId, tokens }) }).members
  }

  test(`${era}: the members module runs: create, read, change, slug, community, status, delete`, async () => {
    const created = await app().createMember({
      member: { loginEmail: `${ada}@example.com`, contact: { firstName: ada, phones: ['1'], addresses: [{ city: 'Leipzig' }] } },
    })
    const id = created._id!
    assert.deepEqual([created.status, created.privacyStatus, created.profile?.slug], ['APPROVED', 'PRIVATE', ada])
    // In the spec's day a module made dates of texts itself; this one leaves it to its client.
    assert.equal(created._createdDate instanceof Date, sdk === today)
    assert.ok(Number.isFinite(Date.parse(String(created._createdDate))))
    const mine = await asMember(id)
    const member = (await mine.getCurrentMember({ fieldsets: ['FULL'] })).member!
    assert.deepEqual([member._id, member.contact?.emails, member.contact?.phones], [id, [`${ada}@example.com`], ['1']])
    assert.equal((await mine.updateMember(id, { profile: { title: 'Early riser' } })).profile?.title, 'Early riser')
    assert.equal((await mine.updateCurrentMemberSlug(`${ada}-l`)).member!.profile?.slug, `${ada}-l`)
    assert.equal((await mine.updateMemberSlug(id, `${ada}-love`)).member!.profile?.slug, `${ada}-love`)
    assert.equal((await mine.joinCommunity()).member!.privacyStatus, 'PUBLIC')
    const visitor = createClient({ modules: { members }, auth: OAuthStrategy({ clientId: shop.clientId }) }).members
    assert.deepEqual((await visitor.getMember(id, { fieldsets: ['FULL'] })).contact, undefined)
    assert.deepEqual(
      (await visitor.listMembers({ paging: { limit: 5 }, fieldsets: ['FULL'] })).members?.map(({ _id }) => _id),
      [id],
    )
    assert.equal((await mine.leaveCommunity()).member!.privacyStatus, 'PRIVATE')
    assert.equal((await visitor.listMembers({ sorting: [{ fieldName: 'profile.nickname', order: 'ASC' }] })).members?.length, 0)
    await assert.rejects(visitor.getCurrentMember(), (error: Error) => /NOT_FOUND/.test(error.message))
    assert.deepEqual((await app().deleteMemberPhones(id)).member!.contact?.phones, [])
    assert.deepEqual((await app().deleteMemberAddresses(id)).member!.contact?.addresses, [])
    assert.deepEqual((await app().deleteMemberEmails(id)).member!.contact?.emails, [`${ada}@example.com`])
    assert.equal((await app().muteMember(id)).member!.activityStatus, 'MUTED')
    assert.equal((await app().unmuteMember(id)).member!.activityStatus, 'ACTIVE')
    assert.equal((await app().blockMember(id)).member!.status, 'BLOCKED')
    assert.equal((await app().approveMember(id)).member!.status, 'APPROVED')
    await mine.deleteMyMember()
    await assert.rejects(app().getMember(id), (error: Error) => /MEMBER_NOT_FOUND/.test(error.message))
  })

  test(`${era}: its queries turn pages by totals, and its bulk calls answer job ids and results`, async () => {
    const ids: string[] = []
    for (const nickname of ['Cleo', 'Ada', 'Bo'])
      ids.push((await app().createMember({ member: { loginEmail: `${nickname}@${ada}.example`, profile: { nickname } } }))._id!)
    const first = await app()
      .queryMembers({ fieldsets: ['FULL'] })
      .in('_id', ids)
      .limit(2)
      .find()
    assert.deepEqual([first.items.length, first.totalCount, first.hasNext(), first.hasPrev()], [2, 3, true, false])
    const second = await first.next()
    assert.deepEqual([second.items.map(({ profile }) => profile?.nickname), second.hasNext()], [['Bo'], false])
    assert.deepEqual(
      (
        await app()
          .queryMembers({ search: { expression: `${ada}.example` } })
          .startsWith('profile.nickname', 'a')
          .find()
      ).items.map(({ _id }) => _id),
      [ids[1]],
    )
    assert.ok((await app().bulkBlockMembers({ id: ids[0] })).jobId)
    assert.equal((await app().queryMembers().eq('_id', ids[0]).eq('status', 'BLOCKED').find()).totalCount, 1)
    assert.ok((await app().bulkApproveMembers({ id: { $in: ids } })).jobId)
    const { results, bulkActionMetadata } = await app().bulkDeleteMembers([ids[0]!])
    assert.deepEqual([results?.[0]?.itemMetadata?.success, bulkActionMetadata?.totalSuccesses], [true, 1])
    assert.ok((await app().bulkDeleteMembersByFilter({ id: ids[1] })).jobId)
    assert.equal((await app().disconnectMember(ids[2]!)).member!.status, 'OFFLINE')
    await app().deleteMember(ids[2]!)
    assert.equal((await app().queryMembers().in('_id', ids).find()).totalCount, 0)
  })
}
