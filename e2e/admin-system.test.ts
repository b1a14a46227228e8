import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { newId } from '@vitrine/platform/kernel/db/id'
import { connect } from '@vitrine/platform/kernel/db/pool'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { type OpenAdmin, openAdmin } from './admin-pages.ts'
import { sizes } from './sizes.ts'

suite('the system', () => {
  let admin: OpenAdmin
  before(async () => {
    admin = await openAdmin()
  })
  after(() => admin?.[Symbol.asyncDispose]())

  test('home says what keeps the shop from being public, and leads to all checks', async () => {
    await using visit = await admin.enter({ width: 1440 }, '/')
    const { page, audit } = visit
    await page.getByRole('link', { name: /things to do before the shop goes public/ }).click()
    await page.getByRole('heading', { name: /things need you$/ }).waitFor()
    const checks = page.getByRole('list', { name: 'Checks' }).getByRole('listitem')
    assert.equal(await checks.count(), 13)
    assert.match((await checks.first().textContent()) ?? '', /^Failed/)
    assert.match((await checks.last().textContent()) ?? '', /^In order/)
    await page.getByText('The sandbox takes test cards').waitFor()
    await audit('system')
    const again = page.waitForResponse((answer) => answer.url().endsWith('/vitrine/v1/system-checks'))
    await page.getByRole('button', { name: 'Check again' }).click()
    assert.equal((await again).status(), 200)
    await checks.filter({ hasText: 'Payments' }).getByRole('link', { name: 'Payments' }).click()
    await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor()
  })

  test('jobs: what failed says why, and is tried again; what waits is canceled; the clock has its list', async () => {
    const database = connect({ url: admin.shop.databaseUrl, connections: 1 })
    const [{ site }] = (await database.query<{ site: string }>(sql`select site from site`)) as [{ site: string }]
    const job = async (id: string, name: string, state: 'FAILED' | 'WAITING') => {
      await database.query(sql`
        insert into media (site, id, kind, mime, file_name, digest, bytes, alpha, focal_x, focal_y, private, created_at, operation_status)
        values (${site}, ${id}, 'VIDEO', 'video/mp4', ${name}, ${'0'.repeat(64)}, 1000, false, 0.5, 0.5, false, ${new Date()}, 'PENDING')`)
      await database.query(sql`
        insert into media_job (site, media_id, state, attempts, due_at, failure, created_at, finished_at)
        values (${site}, ${id}, ${state}, 4, ${new Date('2100-01-01')}, ${state === 'FAILED' ? 'DIED' : null}, ${new Date()},
          ${state === 'FAILED' ? new Date() : null})`)
    }
    await job('throwing.mp4', 'throwing-a-bowl.mp4', 'FAILED')
    await job('glazing.mp4', 'glazing.mp4', 'WAITING')
    {
      await using visit = await admin.enter({ width: 1440 }, '/system')
      const { page, audit } = visit
      await page.getByRole('link', { name: 'Jobs' }).click()
      await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor()
      const row = (name: string) => page.getByRole('row').filter({ hasText: name })
      await row('throwing-a-bowl.mp4').getByText('It took more memory than it may.').waitFor()
      await page.getByText('every minute').first().waitFor()
      await audit('jobs')
      await page.getByRole('button', { name: 'Cancel: glazing.mp4' }).click()
      await audit('the question before a job is canceled')
      await page.getByRole('button', { name: 'Cancel the job' }).click()
      await row('glazing.mp4').getByText('Cancelled', { exact: true }).waitFor()
      // Its bytes are nowhere: it is tried, and has failed for another reason.
      await page.getByRole('button', { name: 'Retry: throwing-a-bowl.mp4' }).click()
      await row('throwing-a-bowl.mp4')
        .getByText(/The file cannot be read/)
        .waitFor()
      await page
        .getByRole('navigation', { name: 'Views' })
        .getByRole('link', { name: /^Failed/ })
        .click()
      await page.waitForURL(/state=failed/)
      await row('glazing.mp4').waitFor({ state: 'detached' })
    }
    for (let nth = 1; nth <= 60; nth++) {
      const at = new Date(Date.parse('2026-11-01T00:00:00Z') + nth * 60_000)
      await database.query(sql`
        insert into product_import (site, id, state, file_name, bytes, received, columns, counts, staged, place, actor, sample, created_at, started_at, ended_at, expires_at)
        values (${site}, ${newId()}, 'DONE', ${`autumn-${nth}.csv`}, 1, 1, '[]', '{"processed":12,"products":12,"failed":3}', true, 0, '{}', false, ${at}, ${at}, ${at},
          ${new Date('2100-01-01')})`)
    }
    {
      await using visit = await admin.enter({ width: 1440 }, '/system/jobs')
      const { page, audit } = visit
      await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Imports' }).click()
      await page.getByRole('row').filter({ hasText: 'autumn-60.csv' }).getByText('12 products, 3 failed').waitFor()
      assert.equal(await page.getByText('autumn-5.csv', { exact: true }).count(), 0)
      await audit('jobs: imports')
      await page.getByRole('link', { name: 'Older' }).click()
      await page.getByText('autumn-5.csv', { exact: true }).waitFor()
      await page.getByText('autumn-1.csv', { exact: true }).waitFor()
      assert.equal(await page.getByText('autumn-60.csv', { exact: true }).count(), 0)
      await page.getByRole('link', { name: 'Newest' }).click()
      await page.getByText('autumn-60.csv', { exact: true }).waitFor()
      await page.getByRole('link', { name: 'Import of products' }).first().click()
      await page.waitForURL(/\/products\/import\/[0-9a-f-]{36}/)
    }
    for (const width of [390, 820]) {
      await using visit = await admin.enter({ width, theme: 'dark' }, '/system/jobs')
      await visit.page.getByText('throwing-a-bowl.mp4').first().waitFor()
      await visit.audit(`jobs at ${width}`)
    }
    await database.close()
  })

  for (const width of sizes([390, 820]))
    test(`reads at ${width} px`, async () => {
      await using visit = await admin.enter({ width, theme: 'dark' }, '/system')
      const { page, audit } = visit
      await page.getByRole('list', { name: 'Checks' }).waitFor()
      await audit(`system at ${width}`)
    })
})
