import assert from 'node:assert/strict'
import { test } from 'node:test'
import { durationText, partText, pictureAt, reasonText, sizeText } from './text.ts'

test('a file that is still fetched has no picture', () => {
  const thumbnailUrl = 'https://shop.example/media/mug.webp'
  assert.equal(pictureAt({ thumbnailUrl, hash: 'ab12' }), '/media/mug.webp')
  assert.equal(pictureAt({ thumbnailUrl, hash: '' }), undefined)
})

test('sizes are said in the unit that reads best', () => {
  assert.deepEqual([0, 999, 1000, 37_400, 999_499, 999_500, 8_200_000, 84_000_000, 10_000_000_000, 1_350_000_000].map(sizeText), [
    '0 B',
    '999 B',
    '1 KB',
    '37 KB',
    '999 KB',
    '1 MB',
    '8.2 MB',
    '84 MB',
    '10 GB',
    '1.4 GB',
  ])
})

test('a part is said in the unit of the whole', () => {
  assert.deepEqual([partText(18_300_000, 28_000_000), partText(0, 512)], ['18 of 28 MB', '0 of 512 B'])
})

test('what is left is said in seconds, minutes or hours', () => {
  assert.deepEqual([0.2, 40, 90, 3600 * 2].map(durationText), ['1 s', '40 s', '2 min', '2 h'])
})

test('every reason is a sentence', () => {
  assert.match(reasonText('UNKNOWN_TYPE'), /^Not a picture, video or 3D model\. Nothing was saved\.$/)
  assert.match(reasonText('SOMETHING_NEW'), /^It was not taken/)
  assert.match(reasonText(undefined), /Nothing was saved/)
})
