import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { newId } from '@vitrine/platform/kernel/db/id'
import { enrol } from '@vitrine/platform/people/members/register'
import { startPlatformForFile } from '../src/platform-for-file.ts'
import { codeOf } from '../src/refused.ts'

const shop = await startPlatformForFile()
const day = 24 * 3600_000
const { memberAdmin, memberManagement } = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })

describe('doing one thing to many', () => {
  test('first shows whom, then does it, and can be undone', async () => {
    const tag = `bulk${newId().slice(-8)}`
    const { database } = shop.platform
    const enrolled = await database.transact(async (db) => {
      const all: string[] = []
      for (let i = 0; i < 250; i++) {
        const one = await enrol(
          { db, site: shop.site, now: shop.clock.now() },
          { email: `${i}@${tag}.example`, emailVerified: true, status: i % 2 ? 'PENDING' : 'APPROVED', contact: { lastName: tag } },
        )
        if (one !== 'EMAIL_TAKEN') all.push(one.id)
      }
      return all
    })
    assert.equal(enrolled.length, 250)
    await memberManagement.disconnectMember({ id: enrolled[1]! })
    const filter = { 'contact.lastName': tag }
    const seen = await memberAdmin.previewBulk({ action: 'APPROVE', filter })
    assert.deepEqual([seen.touched, seen.unchanged, seen.refused, seen.tooManyToCount, seen.examples.length], [124, 125, 1, false, 5])
    const counts = async () =>
      (await memberAdmin.countMembers({ filters: ['PENDING', 'APPROVED', 'BLOCKED'].map((status) => ({ ...filter, status })) })).counts
    assert.deepEqual(await counts(), [124, 125, 0], 'looking touches nobody')

    const { jobId } = await memberManagement.bulkApproveMembers({ filter })
    await shop.platform.everyMinute()
    const { job } = await memberAdmin.getJob({ jobId })
    assert.deepEqual([job.state, job.touched, job.skipped, job.action], ['DONE', 124, 126, 'APPROVE'])
    assert.deepEqual(await counts(), [0, 249, 0])
    const blocking = (await memberManagement.bulkBlockMembers({ filter: { ...filter, loginEmail: { $startsWith: '1' } } })).jobId
    await shop.platform.everyMinute()
    assert.deepEqual(await counts(), [0, 139, 110])
    // Somebody thinks otherwise of one of them meanwhile: that stays.
    await memberManagement.approveMember({ id: enrolled[10]! })
    await memberAdmin.undoJob({ jobId: blocking })
    await shop.platform.everyMinute()
    assert.deepEqual([(await memberAdmin.getJob({ jobId: blocking })).job.state, await counts()], ['UNDONE', [0, 249, 0]])
    await memberAdmin.undoJob({ jobId })
    await shop.platform.everyMinute()
    assert.deepEqual(await counts(), [124, 125, 0])

    const { job: deletion } = await memberAdmin.startBulk({ action: 'DELETE', memberIds: enrolled.slice(0, 3) })
    assert.deepEqual([deletion.state, deletion.touched], ['DONE', 3])
    assert.deepEqual((await memberAdmin.countMembers({ filters: [{ ...filter, deleted: true }] })).counts, [3])
    assert.equal((await memberAdmin.undoJob({ jobId: deletion.id })).job.state, 'UNDONE')
    assert.deepEqual((await memberAdmin.countMembers({ filters: [{ ...filter, deleted: true }] })).counts, [0])
    const byFilter = await memberManagement.bulkDeleteMembersByFilter({ filter, search: { expression: `2@${tag}` } })
    await shop.platform.everyMinute()
    assert.equal((await memberAdmin.getJob({ jobId: byFilter.jobId })).job.touched, 25)
    shop.clock.advance(30 * day)
    assert.equal(await codeOf(memberAdmin.undoJob({ jobId: byFilter.jobId })), 'MEMBER_JOB_NOT_UNDONE')
  })

  test('404 MEMBER_JOB_NOT_FOUND, and 400 for an action on nobody said', async () => {
    assert.equal(await codeOf(memberAdmin.getJob({ jobId: newId() })), 'MEMBER_JOB_NOT_FOUND')
    assert.equal(await codeOf(memberAdmin.undoJob({ jobId: newId() })), 'MEMBER_JOB_NOT_FOUND')
    assert.equal(await codeOf(memberAdmin.startBulk({ action: 'DELETE' })), 'INVALID_ARGUMENT')
    assert.equal(await codeOf(memberManagement.bulkBlockMembers({ filter: { nothing: 1 } })), 'INVALID_ARGUMENT')
    assert.equal(await codeOf(memberAdmin.previewBulk({ action: 'BLOCK', filter: { nothing: 1 } })), 'INVALID_ARGUMENT')
  })
})
