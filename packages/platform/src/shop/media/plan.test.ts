import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Ask } from './address.ts'
import { isUsual, longestSide, mostPixels, plan, usualInstead } from './plan.ts'

const middle = { x: 0.5, y: 0.5 }
const portrait = { width: 1000, height: 1250, focal: middle }
const blank: Ask = {
  how: 'fit',
  crop: undefined,
  width: undefined,
  height: undefined,
  focal: undefined,
  quality: undefined,
  encoding: undefined,
}
const fit = (width?: number, height?: number): Ask => ({ ...blank, width, height })
const fill = (width: number, height: number, focal?: { x: number; y: number }): Ask => ({ ...blank, how: 'fill', width, height, focal })
const whole = { x: 0, y: 0, width: 1000, height: 1250 }

test('fit keeps the whole picture inside the box', () => {
  assert.deepEqual(plan(portrait, fit(400)), { cut: whole, width: 400, height: 500 })
  assert.deepEqual(plan(portrait, fit(400, 100)), { cut: whole, width: 80, height: 100 })
  assert.deepEqual(plan(portrait, fit(undefined, 625)), { cut: whole, width: 500, height: 625 })
})

test('fill covers the box and cuts around the focal point', () => {
  assert.deepEqual(plan(portrait, fill(300, 300)), { cut: { x: 0, y: 125, width: 1000, height: 1000 }, width: 300, height: 300 })
  assert.deepEqual(plan(portrait, fill(300, 300, { x: 0.5, y: 0 })).cut, { x: 0, y: 0, width: 1000, height: 1000 })
  assert.deepEqual(plan(portrait, fill(300, 300, { x: 0.5, y: 0.45 })).cut, { x: 0, y: 63, width: 1000, height: 1000 })
  assert.deepEqual(plan({ ...portrait, focal: { x: 0, y: 1 } }, fill(300, 300)).cut, { x: 0, y: 250, width: 1000, height: 1000 })
  assert.deepEqual(plan({ ...portrait, focal: { x: 0.9, y: 0.5 } }, fill(100, 250)).cut, { x: 500, y: 0, width: 500, height: 1250 })
})

test('nothing grows beyond the original, and the shape of the box stays', () => {
  assert.deepEqual(plan(portrait, fit(3000)), { cut: whole, width: 1000, height: 1250 })
  assert.deepEqual(plan(portrait, fill(2000, 2000)), { cut: { x: 0, y: 125, width: 1000, height: 1000 }, width: 1000, height: 1000 })
  assert.deepEqual(plan(portrait, fill(4000, 2000)), { cut: { x: 0, y: 375, width: 1000, height: 500 }, width: 1000, height: 500 })
})

test('a crop comes first, and its part is the picture from there on', () => {
  const crop = { x: 100, y: 200, width: 400, height: 200 }
  assert.deepEqual(plan(portrait, { ...fit(200), crop }), { cut: crop, width: 200, height: 100 })
  assert.deepEqual(plan(portrait, { ...fill(900, 900), crop }).width, 200)
  assert.deepEqual(plan({ ...portrait, focal: { x: 0.1, y: 0.2 } }, { ...fill(100, 100), crop }).cut, {
    x: 100,
    y: 200,
    width: 200,
    height: 200,
  })
  assert.deepEqual(plan(portrait, { ...fit(200), crop: { x: 900, y: 1200, width: 500, height: 500 } }).cut, {
    x: 900,
    y: 1200,
    width: 100,
    height: 50,
  })
  assert.deepEqual(plan(portrait, { ...fit(200), crop: { x: 5000, y: 0, width: 10, height: 10 } }).cut, whole)
})

test('laws over many asks: inside the bounds, inside the original, at least one pixel, the shape that was asked for', () => {
  let seed = 7
  const random = (most: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return 1 + (seed % most)
  }
  for (let round = 0; round < 5000; round++) {
    const original = { width: random(12_000), height: random(12_000), focal: { x: random(101) / 101, y: random(101) / 101 } }
    const crop = round % 3 === 0 ? { x: random(9000), y: random(9000), width: random(9000), height: random(9000) } : undefined
    const ask: Ask = { ...blank, how: round % 2 ? 'fit' : 'fill', width: random(99_999), height: random(99_999), crop }
    const made = plan(original, ask)
    const { cut } = made
    for (const side of [made.width, made.height, cut.width, cut.height]) assert.ok(Number.isInteger(side) && side >= 1)
    assert.ok(cut.x >= 0 && cut.y >= 0 && cut.x + cut.width <= original.width && cut.y + cut.height <= original.height)
    assert.ok(made.width <= Math.min(longestSide, ask.width!) && made.height <= Math.min(longestSide, ask.height!))
    assert.ok(made.width * made.height <= mostPixels + made.width + made.height)
    assert.ok(made.width <= cut.width + 1 && made.height <= cut.height + 1, 'never scaled up')
    if (ask.how === 'fill' && made.width > 50 && made.height > 50) {
      assert.ok(Math.abs(Math.log(made.width / made.height / (ask.width! / ask.height!))) < 0.03)
    }
  }
})

test('sizes of pages are usual; an unauthenticated caller’s are not, and find a usual one that stands in', () => {
  const usual = (ask: Ask) => isUsual(portrait, ask, plan(portrait, ask))
  for (const ask of [fit(400), fit(4000), fill(300, 300), fill(144, 180), fill(800, 450), fill(960, 540)])
    assert.ok(usual(ask), JSON.stringify(ask))
  const odd = [fit(401), fill(300, 307), fill(301, 301), fill(300, 300, { x: 0.1, y: 0.2 }), { ...fit(400), quality: 33 }]
  odd.push({ ...fit(100), crop: { x: 1, y: 1, width: 300, height: 300 } })
  for (const ask of odd) {
    assert.ok(!usual(ask), JSON.stringify(ask))
    const instead = usualInstead(portrait, ask)
    assert.ok(instead.width >= Math.min(plan(portrait, ask).width, 1000))
  }
  const stand = new Set<string>()
  for (let width = 1; width < 4096; width += 7)
    for (let height = 1; height < 4096; height += 97) stand.add(JSON.stringify(usualInstead(portrait, fill(width, height))))
  assert.ok(stand.size < 800, `${stand.size} stand-ins for ${Math.round((4096 / 7) * (4096 / 97))} asks`)
})
