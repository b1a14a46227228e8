import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import { members } from '@vitrine/client/account'
import { memberDesk, memberManagement } from '@vitrine/client/back-office'
import type { Page } from 'playwright-core'
import { type OpenDesk, openDesk } from './desk.ts'

suite('members in the admin', () => {
  let desk: OpenDesk
  const office = () =>
    createClient({ baseUrl: desk.shop.url, auth: apiKey(desk.shop.apiKey), modules: { members, memberDesk, memberManagement } })
  before(async () => {
    desk = await openDesk()
    for (const [firstName, lastName] of [
      ['Judith', 'Klein'],
      ['Elif', 'Yildiz'],
      ['Owen', 'Reilly'],
      ['Nadia', 'Spam'],
      ['Tobias', 'Spam'],
    ] as const)
      await office().memberManagement.createMember({
        member: { loginEmail: `${firstName.toLowerCase()}@${lastName.toLowerCase()}.example`, contact: { firstName, lastName } },
      })
  })
  after(() => desk?.[Symbol.asyncDispose]())

  const rows = (page: Page) => page.locator('[data-rows] tbody tr')
  const row = (page: Page, name: string) => rows(page).filter({ hasText: name })

  for (const [width, theme] of [
    [1440, 'light'],
    [820, 'dark'],
  ] as const)
    test(`a member is found, opened, blocked with a way back, noted about, and deleted only by their name, ${width} px wide, ${theme}`, async () => {
      await using visit = await desk.enter({ width, theme }, '/members')
      const { page, audit } = visit
      await rows(page).nth(4).waitFor()
      await audit('the list of members')
      await page.getByRole('searchbox').fill('judi')
      await row(page, 'Owen').waitFor({ state: 'detached' })
      await row(page, 'Judith Klein').getByRole('link', { name: 'Judith Klein' }).click()
      await page.getByRole('heading', { name: 'Judith Klein', level: 1 }).waitFor()
      await page.getByRole('button', { name: 'Block', exact: true }).click()
      await page.getByRole('button', { name: 'Approve' }).waitFor()
      await page.getByRole('button', { name: 'Undo' }).first().click()
      await page.getByRole('button', { name: 'Block', exact: true }).waitFor()
      const note = `Ring twice, ${width}.`
      await page.getByLabel('Note').fill(note)
      await page.getByRole('button', { name: 'Save note' }).click()
      await page.getByRole('button', { name: 'Save note' }).waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Delete…' }).click()
      const dialog = page.getByRole('dialog', { name: 'Delete Judith Klein?' })
      const does = dialog.getByRole('button', { name: 'Delete in 30 days' })
      assert.equal(await does.isDisabled(), true)
      await audit('the question before a deletion')
      await dialog.getByLabel('Type the name to go on').fill('Judith Klein')
      await does.click()
      await page.getByRole('button', { name: 'Restore' }).click()
      await page.getByRole('button', { name: 'Delete…' }).waitFor()
      await audit('a member')
      const { members: found } = await office().memberDesk.searchMembers({ search: { search: { expression: 'judith' } } })
      const { note: kept } = await office().memberDesk.getMember({ id: found[0]!.member.id! })
      assert.deepEqual([kept, found[0]!.member.status], [note, 'APPROVED'])
    })

  test('all that a filter finds are blocked at once by the keys, after a look at how many, and let in again by one undo', async () => {
    await using visit = await desk.enter({ width: 1440 }, '/members?q=spam')
    const { page } = visit
    await rows(page).nth(1).waitFor()
    assert.equal(await rows(page).count(), 2)
    const standing = async () =>
      (await office().memberDesk.countMembers({ filters: [{ 'contact.lastName': 'Spam', status: 'BLOCKED' }, { status: 'BLOCKED' }] }))
        .counts
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.keyboard.press('j')
    await page.keyboard.press('X')
    await page.keyboard.press('b')
    await page.getByText('2 members blocked.').waitFor()
    assert.deepEqual(await standing(), [2, 2], 'and nobody else')
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await page.waitForFunction(() => document.querySelectorAll('[data-rows] tbody [data-tone="bad"]').length === 0)
    for (let tries = 0; (await standing())[0] !== 0; tries++) assert.ok(tries < 50, 'still blocked')
  })
})
