import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type OpenDesk, openDesk } from './desk.ts'

let desk: OpenDesk

before(async () => {
  desk = await openDesk()
})
after(() => desk[Symbol.asyncDispose]())

describe('what happens in the shop', () => {
  test('is seen at home without asking', async () => {
    await using visit = await desk.enter({ width: 1440 }, '/')
    const { page } = visit
    const feed = page.locator('.feed')
    await page.getByRole('heading', { name: 'Live' }).waitFor()
    const orders = page.getByRole('radio', { name: /^Orders/ }).locator('.m-v')
    const before = Number(await orders.innerText())
    const { number } = await desk.buy('live@buyer.example')
    await feed.getByText(`order ${number.replace(/\B(?=(\d{3})+$)/g, '\u2009')}`).waitFor({ state: 'attached' })
    await page.waitForFunction((now) => document.querySelectorAll('.m-v')[1]?.textContent === String(now), before + 1)
    assert.equal(await orders.innerText(), String(before + 1))
  })
})
