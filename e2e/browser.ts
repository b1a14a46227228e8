import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AxeResults } from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Locator, type Page, type Response } from 'playwright-core'
import { getChromium } from './chromium.ts'

export interface Eyes {
  readonly width: number
  /** Whether pages may run their script: `true` where it is left out. */
  readonly script?: boolean
  readonly theme?: 'light' | 'dark'
  /** Whether they use a finger in place of a mouse. */
  readonly touch?: boolean
  /** Whether pages may leave a service worker behind: their requests are its own then. */
  readonly worker?: boolean
  /** Whether the server or the network is to fail them: `true` where that is what is looked at. */
  readonly fails?: boolean
  /** Whether nothing may be cached before they come, and further pages that they open are to look the same. */
  readonly fresh?: boolean
}

export interface Visit extends AsyncDisposable {
  readonly page: Page
  /** Asserts that axe finds nothing on the page as it stands now, and that nothing sticks out of it. */
  readonly audit: (name: string) => Promise<void>
}

export interface Window extends AsyncDisposable {
  /** Somebody new, with their own cookies. When they leave, it is asserted that no page failed them. */
  readonly visit: (eyes: Eyes) => Promise<Visit>
}

const patienceMs = 40_000

/**
 * What a journey has no use for, and each new window of Chromium pays for: the two popups of its address bar, which are pages of their own,
 * and a process kept ready for another site. Chromium heeds the last list of this name alone, so those that Playwright leaves out and that
 * bear on pages come after.
 */
const unused = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/**
 * Pages live for seconds here, and axe comes anew to each: what is compiled for speed after the usual 400 calls is thrown away before it has
 * paid, and that was a tenth of what the pages computed.
 */
const laterOptimized = '--js-flags=--invocation-count-for-maglev=4000'

/** What lets pages draw in three dimensions where there is no graphics card. */
export const drawing = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist']

export async function openBrowser(more: readonly string[] = []): Promise<Window> {
  const browser = await chromium.launch({
    executablePath: await getChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      laterOptimized,
      ...more,
      `--disable-features=${unused.join(',')}`,
    ],
  })
  const contexts = new Contexts(browser)
  return { visit: (eyes) => visit(contexts, eyes), [Symbol.asyncDispose]: () => browser.close() }
}

const viewportOf = ({ width }: Eyes) => ({ width, height: width < 768 ? 844 : 900 })

const look = (eyes: Eyes) => ({
  ...sharedLook(eyes),
  viewport: viewportOf(eyes),
  colorScheme: eyes.theme ?? 'light',
})

const sharedLook = ({ touch = false }: Eyes) => ({
  hasTouch: touch,
  isMobile: touch,
  reducedMotion: 'reduce' as const,
  locale: 'en-GB',
  timezoneId: 'Europe/Berlin',
})

const withoutScript = new WeakSet<BrowserContext>()

/** Whether its pages may run script. */
export const hasScript = (page: Page): boolean => !withoutScript.has(page.context())

/** Goes to a page of the storefront, until it is as its reader has it: its script has taken it over, and its pictures are there. */
export async function arrive(page: Page, url: string): Promise<Response | null> {
  const response = await page.goto(url)
  if (hasScript(page))
    await page.waitForFunction(() => {
      if (!('__reactRouterContext' in window)) return true // a page of somebody else
      const root = Object.entries(document).find(([name]) => name.startsWith('__reactContainer$'))?.[1]
      const isSeen = (image: Element) => {
        const { top, right, bottom, left } = image.getBoundingClientRect()
        return image.checkVisibility() && top < innerHeight && right > 0 && bottom > 0 && left < innerWidth
      }
      return (
        root?.stateNode.current.memoizedState.isDehydrated === false &&
        [...document.images].every((image) => image.complete || !isSeen(image))
      )
    })
  return response
}

/** Waits until the script of a part of a page that is loaded apart from the others has taken it over, so that a press on it is its own. */
export async function hydrated(part: Locator): Promise<Locator> {
  const isAlive = () => part.evaluate((it) => Object.keys(it).some((name) => name.startsWith('__reactProps$')))
  // Looked up each time: a part that is drawn anew is another element.
  for (const until = Date.now() + patienceMs; !(await isAlive()); await sleep(50))
    if (Date.now() > until) throw new Error('the script of this part did not take it over')
  return part
}

/** The date of the run, in the browser as on the server (scripts/test.ts). */
const fixedDate = `{ const RealDate = Date, shift = ${Number(process.env.VITRINE_TEST_DATE_SHIFT ?? 0)}
  if (shift !== 0) globalThis.Date = class Date extends RealDate {
    constructor(...parts) { parts.length === 0 ? super(RealDate.now() + shift) : super(...parts) }
    static now() { return RealDate.now() + shift }
  } }`

/**
 * Browser contexts, which serve one visitor after another: of those before them nothing is there but what was fetched with an address that names
 * its content. A page starts a third faster in a context where its scripts are cached and compiled.
 */
class Contexts {
  readonly browser: Browser
  readonly #idle = new Map<string, BrowserContext[]>()

  constructor(browser: Browser) {
    this.browser = browser
  }

  async take(eyes: Eyes): Promise<BrowserContext> {
    const idle = eyes.fresh || eyes.worker ? undefined : this.#idle.get(kindOf(eyes))?.pop()
    if (idle) return idle
    const { script = true, worker = false, fresh = false } = eyes
    const context = await this.browser.newContext({
      ...(fresh ? look(eyes) : sharedLook(eyes)),
      javaScriptEnabled: script,
      serviceWorkers: worker ? 'allow' : 'block',
    })
    if (!script) withoutScript.add(context)
    context.setDefaultTimeout(patienceMs)
    await context.addInitScript(fixedDate)
    return context
  }

  /** Their cookies and whatever their pages have stored goes, and then they. */
  async giveBack(context: BrowserContext, eyes: Eyes, origins: ReadonlySet<string>): Promise<void> {
    const pages = context.pages()
    const page = pages.at(-1)
    if (eyes.fresh || eyes.worker || !page) return context.close()
    const session = await context.newCDPSession(page)
    for (const origin of origins) await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
    await Promise.all([context.clearCookies(), context.clearPermissions(), context.setOffline(false), context.unrouteAll()])
    await Promise.all(pages.map((each) => each.close()))
    const kind = kindOf(eyes)
    this.#idle.set(kind, [...(this.#idle.get(kind) ?? []), context])
  }
}

const kindOf = ({ script = true, touch = false }: Eyes): string => `${script} ${touch}`

async function visit(contexts: Contexts, eyes: Eyes): Promise<Visit> {
  const { script = true, theme = 'light', fails = false } = eyes
  const context = await contexts.take(eyes)
  const faults: string[] = []
  const origins = new Set<string>()
  const page = await context.newPage()
  await Promise.all([page.setViewportSize(viewportOf(eyes)), page.emulateMedia({ colorScheme: theme })])
  page.on('framenavigated', (frame) => {
    if (frame.url().startsWith('http')) origins.add(new URL(frame.url()).origin)
  })
  page.on('pageerror', ({ message }) => {
    // The router calls off what it asked for when its reader goes on, and says so to nobody.
    if (message !== 'signal is aborted without reason' && !fails) faults.push(`the page threw: ${message}`)
  })
  page.on('console', (message) => {
    // What the server answers on purpose, a 404 or a refused card, the browser writes down as well.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource') && !fails)
      faults.push(`the console says: ${message.text()}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 500 && !fails) faults.push(`${response.status()} ${response.url()}`)
    if (response.status() === 404 && /\.(js|css|woff2|webp|jpe?g|png)(\?|$)/.test(response.url())) faults.push(`404 ${response.url()}`)
  })
  return {
    page,
    audit: (name) => (script ? audit(page, name) : auditWithoutScript(contexts.browser, context, page, eyes, name)),
    async [Symbol.asyncDispose]() {
      await contexts.giveBack(context, eyes, origins)
      assert.deepEqual(faults, [])
    },
  }
}

/** axe needs script of its own: the page as it came, without its script, is looked at in a browser that may run some. */
async function auditWithoutScript(browser: Browser, context: BrowserContext, page: Page, eyes: Eyes, name: string): Promise<void> {
  const body = (await page.content()).replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
  await using twin = await browser.newContext({ ...look(eyes), storageState: await context.storageState() })
  const copy = await twin.newPage()
  await copy.route(page.url(), (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body }))
  await copy.goto(page.url())
  await audit(copy, `${name}, without script`)
}

let axe: Promise<string> | undefined
const axeSource = () => (axe ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'))

/** Straight to the browser: of what `evaluate` is given Playwright makes half a second's work when it is half a megabyte. */
async function bringAxe(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Runtime.evaluate', { expression: await axeSource() })
  await session.detach()
}

declare global {
  interface Window {
    axe: { run(where: { readonly exclude: readonly string[] }, options: object): Promise<AxeResults> }
  }
}

async function audit(page: Page, name: string): Promise<void> {
  // What sticks to the edge of the window hides some of what is scrolled under it.
  await page.evaluate(() => scrollTo(0, 0))
  // What is read again is dim until it has come, which may begin at any moment: the page is looked at as it rests.
  await page.evaluate((rested) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(rested)
    document.adoptedStyleSheets = [sheet]
  }, '[data-busy] .tw, [aria-busy="true"] > .tw { opacity: 1 !important; transition: none !important }')
  if (!(await page.evaluate(() => 'axe' in window))) await bringAxe(page)
  const { violations } = await page.evaluate(() =>
    // A guard of Base UI hands the focus on as soon as it has it, which axe knows of dialogs, and not of menus.
    window.axe.run(
      { exclude: ['[data-base-ui-focus-guard]'] },
      {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
        resultTypes: ['violations'],
        // It finds nothing wrong, it only says what it has not seen.
        rules: { 'hidden-content': { enabled: false } },
        // What is wrong is shown as it stands in the page: no way to it has to be found, which is a fifth of the work.
        selectors: false,
        // None of these rules reads style sheets.
        preload: { assets: ['media'] },
      },
    ),
  )
  const found = violations.map(({ id, help, nodes }) => `${id}: ${help}\n${nodes.map(({ html }) => `  ${html.slice(0, 200)}`).join('\n')}`)
  assert.equal(found.join('\n'), '', `axe has something to say about ${name}`)
  const { content, window: wide } = await page.evaluate(() => {
    const { scrollWidth: content, clientWidth: window } = document.documentElement
    return { content, window }
  })
  assert.ok(content <= wide, `${name} is ${content} px wide in a window of ${wide}`)
}
