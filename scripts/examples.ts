// Installs, builds and runs the shops in examples/ against a shop of this machine, once with our client and once with the published one:
// `npm run examples [-- next|astro]`. It needs npm's registry. `.ci/run` runs it, too.
import { execFile, spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort, startServerProcess } from '../testing/src/server-process.ts'
import { buildPackages, root } from './release/build-packages.ts'
import { packInto } from './release/pack.ts'

const run = promisify(execFile)
const all = ['next', 'astro']
const wanted = process.argv.length > 2 ? process.argv.slice(2) : all
const unknown = wanted.filter((name) => !all.includes(name))
if (unknown.length > 0) throw new Error(`There is no example ${unknown.join(', ')}: ${all.join(', ')}`)

let passed = 0
const failures: string[] = []
const folder = await mkdtemp(join(tmpdir(), 'vitrine-examples-'))
try {
  const [tarball] = await packInto(folder, [(await buildPackages()).client])
  await using shop = await startServerProcess({ env: { VITRINE_SEED: 'catalogue' } })
  const clientId = /Client id\W+([0-9a-f-]{36})/.exec(shop.output())?.[1]
  if (clientId === undefined) throw new Error(`The shop said no client id:\n${shop.output()}`)
  for (const name of wanted) {
    const site = join(folder, name)
    const shopOf = { SHOP_URL: shop.url, SHOP_CLIENT_ID: clientId }
    if (!(await passes(`${name}: installed and built`, () => build(name, site, tarball ?? '', shopOf)))) continue
    for (const sdk of ['vitrine', 'published'])
      await passes(`${name}: buys with the ${sdk} client`, () => withSite(site, { ...shopOf, SHOP_SDK: sdk }, buy))
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
if (failures.length > 0) console.log(`What failed:\n${failures.join('\n')}`)
console.log(`${passed} passed, ${failures.length} failed`)
process.exitCode = failures.length > 0 ? 1 : 0

/** Whether it went well. What could not be tried, because npm's registry was not reached, is neither passed nor failed. */
async function passes(what: string, work: () => Promise<unknown>): Promise<boolean> {
  const began = performance.now()
  try {
    await work()
    passed++
    console.log(`✔ ${what}  ${((performance.now() - began) / 1000).toFixed(1)} s`)
    return true
  } catch (error) {
    const { message } = error as Error
    if (/npm error code (ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT)/.test(message))
      console.log(`- ${what}: skipped, npm's registry is not reached`)
    else {
      console.log(`✖ ${what}\n${message}`)
      failures.push(`✖ ${what}\n${message}`)
    }
    return false
  }
}

async function build(name: string, site: string, tarball: string, env: Readonly<Record<string, string>>): Promise<void> {
  await cp(join(root, 'examples', name), site, { recursive: true })
  const manifest = JSON.parse(await readFile(join(site, 'package.json'), 'utf8')) as { dependencies: Record<string, string> }
  manifest.dependencies['@vitrine/client'] = `file:${tarball}`
  await writeFile(join(site, 'package.json'), JSON.stringify(manifest))
  const options = {
    cwd: site,
    env: { ...process.env, ...env, ASTRO_TELEMETRY_DISABLED: '1', NEXT_TELEMETRY_DISABLED: '1' },
    maxBuffer: 2 ** 26,
  }
  try {
    await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'], options)
    await run('npm', ['run', 'build'], options)
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`${name} is not built:\n${stdout}\n${stderr}`, { cause: error })
  }
}

/** Starts a site on a free port, and stops it when the work is done. */
async function withSite(site: string, settings: Readonly<Record<string, string>>, work: (url: string) => Promise<void>): Promise<void> {
  const port = await freePort()
  const words = site.endsWith('next') ? ['node_modules/next/dist/bin/next', 'start', '-p', String(port)] : ['dist/server/entry.mjs']
  const child = spawn(process.execPath, words, {
    cwd: site,
    env: { ...process.env, ...settings, PORT: String(port), HOST: '127.0.0.1' },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const url = `http://127.0.0.1:${port}`
  try {
    for (const giveUpAt = Date.now() + 60_000; !(await fetch(`${url}/cart`).catch(() => undefined))?.ok; await sleep(100))
      if (Date.now() > giveUpAt || child.exitCode !== null) throw new Error('it did not open')
    await work(url)
  } catch (error) {
    throw new Error(`${site}: ${(error as Error).message}\n${output}`, { cause: error })
  } finally {
    child.kill()
  }
}

/** What a visitor without script does: looks, adds to the cart, and goes to the checkout. */
async function buy(url: string): Promise<void> {
  const cookies = new Map<string, string>()
  const ask = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const answer = await fetch(new URL(path, url), { ...init, redirect: 'manual', headers: { origin: url, cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (name !== undefined && value !== undefined) cookies.set(name, value)
    }
    return answer
  }
  const page = async (path: string) => {
    const answer = await ask(path)
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}:\n${text.slice(0, 2000)}`)
    return text
  }
  /** Sends the form of a page, and answers where it leads. */
  const submit = async (path: string, html: string) => {
    const [, attributes = '', inside = ''] = /<form([^>]*)>([\s\S]*?)<\/form>/.exec(html) ?? []
    const form = new FormData()
    for (const [tag] of inside.matchAll(/<(?:input|button)[^>]*>/g)) {
      const [name, value] = ['name', 'value'].map((one) => new RegExp(` ${one}="([^"]*)"`).exec(tag)?.[1])
      if (name !== undefined) form.append(name, (value ?? '').replaceAll('&quot;', '"'))
    }
    const answer = await ask(/action="(\/[^"]*)"/.exec(attributes)?.[1] ?? path, { method: 'POST', body: form })
    const to = answer.headers.get('location')
    if (!to)
      throw new Error(`the form of ${path} was answered ${answer.status} without an address:\n${(await answer.text()).slice(0, 2000)}`)
    return to
  }
  const product = /href="(\/products\/[^"]+)"[^>]*>/.exec(await page('/'))?.[1]
  if (product === undefined) throw new Error('the first page shows no product')
  const html = await page(product)
  const name = /<h1[^>]*>([^<]+)</.exec(html)?.[1]
  if (!(await submit(product, html)).includes('/cart')) throw new Error('adding does not lead to the cart')
  const cart = (await page('/cart')).replaceAll('<!-- -->', '')
  if (name === undefined || !cart.includes(`1 × ${name}`)) throw new Error(`the cart does not show ${name}:\n${cart}`)
  if (!(await submit('/cart', cart)).includes('/checkout')) throw new Error('the cart does not lead to the checkout')
}
