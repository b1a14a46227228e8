import type { Locator, Page } from 'playwright-core'

/** How somebody does things on a page: with a mouse, or by the keys alone. */
export interface Hand {
  readonly press: (what: Locator) => Promise<void>
  readonly write: (where: Locator, text: string) => Promise<void>
  readonly choose: (radio: Locator) => Promise<void>
}

export const withMouse: Hand = {
  press: (what) => what.click(),
  write: (where, text) => where.fill(text),
  choose: (radio) => radio.check(),
}

/** No more than so many stops from anywhere to anywhere on one page. */
const stopsAtMost = 150

/** By tab, enter, space and arrows; what cannot be reached so fails the journey. */
export function withKeys(page: Page): Hand {
  const isAt = (where: Locator) => where.evaluate((element) => element === document.activeElement)
  async function goTo(where: Locator, arrived: (where: Locator) => Promise<boolean> = isAt) {
    await where.waitFor()
    for (let stop = 0; stop < stopsAtMost; stop++) {
      if (await arrived(where)) return
      await page.keyboard.press('Tab')
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
      await goTo(radio, (where) =>
        where.evaluate((element) => {
          const at = document.activeElement
          return at instanceof HTMLInputElement && element instanceof HTMLInputElement && at.type === 'radio' && at.name === element.name
        }),
      )
      for (let step = 0; step < stopsAtMost && !(await isAt(radio)); step++) await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Space')
    },
  }
}
