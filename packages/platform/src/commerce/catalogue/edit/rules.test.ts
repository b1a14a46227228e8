import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { minor } from '@vitrine/pricing'
import { freeSlug } from '../../../kernel/free-slug.ts'
import { isViolation } from '../../../kernel/violation.ts'
import { sellingFacts, writeProduct } from '../document.ts'
import { commerce, exampleMug, exampleProduct } from '../test/example.ts'
import { draftFromDocument } from './from-document.ts'
import { safeHtml } from './html.ts'
import { withoutMedia } from './media.ts'
import { mostVariants, optionsOf, withOptions } from './options.ts'
import { fullOf, repriced } from './pricing.ts'
import { isSlug, slugOf } from './slug.ts'

describe('slugs', () => {
  test('are made of names in any script', () => {
    for (const [name, slug] of [
      ['Morning Mug', 'morning-mug'],
      ['  Crème brûlée, 2 pieces! ', 'creme-brulee-2-pieces'],
      ['Große Schüssel', 'grosse-schussel'],
      ['Früh\u00adstücks\u00adbecher', 'fruhstucksbecher'],
      ['朝のマグ', '朝のマグ'],
      ['!!!', 'product'],
      ['a'.repeat(200), 'a'.repeat(90)],
    ] as const) {
      assert.equal(slugOf(name), slug)
      assert.ok(isSlug(slugOf(name)), slug)
    }
  })

  test('are free with the first number that is', () => {
    const taken = new Set(['mug', 'mug-2'])
    assert.equal(
      freeSlug('mug', (slug) => taken.has(slug)),
      'mug-3',
    )
    assert.equal(
      freeSlug('cup', (slug) => taken.has(slug)),
      'cup',
    )
  })

  test('that are none are told', () => {
    for (const text of ['', 'A', 'a b', '-a', 'a-', 'a--b', 'a/b', '../a', 'a%2f']) assert.equal(isSlug(text), false, text)
  })
})

describe('prices', () => {
  test('of variants follow the product where they are the same, and keep their discount', () => {
    const draft = repriced(exampleMug(), { full: minor(2000), discount: { type: 'AMOUNT', off: minor(500) } })
    assert.deepEqual([draft.price, draft.fullPrice], [1500, 2000])
    assert.deepEqual(
      draft.variants.map((variant) => [variant.price, variant.fullPrice]),
      [
        [1500, 2000],
        [2500, 3000],
        [1500, 2000],
        [2500, 3000],
      ],
    )
    const back = repriced(draft, { discount: { type: 'NONE' } })
    assert.deepEqual(back.variants.map(fullOf), [2000, 3000, 2000, 3000])
    assert.equal(back.price, 2000)
  })

  test('are never below nothing', () => {
    const draft = repriced(exampleMug(), { discount: { type: 'AMOUNT', off: minor(2800) } })
    assert.deepEqual(
      draft.variants.map(({ price }) => price),
      [0, 200, 0, 200],
    )
  })

  test('with a percentage stay as they were before it', () => {
    const draft = repriced(repriced(exampleMug(), { discount: { type: 'AMOUNT', off: minor(100) } }), {
      discount: { type: 'PERCENT', off: '12.5' },
    })
    assert.deepEqual([draft.price, draft.fullPrice, draft.percentOff], [2600, undefined, '12.5'])
  })
})

describe('options', () => {
  test('are colours where each choice has a code and a name', () => {
    const kinds = (choices: { value?: string; description?: string }[]) => {
      const options = optionsOf([{ name: 'Glaze', choices }], [])
      return isViolation(options)
        ? options.code
        : options.map(({ kind, choices: all }) => [kind, ...all.map(({ name, hex }) => [name, hex])])
    }
    assert.deepEqual(kinds([{ value: '#fff', description: 'White' }]), [['color', ['White', '#fff']]])
    assert.deepEqual(kinds([{ value: '#ffffff', description: 'White' }, { value: 'Ink' }]), [
      ['drop_down', ['White', undefined], ['Ink', undefined]],
    ])
    assert.equal(kinds([{}]), 'INVALID_ARGUMENT')
  })

  test('come to so many variants at the most', () => {
    const option = (name: string, count: number) => ({ name, choices: Array.from({ length: count }, (_, i) => ({ value: `${i}` })) })
    assert.equal(isViolation(optionsOf([option('A', 10), option('B', 100)], [])), false)
    assert.equal(isViolation(optionsOf([option('A', 11), option('B', 91)], [])), true)
    assert.equal(mostVariants, 1000)
  })

  test('leave variants what they were where their choices stay, in whichever order', () => {
    const mug = exampleMug()
    const [glaze, size] = mug.options
    const turned = withOptions(mug, [size!, glaze!])
    assert.deepEqual(new Set(turned.variants.map(({ id }) => id)), new Set(mug.variants.map(({ id }) => id)))
    const fewer = withOptions(mug, [glaze!, { ...size!, choices: size!.choices.slice(1) }])
    assert.deepEqual(
      fewer.variants.map(({ sku }) => sku),
      ['MUG-Sage-Large', 'MUG-Ink-Large'],
    )
    assert.deepEqual([withOptions(mug, []).variants, withOptions(mug, []).manageVariants], [[], false])
  })
})

test('media go from choices and variants, too', () => {
  const draft = withoutMedia(exampleMug(), ['sage~mv2.webp'])
  assert.deepEqual(
    draft.media.map(({ id }) => id),
    ['ink~mv2.webp'],
  )
  assert.deepEqual(
    draft.options[0]!.choices.map(({ pictures }) => pictures),
    [undefined, ['ink~mv2.webp']],
  )
  assert.deepEqual(
    draft.variants.map(({ picture }) => picture),
    [undefined, undefined, 'ink~mv2.webp', 'ink~mv2.webp'],
  )
})

test('HTML keeps its structure and loses what runs', () => {
  for (const [html, safe] of [
    ['<p>A <b>mug</b></p>', '<p>A <b>mug</b></p>'],
    ['<img src="x" onerror="steal()">', '<img src="x" />'],
    ['<a href="javascript:steal()">a</a>', '<a>a</a>'],
    ['<a href="https://a.example" target="_blank">a</a>', '<a href="https://a.example" target="_blank" rel="noopener">a</a>'],
    ['<iframe src="https://a.example"></iframe><style>*{}</style>', ''],
    ['<svg><script>steal()</script></svg>', ''],
    ['1 < 2', '1 &lt; 2'],
  ] as const)
    assert.equal(safeHtml(html), safe)
})

describe('a draft made from a document', () => {
  const facts = { numericId: 1, createdAt: new Date(0), updatedAt: new Date(0) }
  for (const [name, draft] of Object.entries({
    plain: exampleProduct({ brand: 'Morrow', ribbon: 'New', weight: 0.4, taxGroupId: 'a' }),
    'with options, media and prices of its own': exampleMug(),
    'with a film and a model': exampleMug({
      media: [
        { kind: 'model', id: 'mug.glb', poster: 'sage~mv2.webp', posterSize: { width: 8, height: 10 }, bytes: 203_396, alt: 'To turn' },
        ...exampleMug().media,
        { kind: 'video', id: 'turn.mp4', width: 720, height: 900, poster: 'ink~mv2.webp', title: 'Once round', milliseconds: 4875 },
      ],
    }),
    'with an amount off': exampleProduct({ price: minor(2000), fullPrice: minor(2600) }),
    'with texts and sections': exampleProduct({
      texts: [{ title: 'Engraving', maxLength: 20, mandatory: true }],
      sections: [{ title: 'Care', html: '<p>By hand.</p>' }],
    }),
  }))
    test(`makes the same document: ${name}`, () => {
      const document = writeProduct(draft, commerce, facts)
      const again = draftFromDocument({ document, facts: sellingFacts(draft) }, commerce.currency)
      assert.equal(writeProduct(again, commerce, facts), document)
      assert.deepEqual(sellingFacts(again), sellingFacts(draft))
    })
})
