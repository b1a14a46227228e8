/** The recipes of docs/recipes, run as they are written there, against a shop that answers over a socket. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { createRequestListener } from '@remix-run/node-fetch-server'
import type { Tokens } from '@vitrine/client'
import { registerOauthApp } from '@vitrine/platform/people/identity/store'
import { browser } from '@vitrine/testing/browser'
import { newMember, prove } from '@vitrine/testing/member'
import { startTestPlatform, type TestPlatform } from '@vitrine/testing/platform'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'

const app = '55555555-5555-4555-8555-555555555555'
const packages = join(import.meta.dirname, '../../../node_modules')

let shop: TestPlatform
let folder: string
let website: string
let server: Server
/** What answers at the website; each recipe puts itself here. */
let answer: (request: Request) => Promise<Response>

before(async () => {
  shop = await startTestPlatform()
  folder = await mkdtemp(join(tmpdir(), 'vitrine-recipes-'))
  server = createServer(createRequestListener((request) => answer(request)) as RequestListener)
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  website = `http://localhost:${(server.address() as AddressInfo).port}`
  const redirectUris = [`${website}/login/back`, `${website}/api/auth/callback`, `${website}/*`]
  await registerOauthApp(shop.platform.database, { site: shop.site, id: app, name: 'A website', redirectUris }, shop.clock.now())
  Object.assign(process.env, { SHOP_URL: shop.url, SHOP_CLIENT_ID: app, WEBSITE_URL: website })
})
after(async () => {
  server?.close()
  server?.closeAllConnections()
  await shop?.[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
  assert.deepEqual(shop.faults, [])
})

/** Writes each program of a recipe into the file that its first line names, beside the packages it may import. */
async function cooked(recipe: string, more: Readonly<Record<string, string>> = {}): Promise<(file: string) => Promise<Cooked>> {
  const text = await readFile(new URL(`../../../docs/recipes/${recipe}.md`, import.meta.url), 'utf8')
  const programs = [...text.matchAll(/```ts\n\/\/ (\S+)\n([\s\S]*?)```/g)].map(([, name, code]) => [name!, code!] as const)
  assert.ok(programs.length > 4)
  const home = join(folder, recipe)
  for (const [name, code] of [...programs, ...Object.entries(more)]) {
    await mkdir(dirname(join(home, name)), { recursive: true })
    await writeFile(join(home, name), code)
  }
  await mkdir(join(home, 'node_modules'), { recursive: true })
  for (const name of ['@vitrine', '@wix', 'react-router', '@react-router'])
    await symlink(join(packages, name), join(home, 'node_modules', name))
  return (file) => import(pathToFileURL(join(home, file)).href)
}
// What a recipe exports is held to by what is done with it.
// oxlint-disable-next-line typescript/no-explicit-any
type Cooked = any

/** Signs a member in at the website: there, to the shop's hosted pages, and back. */
async function signIn(eyes = browser(), to = '/account?tab=orders', begin = '/login?to=') {
  const email = `${crypto.randomUUID()}@example.com`
  const memberId = await newMember(shop, email)
  const away = await eyes.go(website + begin + encodeURIComponent(to))
  assert.equal(away.location?.origin, shop.url)
  const hosted = browser()
  const page = await hosted.go(away.location.href)
  assert.equal(page.location?.pathname, '/login')
  const { sessionToken } = await prove(shop, memberId)
  const request = page.location.searchParams.get('request')
  const { location } = await hosted.go(`${shop.url}/oauth2/authorize/continue?request=${request}&session_token=${sessionToken}`)
  return { eyes, away, location: location!, email }
}
const savedBy = (cookies: string): Tokens => JSON.parse(Buffer.from(/(?:^|; )shop=([\w-]+)/.exec(cookies)![1]!, 'base64url').toString())
const cookieOf = (tokens: Tokens) => `shop=${Buffer.from(JSON.stringify(tokens)).toString('base64url')}`
const runOut = ({ refreshToken }: Tokens): Tokens => ({ accessToken: { value: '', expiresAt: 0 }, refreshToken })
const lineOf = (response: Response, name: string) => response.headers.getSetCookie().find((line) => line.startsWith(`${name}=`))
const post = (path: string, cookie: string, origin = website) =>
  fetch(website + path, { method: 'POST', redirect: 'manual', headers: { cookie, origin } })

/** What every recipe does, whatever serves it. */
function signsIn(page: (cookie: string) => Promise<{ readonly email?: string; readonly to?: string }>) {
  test('there, and back as a member; out again, and the session is over', async () => {
    const { eyes, away, location, email } = await signIn()
    assert.deepEqual([location.origin, location.pathname], [website, '/login/back'])
    assert.match(away.headers.getSetCookie()[0]!, /^signing-in=[\w-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/)
    const back = await eyes.go(location.href)
    assert.equal(back.location?.href, `${website}/account?tab=orders`)
    const cookie = eyes.cookiesAt('/')
    assert.ok(!cookie.includes('signing-in'), 'what was kept for the way is gone')
    assert.match(lineOf(back as unknown as Response, 'shop')!, /; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/)
    assert.equal((await page(cookie)).email, email)

    assert.deepEqual((await fetch(`${website}/logout`, { headers: { cookie }, redirect: 'manual' })).headers.getSetCookie(), [])
    assert.ok((await page(cookie)).email, 'nobody is signed out by a link')
    const out = await post('/logout', cookie)
    assert.equal(new URL(out.headers.get('location')!).origin, shop.url)
    assert.equal((await browser().go(out.headers.get('location')!)).location?.href, `${website}/`)
    assert.equal(savedBy(lineOf(out, 'shop')!).refreshToken.role, 'none')
    await shop.platform.learnEnded()
    assert.equal((await page(cookieOf(runOut(savedBy(cookie))))).email, undefined, 'also for who has kept the cookie')
  })

  test('a code that somebody else has planted signs nobody in, with a way begun and without', async () => {
    const planted = await signIn()
    for (const eyes of [browser(), (await signIn()).eyes]) {
      const back = await eyes.go(planted.location.href)
      assert.equal(back.location?.href, `${website}/?sign-in=failed`)
      assert.ok(!/(^|; )shop=/.test(eyes.cookiesAt('/')) || savedBy(eyes.cookiesAt('/')).refreshToken.role !== 'member')
    }
  })

  // attack: Tokens, OAuth, sessions | the sign-in of a recipe with a foreign address | stays on the website
  test('leads to no other website', async () => {
    for (const to of ['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)', '/..//evil.example']) {
      const { eyes, location } = await signIn(browser(), to)
      assert.equal((await eyes.go(location.href)).location?.origin, website, to)
    }
  })

  test('a form of another website signs nobody out', async () => {
    const { eyes, location } = await signIn()
    await eyes.go(location.href)
    const foreign = await post('/logout', eyes.cookiesAt('/'), 'https://evil.example')
    assert.deepEqual([foreign.status, foreign.headers.getSetCookie()], [403, []])
  })
}

describe('sign-in-react-router.md', () => {
  before(async () => {
    const load = await cooked('sign-in-react-router')
    const [{ withShop, ...rest }, { default: lines }] = [await load('with-shop.ts'), await load('routes.ts')]
    assert.ok(rest.shop)
    const module = (more: object) => ({ default: () => null, ...more })
    const routes: Record<string, object> = {
      root: { id: 'root', path: '', module: module({ middleware: [withShop] }) },
      home: { id: 'home', parentId: 'root', index: true, module: module({}) },
    }
    for (const { path, file } of lines as { path: string; file: string }[])
      routes[file] = { id: file, parentId: 'root', path, module: await load(file) }
    const build = {
      entry: { module: { default: () => new Response('a page') } },
      routes,
      assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '1' },
      publicPath: '/',
      assetsBuildDirectory: '',
      future: {},
      ssr: true,
      isSpaMode: false,
      prerender: [],
      routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
    } as unknown as ServerBuild
    const handle = createRequestHandler(build, 'production')
    answer = (request) => handle(request, new RouterContextProvider())
  })

  const account = (cookie: string) => fetch(`${website}/account`, { headers: { cookie }, redirect: 'manual' })
  signsIn(async (cookie) => {
    const response = await account(cookie)
    return response.status === 200 ? ((await response.json()) as { email: string }) : { to: response.headers.get('location')! }
  })

  test('a page for members leads who is nobody to the sign-in, and back from there', async () => {
    assert.equal((await account('')).headers.get('location'), '/login?to=%2Faccount')
  })

  test('tokens that have run out are renewed once for a request; requests at once, and a cookie that got lost, cost nobody the session', async () => {
    const { eyes, location } = await signIn()
    await eyes.go(location.href)
    const first = runOut(savedBy(eyes.cookiesAt('/')))
    const answers = await Promise.all(Array.from({ length: 4 }, () => account(cookieOf(first))))
    const renewed = answers.map((response) => savedBy(lineOf(response, 'shop')!))
    for (const response of answers) assert.equal(response.status, 200)
    assert.notEqual(renewed[0]!.refreshToken.value, first.refreshToken.value)
    shop.clock.advance(3_600_000)
    assert.equal((await account(cookieOf(first))).status, 200, 'the answer that brought the new ones never arrived')
    assert.equal((await account(cookieOf(runOut(renewed[3]!)))).status, 200)
    shop.clock.advance(3_600_000)
    assert.equal((await account(cookieOf(first))).status, 302, 'who comes with the old ones after the new ones has them from somewhere')
  })
})

describe('sign-in-next.md', () => {
  let load: (file: string) => Promise<Cooked>
  before(async () => {
    load = await cooked('sign-in-next', {
      // What Next does with it: the request goes on with these headers, and the answer gets those of the response.
      'node_modules/next/server.js': `export const NextResponse = { next: ({ request }) => Object.assign(new Response(null), { request }) }`,
      'node_modules/next/package.json': `{ "name": "next", "type": "module", "exports": { "./server": "./server.js" } }`,
    })
    const routes: Record<string, Record<string, (request: Request) => Promise<Response>>> = {
      '/login': await load('app/login/route.ts'),
      '/login/back': await load('app/login/back/route.ts'),
      '/logout': await load('app/logout/route.ts'),
    }
    answer = async (request) =>
      (await routes[new URL(request.url).pathname]?.[request.method]?.(request)) ?? new Response(null, { status: 405 })
  })

  const page = async (cookie: string) => {
    const { proxy } = await load('proxy.ts')
    const { findMember } = await load('member.ts')
    const response = await proxy(new Request(`${website}/account`, { headers: { cookie } }))
    const member = await findMember(response.request.headers.get('cookie'))
    return { email: member?.loginEmail as string | undefined, cookies: response.headers.getSetCookie() as string[] }
  }
  signsIn(async (cookie) => {
    const { email } = await page(cookie)
    return email === undefined ? {} : { email }
  })

  test('tokens that have run out are renewed before the page, which sees the new ones, as does the browser; other cookies stay', async () => {
    const { eyes, location } = await signIn()
    await eyes.go(location.href)
    const first = runOut(savedBy(eyes.cookiesAt('/')))
    const shown = await page(`theme=a==; ${cookieOf(first)}`)
    assert.match(shown.email!, /@example\.com$/)
    const next = savedBy(shown.cookies[0]!)
    assert.notEqual(next.refreshToken.value, first.refreshToken.value)
    assert.deepEqual((await page(cookieOf(next))).cookies, [])
    const { proxy } = await load('proxy.ts')
    const passed = await proxy(new Request(website, { headers: { cookie: 'theme=a==' } }))
    assert.deepEqual([passed.request.headers.get('cookie'), passed.headers.getSetCookie()], ['theme=a==', []])
  })
})

describe('sign-in-published-client.md', () => {
  const beyond = globalThis.fetch
  before(async () => {
    const load = await cooked('sign-in-published-client')
    const routes: Record<string, Record<string, (context: { request: Request }) => Promise<Response>>> = {}
    for (const name of ['login', 'callback', 'logout', 'logout-callback'])
      routes[`/api/auth/${name}`] = await load(`src/pages/api/auth/${name}.ts`)
    routes['/account'] = await load('src/pages/account.ts')
    answer = async (request) => {
      const { pathname } = new URL(request.url)
      return (await routes[pathname]?.[request.method]?.({ request })) ?? new Response(null, { status: pathname === '/' ? 200 : 405 })
    }
  })
  after(() => {
    globalThis.fetch = beyond
  })

  const begin = '/api/auth/login?returnToUrl='
  const account = (cookie: string) => fetch(`${website}/account`, { headers: { cookie }, redirect: 'manual' })
  const sessionIn = (cookies: string) =>
    JSON.parse(decodeURIComponent(/(?:^|; )wixSession=([^;]+)/.exec(cookies)![1]!)) as { clientId: string; tokens: Tokens }

  test('there, and back as a member, by the routes and cookies of the published host; out again, and the session is over', async () => {
    const { eyes, away, location, email } = await signIn(browser(), '/account', begin)
    assert.match(away.headers.getSetCookie()[0]!, /^oAuthState=[^;]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/)
    assert.deepEqual([location.origin, location.pathname], [website, '/api/auth/callback'])
    const back = await eyes.go(location.href)
    assert.equal(back.location?.href, `${website}/account`)
    const cookie = eyes.cookiesAt('/')
    assert.ok(!cookie.includes('oAuthState'))
    const { clientId, tokens } = sessionIn(cookie)
    assert.deepEqual([clientId, tokens.refreshToken.role], [app, 'member'])
    assert.deepEqual(await (await account(cookie)).json(), { email })

    // An hour later: renewed, with the first refresh token, as the published client does for good.
    shop.clock.advance(3_600_000)
    const late = encodeURIComponent(JSON.stringify({ clientId, tokens: { ...tokens, accessToken: { value: '', expiresAt: 0 } } }))
    const renewed = await account(`theme=a==; wixSession=${late}`)
    assert.deepEqual(await renewed.json(), { email })
    const next = sessionIn(lineOf(renewed, 'wixSession')!.split(';')[0]!)
    assert.equal(next.tokens.refreshToken.value, tokens.refreshToken.value)

    assert.equal((await post('/api/auth/logout', cookie, 'https://evil.example')).status, 403)
    assert.equal((await fetch(`${website}/api/auth/logout`, { headers: { cookie } })).status, 405, 'nobody is signed out by a link')
    const out = await post('/api/auth/logout', cookie)
    assert.match(lineOf(out, 'wixSession')!, /^wixSession=; Path=\/; Max-Age=0/)
    const led = browser()
    const gone = await led.go(out.headers.get('location')!)
    assert.equal((await led.go(gone.location!.href)).location?.href, `${website}/`)
    await shop.platform.learnEnded()
    assert.equal((await account(`wixSession=${late}`)).headers.get('location'), '/api/auth/login?returnToUrl=%2Faccount')
  })

  test('a planted code signs nobody in, and no way leads to another website', async () => {
    const planted = await signIn(browser(), '/account', begin)
    for (const eyes of [browser(), (await signIn(browser(), '/account', begin)).eyes]) {
      assert.equal((await eyes.go(planted.location.href)).location?.href, `${website}/?sign-in=failed`)
      assert.ok(!eyes.cookiesAt('/').includes('wixSession'))
    }
    for (const to of ['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)', '/..//evil.example']) {
      const { eyes, location } = await signIn(browser(), to, begin)
      assert.equal((await eyes.go(location.href)).location?.origin, website, to)
    }
  })
})
