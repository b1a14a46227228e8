import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { MerchantProductInput } from '@vitrine/contract'
import { minor } from '@vitrine/pricing'
import { isViolation } from '../../../kernel/violation.ts'
import type { Picture, ProductDraft, ShowableFile } from '../product.ts'
import { edited } from './merchant-change.ts'
import { emptyDraft } from './new-draft.ts'

const picture = (id: string): Picture => ({ id, width: 8, height: 10, alt: `The ${id}` })
const known = new Map<string, ShowableFile>([
  ...['a.webp', 'b.webp', 'c.webp'].map((id) => [id, { kind: 'image', ...picture(id) }] as const),
  ['turn.mp4', { kind: 'video', id: 'turn.mp4', width: 720, height: 900 }],
  ['odd.mp4', { kind: 'video', id: 'odd.mp4' }],
  ['mug.glb', { kind: 'model', id: 'mug.glb' }],
  ['jug.glb', { kind: 'model', id: 'jug.glb', hasThumbnail: true }],
])
const glaze = { name: 'Glaze', choices: [{ value: 'Sage' }, { value: 'Ink' }] }

const edit = (before: ProductDraft, sent: MerchantProductInput): ProductDraft => {
  const after = edited(before, sent, { currency: 'EUR', files: known })
  if (isViolation(after)) throw new Error(after.data.fieldViolations.map(({ field, description }) => `${field} ${description}`).join())
  return after
}
const fieldsOf = (before: ProductDraft, sent: MerchantProductInput) => {
  const after = edited(before, sent, { currency: 'EUR', files: known })
  return isViolation(after) ? after.data.fieldViolations.map(({ field }) => field) : []
}
const mug: ProductDraft = { ...emptyDraft('Mug'), price: minor(2600), ribbon: 'New', cost: minor(700) }

describe('what an editor says of a product', () => {
  test('a measure and barcodes are kept; variants that contain as much as the product follow it', () => {
    const tin = {
      pricePerUnitData: { totalQuantity: 250, totalMeasurementUnit: 'G', baseQuantity: 100, baseMeasurementUnit: 'G' },
      manageVariants: true,
      productOptions: [glaze],
      variants: [
        { choices: { Glaze: 'Sage' }, totalQuantity: 250, barcode: '4006381333931' },
        { choices: { Glaze: 'Ink' }, totalQuantity: 500 },
      ],
    } satisfies MerchantProductInput
    const after = edit(mug, tin)
    assert.deepEqual(
      after.variants.map(({ totalQuantity, barcode }) => [totalQuantity, barcode]),
      [
        [undefined, '4006381333931'],
        [500, undefined],
      ],
    )
    assert.deepEqual(after.pricePerUnitData, tin.pricePerUnitData)
    assert.equal(edit(after, { clear: ['pricePerUnitData'] }).pricePerUnitData, undefined)
    const litres = { ...tin.pricePerUnitData, baseMeasurementUnit: 'L' } as const
    assert.deepEqual(fieldsOf(mug, { pricePerUnitData: litres }), ['product.pricePerUnitData.baseMeasurementUnit'])
  })

  test('is applied in an order in which each part finds what it needs', () => {
    const after = edit(mug, {
      manageVariants: true,
      productOptions: [glaze],
      variants: [{ choices: { Glaze: 'Ink' }, price: 30 }],
      media: [{ mediaId: 'b.webp' }, { mediaId: 'a.webp', alt: 'In sage' }],
      choiceMedia: [{ option: 'Glaze', choice: 'Sage', mediaIds: ['a.webp'] }],
    })
    assert.deepEqual(
      after.variants.map(({ choices, price, picture: shown }) => [choices['Glaze'], price, shown]),
      [
        ['Sage', 2600, 'a.webp'],
        ['Ink', 3000, undefined],
      ],
    )
    assert.deepEqual(
      after.media.map((item) => [item.id, item.kind === 'image' && item.alt]),
      [
        ['b.webp', 'The b.webp'],
        ['a.webp', 'In sage'],
      ],
    )
  })

  test('leaves alone what it does not say, and takes away what is cleared', () => {
    assert.deepEqual(edit(mug, {}), mug)
    const { ribbon: _, cost: __, ...plain } = mug
    assert.deepEqual(edit(mug, { clear: ['ribbon', 'cost', 'brand'] }), plain)
    assert.equal(edit(mug, { clear: ['ribbon'], ribbon: 'Sale' }).ribbon, 'Sale')
  })

  test('adds films and models at their places, each with the picture that stands for it', () => {
    const shown = edit(mug, {
      media: [
        { mediaId: 'turn.mp4', posterId: 'b.webp', alt: 'Once round' },
        { mediaId: 'a.webp' },
        { mediaId: 'mug.glb' },
        { mediaId: 'odd.mp4' },
      ],
    })
    assert.deepEqual(shown.media, [
      { kind: 'video', id: 'turn.mp4', width: 720, height: 900, poster: 'b.webp', alt: 'Once round' },
      { kind: 'image', ...picture('a.webp') },
      { kind: 'model', id: 'mug.glb', poster: 'a.webp' },
      { kind: 'video', id: 'odd.mp4', width: 8, height: 10, poster: 'a.webp' },
    ])
    const again = edit(shown, { media: [{ mediaId: 'mug.glb', posterId: 'c.webp', alt: 'To turn' }, { mediaId: 'a.webp' }] })
    assert.deepEqual(again.media, [
      { kind: 'model', id: 'mug.glb', poster: 'c.webp', alt: 'To turn' },
      { kind: 'image', ...picture('a.webp') },
    ])
  })

  test('gives a film whose picture goes the next one, and leaves it the last', () => {
    const shown = edit(mug, { media: [{ mediaId: 'a.webp' }, { mediaId: 'b.webp' }, { mediaId: 'turn.mp4', posterId: 'a.webp' }] })
    const posters = ({ media }: ProductDraft) => media.map((item) => (item.kind === 'image' ? item.id : [item.id, item.poster]))
    assert.deepEqual(posters(edit(shown, { media: [{ mediaId: 'b.webp' }, { mediaId: 'turn.mp4' }] })), ['b.webp', ['turn.mp4', 'b.webp']])
    assert.deepEqual(posters(edit(shown, { media: [{ mediaId: 'turn.mp4' }] })), [['turn.mp4', 'a.webp']])
  })

  test('shows a film by the picture that was made of it where it has no other, and refuses a poster that is no picture', () => {
    assert.deepEqual(edit(mug, { media: [{ mediaId: 'turn.mp4' }] }).media, [
      { kind: 'video', id: 'turn.mp4', width: 720, height: 900, poster: 'turn.mp4' },
    ])
    assert.deepEqual(fieldsOf(mug, { media: [{ mediaId: 'turn.mp4', posterId: 'mug.glb' }] }), ['product.media[0].posterId'])
    assert.deepEqual(fieldsOf(mug, { media: [{ mediaId: 'a.webp' }, { mediaId: 'mug.glb', posterId: 'x.webp' }] }), [
      'product.media[1].posterId',
    ])
  })

  test('the poster of a model is its thumbnail, unless it has none or the merchant chooses another', () => {
    const posters = edit(mug, { media: [{ mediaId: 'a.webp' }, { mediaId: 'jug.glb' }, { mediaId: 'mug.glb' }] }).media
    assert.deepEqual(posters.slice(1), [
      { kind: 'model', id: 'jug.glb', poster: 'jug.glb' },
      { kind: 'model', id: 'mug.glb', poster: 'a.webp' },
    ])
    const [, chosen] = edit(mug, { media: [{ mediaId: 'a.webp' }, { mediaId: 'jug.glb', posterId: 'a.webp' }] }).media
    assert.deepEqual(chosen, { kind: 'model', id: 'jug.glb', poster: 'a.webp' })
  })

  test('replaces which media show a choice, and forgets media that are gone', () => {
    const shown = edit(mug, {
      productOptions: [glaze],
      media: [{ mediaId: 'a.webp' }, { mediaId: 'b.webp' }],
      choiceMedia: [{ option: 'Glaze', choice: 'Sage', mediaIds: ['a.webp', 'b.webp'] }],
    })
    const picturesOf = (draft: ProductDraft) => draft.options[0]!.choices.map(({ pictures = [] }) => pictures)
    assert.deepEqual(picturesOf(edit(shown, { media: [{ mediaId: 'b.webp' }] })), [['b.webp'], []])
    assert.deepEqual(picturesOf(edit(shown, { choiceMedia: [{ option: 'Glaze', choice: 'Ink', mediaIds: ['b.webp'] }] })), [[], ['b.webp']])
    assert.deepEqual(picturesOf(edit(shown, { choiceMedia: [] })), [[], []])
    assert.deepEqual(edit(shown, { media: [] }).media, [])
  })

  test('is refused at the field that cannot be had', () => {
    assert.deepEqual(fieldsOf(mug, { media: [{ mediaId: 'a.webp' }, { mediaId: 'x.webp' }] }), ['product.media[1].mediaId'])
    assert.deepEqual(fieldsOf(mug, { media: [{ mediaId: 'a.webp' }, { mediaId: 'a.webp' }] }), ['media[1].mediaId'])
    assert.deepEqual(fieldsOf(mug, { choiceMedia: [{ option: 'Glaze', choice: 'Sage', mediaIds: [] }] }), ['media[0].option'])
    assert.deepEqual(fieldsOf(mug, { variants: [{ choices: { Glaze: 'Ink' }, price: 30 }] }), ['id'])
    assert.deepEqual(fieldsOf(mug, { priceData: { price: 1.234 } }), ['product.priceData.price'])
  })
})
