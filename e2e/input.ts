import type { Locator, Page } from 'playwright-core'

/** How somebody does things on a page: with a mouse, or by the keys alone. */
export interface Input {
  readonly press: (what: Locator) => Promise<void>
  readonly write: (where: Locator, text: string) => Promise<void>
  readonly choose: (radio: Locator) => Promise<void>
  /** Turns a switch on or off. */
  readonly turn: (toggle: Locator) => Promise<void>
  /** From a list that opens. */
  readonly pick: (select: Locator, name: string) => Promise<void>
}

export const withMouse: Input = {
  press: (what) => what.click(),
  write: (where, text) => where.fill(text),
  choose: (radio) => radio.check(),
  turn: (toggle) => toggle.click(),
  async pick(select, name) {
    await select.selectOption({ label: name })
  },
}

/** No more than so many stops from anywhere to anywhere on one page. */
const stopsAtMost = 150

/** By tab, enter, space and arrows; what cannot be reached so fails the journey. */
export function withKeys(page: Page): Input {
  const isAt = (where: Locator) => where.evaluate((element) => element === document.activeElement)
  /** To an element, or to any of the radios it belongs to. */
  async function goTo(where: Locator, oneOf = false) {
    let element = await where.elementHandle()
    for (let stop = 0; stop < stopsAtMost; stop++) {
      const arrived = await element?.evaluate(hasFocus, oneOf).catch(() => 'gone')
      if (arrived === true) return
      if (arrived === 'gone') element = await where.elementHandle()
      else await page.keyboard.press('Tab')
    }
    throw new Error(`The keys do not come to ${String(where)}`)
  }
  return {
    async press(what) {
      await goTo(what)
      await page.keyboard.press('Enter')
    },
    async write(where, text) {
      await goTo(where)
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(text)
    },
    async choose(radio) {
      await goTo(radio, true)
      for (let step = 0; step < stopsAtMost && !(await isAt(radio)); step++) await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Space')
    },
    async turn(toggle) {
      await goTo(toggle)
      await page.keyboard.press('Space')
    },
    async pick(select, name) {
      await goTo(select)
      await page.keyboard.type(name)
    },
  }
}

/** Asked in the page. */
function hasFocus(element: Element, oneOf: boolean): boolean | 'gone' {
  if (!element.isConnected) return 'gone'
  const at = document.activeElement
  if (at === element) return true
  if (!oneOf || !(at instanceof HTMLInputElement) || !(element instanceof HTMLInputElement)) return false
  return at.type === 'radio' && at.name === element.name
}
