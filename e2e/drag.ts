import type { CDPSession, Locator, Page } from 'playwright-core'

interface Point {
  readonly x: number
  readonly y: number
}

async function middleOf(what: Locator): Promise<Point> {
  const box = await what.boundingBox()
  if (!box) throw new Error('it is not on the page')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** The points on the way from one to the other. */
const between = (from: Point, to: Point, steps = 8): readonly Point[] =>
  Array.from({ length: steps }, (_, i) => ({
    x: from.x + ((to.x - from.x) * (i + 1)) / steps,
    y: from.y + ((to.y - from.y) * (i + 1)) / steps,
  }))

/** Drags something to where another thing stands, with a mouse. */
export async function dragByMouse(page: Page, what: Locator, to: Locator): Promise<void> {
  await what.scrollIntoViewIfNeeded()
  const [from, end] = [await middleOf(what), await middleOf(to)]
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  for (const { x, y } of between(from, end)) await page.mouse.move(x, y)
  await page.mouse.up()
}

/**
 * Drags something to where another thing stands, with a finger: as touch of the screen, so that the browser makes pointers of it, and scrolls
 * or opens menus by it, as it does for people. `held` answers once the page has taken what the finger rests on.
 */
export async function dragByFinger(page: Page, what: Locator, to: Locator, held?: () => Promise<unknown>): Promise<void> {
  await what.scrollIntoViewIfNeeded()
  const [from, end] = [await middleOf(what), await middleOf(to)]
  const screen: CDPSession = await page.context().newCDPSession(page)
  await screen.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] })
  await held?.()
  for (const point of between(from, end)) await screen.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] })
  await screen.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await screen.detach()
}
