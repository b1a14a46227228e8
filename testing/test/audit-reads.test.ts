import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import { members } from '@vitrine/client/account'
import { audit, memberManagement, personalData } from '@vitrine/client/back-office'
import { attack } from '../src/attack.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'

let shop: TestPlatform
let office: ReturnType<typeof newOffice>
const newOffice = () =>
  createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: { audit, members, memberManagement, personalData } })
const reads = async () => {
  await shop.platform.jobs.settle()
  const { entries } = await office.audit.queryAudit({ query: { filter: { act: 'READ' }, cursorPaging: { limit: 50 } } })
  return entries.map(({ operation, kind, entities, actor }) => [operation, kind, entities, actor.kind])
}
const read = (limit: number, offset = 0) => office.members.queryMembers({ query: { paging: { limit, offset } } })

before(async () => {
  shop = await startTestPlatform()
  office = newOffice()
  for (let i = 0; i < 110; i++) await office.memberManagement.createMember({ member: { loginEmail: `member${i}@example.com` } })
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

test('who looks a few members up leaves no entry', async () => {
  await read(30)
  assert.deepEqual(await reads(), [])
})

test(
  attack({
    area: 'Personal data',
    tries: 'a key or one of the staff pages through all members, and nobody knows',
    answer: 'the audit log has one entry for each reader, operation and hour, with how many rows were read, from 50 on',
  }),
  async () => {
    shop.clock.advance(3_600_000)
    for (const offset of [0, 50]) await read(50, offset)
    assert.deepEqual(await reads(), [['POST /members/v1/members/query', 'member', 100, 'API_KEY']])
    await read(10)
    assert.deepEqual(await reads(), [['POST /members/v1/members/query', 'member', 110, 'API_KEY']])
    shop.clock.advance(3_600_000)
    await read(100)
    assert.deepEqual((await reads()).map(([, , entities]) => entities).sort(), [100, 110])
  },
)

test('reads of two processes add up', async () => {
  shop.clock.advance(3_600_000)
  await using other = await startTestPlatform({ databaseUrl: shop.databaseUrl, clock: shop.clock })
  await read(60)
  await createClient({ baseUrl: other.url, auth: apiKey(shop.apiKey), modules: { members } }).members.queryMembers({
    query: { paging: { limit: 70 } },
  })
  await other.platform.jobs.settle()
  assert.equal((await reads())[0]?.[2], 130)
})

test('whoever exports what the shop has about one person leaves an entry', async () => {
  shop.clock.advance(3_600_000)
  await office.personalData.exportPersonalData({ email: 'somebody@example.com' })
  const [entry] = await reads()
  assert.deepEqual(entry?.slice(0, 2), ['POST /vitrine/v1/personal-data/export', 'guest'])
})
