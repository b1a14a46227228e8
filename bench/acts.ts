import type { Page } from 'playwright-core'
import { type Act, changing } from './looking.ts'

/** What the list can be narrowed by at once. */
const choices = ['not sent yet', 'not paid', 'last 24 hours', 'refunded', 'the shop', 'last 7 days'] as const
const wanted = ['150123', 'ada777@', 'lovelace 123', 'tag-321', 'Lovelace 9', '199999'] as const
const extra = ['Mail', 'Country', 'Pieces', 'Coupon', 'Channel', 'Buyer’s note'] as const
const turns = 8

/** What a merchant does with a list of orders, by mouse and by keyboard; each begins at the first page. */
export function acts(page: Page): readonly Act[] {
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const press = (key: string) => page.keyboard.press(key)
  const toView = (key: string) => changing(page, 'rows', () => press(key))
  const toAll = async () => {
    // A box that has the focus would take the space bar.
    await page.locator('h1').click()
    if (!new URL(page.url()).search) return
    await press('Escape')
    await toView('1')
  }
  return [
    { name: 'older, page after page', times: 100, begin: toAll, run: () => button('Older').click(), until: 'rows' },
    { name: 'newer, page after page', times: 50, run: () => button('Newer').click(), until: 'rows' },
    {
      name: 'scrolling to the end and back',
      times: 10,
      begin: toAll,
      async run() {
        await page.mouse.move(800, 500)
        for (let turn = 0; turn < 2 * turns; turn++) await page.mouse.wheel(0, turn < turns ? 300 : -300)
      },
    },
    { name: 'down the rows by the keys', times: 49, run: () => press('j'), until: 'row' },
    {
      name: 'picking row after row',
      times: 48,
      async run() {
        await press('x')
        await press('k')
      },
      until: 'row',
    },
    {
      name: 'picking the page',
      times: 10,
      ready: () => press('Escape'),
      run: () => page.getByLabel('Select all on this page').click({ force: true }),
      until: 'picks',
    },
    {
      name: 'picking all 5,000 of a view',
      times: 5,
      begin: () => toView('2'),
      async ready() {
        await press('Escape')
        await page.getByLabel('Select all on this page').click({ force: true })
        await page.getByRole('button', { name: /^All [\d,]+ in view$/ }).waitFor()
      },
      run: () => page.getByRole('button', { name: /^All [\d,]+ in view$/ }).click(),
      until: 'all picks',
    },
    {
      name: 'peeking, row after row',
      times: 40,
      begin: toAll,
      run: (nth) => press(nth === 0 ? ' ' : 'j'),
      until: 'panel',
    },
    {
      name: 'filtering',
      times: choices.length,
      begin: async () => (await press('Escape'), await press('Escape')),
      async ready() {
        await toAll()
        await button('Filter').click()
      },
      run: (nth) => button(choices[nth]!).click(),
      until: 'rows',
    },
    {
      name: 'sorting',
      times: 2 * turns,
      begin: toAll,
      run: (nth) =>
        page
          .getByRole('columnheader')
          .getByRole('button', { name: ['Total', 'Placed', 'Order'][Math.floor(nth / 2) % 3]! })
          .click(),
      until: 'rows',
    },
    {
      name: 'searching, from the last key',
      times: wanted.length,
      async ready() {
        await toAll()
        await press('/')
      },
      run: (nth) => page.keyboard.type(wanted[nth]!),
      until: 'rows',
    },
    {
      name: 'views, by their keys',
      times: 2 * turns,
      begin: toAll,
      run: (nth) => press(nth % 2 ? '1' : ['2', '5'][(nth / 2) % 2]!),
      until: 'rows',
    },
    {
      name: 'a view that was saved',
      times: turns,
      ready: toAll,
      run: () => page.getByRole('link', { name: /^Large and unsent/ }).click(),
      until: 'rows',
    },
    {
      name: 'columns, on and off',
      times: 2 * extra.length,
      async begin() {
        await toAll()
        await button('Columns').click()
      },
      run: (nth) =>
        page
          .getByRole('dialog')
          .getByLabel(extra[nth % extra.length]!, { exact: true })
          .click(),
      until: 'columns',
    },
  ]
}

/** A view that somebody saved. */
export const savedView = { list: 'orders', name: 'Large and unsent', search: 'fulfilment=waiting&sort=-total' }
