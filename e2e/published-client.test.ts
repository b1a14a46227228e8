import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join as pathTo } from 'node:path'
import { after, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { rolldown } from 'rolldown'
import type { Window } from './browser.ts'
import { join, password, writeSignIn } from './joining.ts'
import type {} from './published-page.ts'
import { type OpenShop, openWithBrowser } from './shop.ts'
import { letIn, registerApp } from './sign-in-settings.ts'

interface Website extends AsyncDisposable {
  readonly origin: string
  /** Of the app that its pages are. */
  client: string
}

/** The published client of today, and that of the spec's day. */
type Scripts = Readonly<Record<'/today.js' | '/spec-era.js', string>>

/** A website on an origin of its own, whose every page is the published client: today's, below `/spec-era` that of the spec's day. */
async function openWebsite(shop: OpenShop, scripts: Scripts): Promise<Website> {
  const server = createServer(({ url = '/' }, response) => {
    if (url === '/today.js' || url === '/spec-era.js')
      return response.writeHead(200, { 'content-type': 'text/javascript' }).end(scripts[url])
    return response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(
        `<!doctype html><html lang="en" data-shop="${shop.url}" data-client="${website.client}"><link rel="icon" href="data:,"><title>Elsewhere</title><body><script src="${url.startsWith('/spec-era') ? '/spec-era.js' : '/today.js'}"></script>`,
      )
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const website: Website = {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    client: '',
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return website
}

/** The page with the SDK that it names, or with another one in its place. */
async function bundle(sdk?: string): Promise<string> {
  const input = pathTo(import.meta.dirname, 'published-page.ts')
  await using built = await rolldown({
    input,
    platform: 'browser',
    logLevel: 'silent',
    ...(sdk && { resolve: { alias: { '@wix/sdk': sdk } } }),
  })
  const { output } = await built.generate({ format: 'iife' })
  return output[0].code
}

suite('the published client in a browser', () => {
  const email = 'hanna@example.com'
  let shop: OpenShop
  let browser: Window
  let website: Website
  let foreign: Website
  before(async () => {
    const specEra = createRequire(new URL('../testing/package.json', import.meta.url)).resolve('wix-sdk-1-15')
    const [opened, today, before] = await Promise.all([openWithBrowser(), bundle(), bundle(specEra)])
    ;[shop, browser] = opened
    const scripts = { '/today.js': today, '/spec-era.js': before }
    ;[website, foreign] = await Promise.all([openWebsite(shop, scripts), openWebsite(shop, scripts)])
    await letIn(shop)
    website.client = foreign.client = await registerApp(shop, 'Elsewhere', `${website.origin}/in`)
    await join(shop, email)
  })
  after(async () => {
    for (const open of [foreign, website, browser, shop]) await open?.[Symbol.asyncDispose]()
  })

  const whoIsIn = (page: Page) =>
    page.evaluate(async () => (await window.published.members.getCurrentMember({ fieldsets: ['FULL'] })).member?.loginEmail)
  const isIn = (page: Page) => page.evaluate(() => window.published.auth.loggedIn())

  /** The session token of a password. */
  const prove = (page: Page) =>
    page.evaluate(
      async ([name, secret]) => {
        const state = await window.published.auth.login({ email: name!, password: secret! })
        return state.loginState === 'SUCCESS' ? state.data.sessionToken : state.loginState
      },
      [email, password],
    )

  for (const [era, path] of [
    ['', '/'],
    [', that of the spec’s day too', '/spec-era'],
  ] as const)
    test(`signs a member in through its hidden frame, and reads who that is${era}`, async () => {
      await using visit = await browser.visit({ width: 1440 })
      const { page } = visit
      await page.goto(website.origin + path)
      const wrong = await page.evaluate((name) => window.published.auth.login({ email: name, password: 'another one' }), email)
      assert.deepEqual([wrong.loginState, 'errorCode' in wrong && wrong.errorCode], ['FAILURE', 'invalidPassword'])
      const sessionToken = await prove(page)
      await page.evaluate(async (token) => {
        const { auth } = window.published
        auth.setTokens(await auth.getMemberTokensForDirectLogin(token))
      }, sessionToken)
      assert.equal(await isIn(page), true)
      assert.equal(await whoIsIn(page), email)
      assert.equal(await page.locator('iframe').count(), 0)
    })

  test('goes to the hosted page and back with PKCE, and out again', async () => {
    await using visit = await browser.visit({ width: 1440 })
    const { page } = visit
    await page.goto(website.origin)
    await page.evaluate(async () => {
      const { auth } = window.published
      const asked = auth.generateOAuthData(`${location.origin}/in`, location.href)
      sessionStorage.setItem('asked', JSON.stringify(asked))
      location.href = (await auth.getAuthUrl(asked)).authUrl
    })
    await page.waitForURL((url) => url.origin === shop.url && url.pathname === '/login')
    await writeSignIn(page, email)
    await page.waitForURL((url) => url.origin === website.origin && url.pathname === '/in')
    const { code, state } = await page.evaluate(() => window.published.auth.parseFromUrl())
    assert.ok(code && state)
    await page.evaluate(async () => {
      const { auth } = window.published
      const back = auth.parseFromUrl()
      auth.setTokens(await auth.getMemberTokens(back.code, back.state, JSON.parse(sessionStorage.getItem('asked')!)))
    })
    assert.equal(await whoIsIn(page), email)

    const refresh = await page.evaluate(() => window.published.auth.getTokens().refreshToken)
    await page.evaluate(async () => {
      location.href = (await window.published.auth.logout(`${location.origin}/in`)).logoutUrl
    })
    await page.waitForURL(`${website.origin}/in`)
    const renewed = await page.evaluate(
      (token) =>
        window.published.auth.renewToken(token).then(
          () => 'renewed',
          () => 'over',
        ),
      refresh,
    )
    assert.equal(renewed, 'over')
    await page.evaluate(async () => {
      const { auth } = window.published
      location.href = (await auth.getAuthUrl(auth.generateOAuthData(`${location.origin}/in`))).authUrl
    })
    await page.getByLabel('Password', { exact: true }).waitFor()
  })

  test('says nothing to a website that is not on the list of the app', async () => {
    const visit = await browser.visit({ width: 1440 })
    const { page } = visit
    await page.goto(foreign.origin)
    const sessionToken = await prove(page)
    const answered = page.waitForResponse((response) => new URL(response.url()).pathname === '/oauth2/authorize')
    await page.evaluate(async (token) => {
      const { auth } = window.published
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
          for (const node of addedNodes) node.addEventListener('load', () => document.body.setAttribute('data-framed', ''))
      }).observe(document.body, { childList: true })
      void auth.getMemberTokensForDirectLogin(token)
    }, sessionToken)
    const policy = (await answered).headers()['content-security-policy'] ?? ''
    assert.ok(policy.endsWith(`frame-ancestors ${website.origin}`), policy)
    await page.locator('body[data-framed]').waitFor({ state: 'attached' })
    assert.deepEqual(await page.evaluate(() => window.heard), [])
    assert.equal(await isIn(page), false)
    const refused = await page.evaluate(async () => {
      const { auth } = window.published
      return auth.getAuthUrl(auth.generateOAuthData(`${location.origin}/in`)).then(
        () => 'led',
        () => 'refused',
      )
    })
    assert.equal(refused, 'refused')
    await assert.rejects(async () => visit[Symbol.asyncDispose](), /frame-ancestors/)
  })
})
