import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { contrastBetween, isDark, mix, readable } from './colors.ts'
import { contrastOf, darkOf, houseColors, rolesOf } from './palette.ts'
import { themeOf } from './theme.ts'

const look = { fonts: { display: 'FRAUNCES', text: 'INSTRUMENT_SANS' }, corners: 'SOFT', spacing: 'GENEROUS' } as const
const gangwerk = { paper: '#f5f6f4', ink: '#15191c', accent: '#1d3fc4' }

test('contrast is what WCAG says it is', () => {
  assert.equal(contrastBetween('#000000', '#ffffff'), 21)
  assert.equal(contrastBetween('#777777', '#777777'), 1)
  assert.equal(contrastBetween('#ffffff', '#767676').toFixed(2), '4.54')
})

test('mixing goes from one colour to the other', () => {
  assert.equal(mix('#b4512d', '#15191c', 0), '#b4512d')
  assert.equal(mix('#b4512d', '#15191c', 1), '#15191c')
  assert.equal(isDark('#161310'), true)
  assert.equal(isDark('#faf7f2'), false)
})

test('a colour that cannot be read gets the nearest one that can', () => {
  const near = readable('#c4623c', '#000000', ['#faf7f2'], 4.5)
  assert.ok(contrastBetween('#c4623c', '#faf7f2') < 4.5)
  const ratio = contrastBetween(near, '#faf7f2')
  assert.ok(ratio >= 4.5 && ratio < 4.8, String(ratio))
})

test('the colours of the style sheets pass, and are not made anew', () => {
  assert.deepEqual([...contrastOf('LIGHT', houseColors.light), ...contrastOf('DARK', houseColors.dark)], [])
  assert.deepEqual(themeOf({ colors: { light: houseColors.light }, ...look }), {
    light: { '--color-paper': '#faf7f2', '--color-ink': '#1c1a17', '--color-accent': '#b4512d' },
    dark: { '--color-paper': '#161310', '--color-ink': '#f3ede3', '--color-accent': '#e58c66' },
  })
})

test('a faint accent is told with its ratio and with one that passes', () => {
  const [found, ...more] = contrastOf('LIGHT', { ...gangwerk, accent: '#c4623c' })
  assert.deepEqual(more, [])
  assert.deepEqual([found!.color, found!.theme, found!.ratio < 4.5], ['ACCENT', 'LIGHT', true])
  assert.deepEqual(contrastOf('LIGHT', { ...gangwerk, accent: found!.suggestion }), [])
})

const color = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`)

test('whatever passes has every text readable on every ground, in both themes', () => {
  const texts = [
    '--color-ink',
    '--color-ink-soft',
    '--color-ink-faint',
    '--color-accent-strong',
    '--color-success',
    '--color-warning',
    '--color-danger',
  ]
  const grounds = ['--color-paper', '--color-surface', '--color-sunk']
  fc.assert(
    fc.property(color, color, color, (paper, ink, accent) => {
      const chosen = { paper, ink, accent }
      fc.pre(contrastBetween(paper, ink) >= 7 && contrastOf('LIGHT', chosen).length === 0)
      for (const colors of [chosen, darkOf(chosen)]) {
        const roles = rolesOf(colors)
        const of = (name: string) => roles[name]!
        for (const text of texts)
          for (const ground of grounds) assert.ok(contrastBetween(of(text), of(ground)) >= 4.5, `${text} on ${ground}`)
        assert.ok(contrastBetween(of('--color-accent-ink'), of('--color-accent')) >= 4.5)
        assert.ok(contrastBetween(of('--color-notice-ink'), of('--color-notice')) >= 4.5)
        assert.ok(contrastBetween(of('--color-line-strong'), of('--color-paper')) >= 3)
        for (const name of ['success', 'warning', 'danger'])
          assert.ok(contrastBetween(of(`--color-${name}`), of(`--color-${name}-wash`)) >= 4.5, name)
      }
    }),
    { numRuns: 300 },
  )
})

test('the dark theme has the hues of the light one, and passes', () => {
  const dark = darkOf(gangwerk)
  assert.equal(isDark(dark.paper), true)
  assert.deepEqual(contrastOf('DARK', dark), [])
  const blue = Number.parseInt(dark.accent.slice(5), 16)
  assert.ok(blue > Number.parseInt(dark.accent.slice(1, 3), 16), dark.accent)
})

test('what a look does not change is not told', () => {
  const { light } = themeOf({ colors: { light: gangwerk }, ...look, corners: 'ROUND', spacing: 'COMPACT' })
  assert.equal(light['--radius-1'], '6px')
  assert.equal(light['--margin'], 'clamp(1rem,.2rem + 2.6vw,2.5rem)')
  assert.equal('--font-display' in light, false)
})

test('no value of any look ends a declaration or a style element', () => {
  for (const font of ['FRAUNCES', 'NEWSREADER', 'INSTRUMENT_SERIF', 'INSTRUMENT_SANS', 'INTER', 'ARCHIVO'] as const) {
    const { light, dark } = themeOf({ colors: { light: gangwerk }, ...look, fonts: { display: font, text: font } })
    for (const value of [...Object.values(light), ...Object.values(dark)]) assert.doesNotMatch(value, /[<>{};]/)
  }
})
