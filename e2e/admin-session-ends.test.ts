import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, suite, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { type OpenAdmin, openAdmin } from './admin-pages.ts'

/** The addresses of all pages that want a session, out of the list of routes; where one names an id, nobody has it. */
async function addresses(): Promise<string[]> {
  const source = await readFile(new URL('../apps/admin/app/main.tsx', import.meta.url), 'utf8')
  const pages = source.slice(source.indexOf('Component: Gate'))
  const paths = [...pages.matchAll(/path: '([^'*:]+)(:id)?'/g)].map(
    ([, path, id]) => `/${path}${id ? '00000000-0000-4000-8000-000000000000' : ''}`,
  )
  assert.ok(paths.length > 30, 'the list of routes can be read')
  return ['/', ...paths.filter((path) => path !== '/sign-out' && !path.startsWith('/0000')).map((path) => path.replace(/\/$/, ''))]
}

const over = { message: 'over', details: { applicationError: { code: 'INVALID_TOKEN', description: 'over', data: {} } } }

/** Ends the session at the given call that is made in its name. The answer tells how many there were, and gives the session back. */
async function endAt(page: Page, call: number) {
  let calls = 0
  const isOver = () => calls >= call
  const api = async (route: Route) => {
    if (!route.request().headers()['authorization']) return route.continue()
    calls++
    return isOver() ? route.fulfill({ status: 401, json: over }) : route.continue()
  }
  await page.route(/\/(vitrine\/v1|ecom|stores|stores-reader|members|_api|v1|v2|v3)\//, api)
  await page.route('**/admin/session', (route) => (isOver() ? route.fulfill({ status: 204 }) : route.continue()))
  return { isOver, restore: () => page.unrouteAll({ behavior: 'wait' }) }
}

/** As a link in the admin goes there. */
const go = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, `/admin${path}`)

suite('a session that ends while a page of the admin loads', () => {
  let admin: OpenAdmin | undefined
  before(async () => {
    admin = await openAdmin()
  })
  after(() => admin?.[Symbol.asyncDispose]())

  test('leads to sign in, at whichever call of whichever page, with the way back to it', async () => {
    await using visit = await admin!.enter({ width: 1440, fails: true }, '/more')
    const { page } = visit
    const everything = page.getByRole('heading', { level: 1, name: 'Everything' })
    let tried = 0
    for (const path of await addresses())
      for (let call = 1; call <= 12; call++) {
        await go(page, '/more')
        await everything.waitFor()
        const { isOver, restore } = await endAt(page, call)
        await go(page, path)
        if (path !== '/more') await everything.waitFor({ state: 'detached' })
        await page.locator('main[data-busy]').waitFor({ state: 'detached' })
        await page.waitForLoadState('networkidle')
        if (!isOver()) {
          await restore()
          break
        }
        await page.waitForURL((url) => url.pathname === '/admin/sign-in')
        await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
        const back = new URL(page.url()).searchParams.get('to')
        await restore()
        assert.ok(back === path || path === '/' || back?.startsWith(path), `call ${call} of ${path} leads back to ${back}`)
        tried++
      }
    assert.ok(tried >= 40, `${tried} calls were tried`)
  })
})
