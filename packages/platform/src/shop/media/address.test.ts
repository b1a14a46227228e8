import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Ask, readAddress } from './address.ts'

const ask = (more: Partial<Ask>): Ask => ({
  how: 'fit',
  crop: undefined,
  width: undefined,
  height: undefined,
  focal: undefined,
  quality: undefined,
  encoding: undefined,
  ...more,
})
const rendition = (id: string, more: Partial<Ask>) => ({ kind: 'rendition' as const, id, ask: ask(more) })
const malformed = (path: string) => readAddress(path)?.kind === 'malformed'

test('a bare id is the original', () => {
  assert.deepEqual(readAddress('/media/mug.webp'), { kind: 'original', id: 'mug.webp' })
  assert.deepEqual(readAddress('/media/mug.webp/?x=1'), { kind: 'original', id: 'mug.webp' })
  assert.deepEqual(readAddress('/media/11062b_a~mv2.webp'), { kind: 'original', id: '11062b_a~mv2.webp' })
})

test('the short form asks for a box and its options', () => {
  assert.deepEqual(readAddress('/media/mug.webp/fit/w_300'), rendition('mug.webp', { width: 300 }))
  assert.deepEqual(
    readAddress('/media/mug.webp/fill/w_300,h_200,fp_0.25_1,q_70,enc_jpg/mug.jpg'),
    rendition('mug.webp', { how: 'fill', width: 300, height: 200, focal: { x: 0.25, y: 1 }, quality: 70, encoding: 'jpeg' }),
  )
})

test('the long form is the one of the published client', () => {
  assert.deepEqual(
    readAddress('/media/a.jpg/v1/crop/x_10,y_20,w_300,h_400/fill/w_100,h_100,al_tl,q_80,usm_0.66_1.00_0.01,blur_3,enc_auto,bl/a%20b.jpg'),
    rendition('a.jpg', {
      how: 'fill',
      crop: { x: 10, y: 20, width: 300, height: 400 },
      width: 100,
      height: 100,
      focal: { x: 0, y: 0 },
      quality: 80,
    }),
  )
  assert.deepEqual(
    readAddress('/media/a.jpg/v1/crop/x_0,y_0,w_30,h_40/a.jpg'),
    rendition('a.jpg', { crop: { x: 0, y: 0, width: 30, height: 40 } }),
  )
})

test('what the published client builds is read (recorded from @wix/sdk 1.21)', () => {
  const built = [
    '/media/11062b_abc~mv2.webp/v1/fill/w_300,h_300,al_c,q_80,usm_0.66_1.00_0.01,enc_auto/11062b_abc~mv2.webp',
    '/media/11062b_abc~mv2.jpg/v1/fill/w_301,h_300,fp_0.30_0.60,q_70,usm_0.66_1.00_0.01,enc_auto/a_b%20c.jpg',
    '/media/11062b_abc~mv2.webp/v1/fill/w_300,h_240,al_c,q_80,usm_0.66_1.00_0.01,blur_5,enc_auto/11062b_abc~mv2.webp',
    '/media/11062b_abc~mv2.jpg/v1/crop/x_10,y_20,w_300,h_300/fill/w_600,h_600,al_c,lg_1,q_85,enc_auto/11062b_abc~mv2.jpg',
    '/media/11062b_abc~mv2.png/v1/fit/w_800,h_900,q_90,usm_0.66_1.00_0.01,enc_avif,quality_auto/11062b_abc~mv2.png',
  ]
  for (const path of built) {
    const address = readAddress(path)
    assert.equal(address?.kind, 'rendition', path)
    const [, width, height] = /\/(?:fill|fit)\/w_(\d+),h_(\d+)/.exec(path)!
    assert.deepEqual([address.ask.width, address.ask.height], [Number(width), Number(height)], path)
  }
  for (const film of ['/video/turn.mp4/file', '/video/turn.mp4/720p/mp4/file.mp4'])
    assert.deepEqual(readAddress(film), { kind: 'original', id: 'turn.mp4' })
  assert.equal(readAddress('/video/turn.mp4/what'), undefined)
})

test('sizes that are no sizes are malformed', () => {
  for (const options of [
    'w_0',
    'w_-1',
    'w_1.5',
    'w_',
    'w_1e3',
    'w_999999',
    'h_abc',
    'q_80',
    'w_10,q_0',
    'w_10,q_101',
    'w_10,fp_2_0',
    'w_10,fp_0.5',
    'w_10,al_x',
    'w_10,,h_10',
    'W_10',
    '',
  ]) {
    assert.ok(malformed(`/media/a.jpg/fit/${options}`), options)
  }
  assert.ok(malformed('/media/a.jpg/v1/crop/x_0,y_0/fit/w_10'))
  assert.ok(malformed('/media/%E0%A4%A/fit/w_10'))
  assert.ok(malformed('/media/a.jpg/fit/w_10/%zz'))
})

// attack: Input, files, HTTP | path traversal in media addresses | 404
test('an id cannot leave its place', () => {
  const strange = [
    '..',
    '.',
    '%2e%2e',
    '..%2f..%2fetc',
    '%2fetc',
    'a%5cb',
    'a%00b',
    '-a',
    '.hidden',
    'a..b',
    'a.b.c',
    'ä.jpg',
    'a b.jpg',
    'x'.repeat(101),
    '',
  ]
  for (const id of strange) assert.equal(readAddress(`/media/${id}`), undefined, id)
  for (const id of strange) assert.equal(readAddress(`/media/${id}/fit/w_10`), undefined, id)
  assert.equal(readAddress('/media/a.jpg/../../etc/passwd'), undefined)
  assert.equal(readAddress('/media/a.jpg/fit/w_10/a/b'), undefined)
  assert.equal(readAddress('/media'), undefined)
  assert.equal(readAddress('/elsewhere/a.jpg'), undefined)
})

test('what was made of a file has its own name below it, and a picture among that renditions as any other', () => {
  assert.deepEqual(readAddress('/media/a.mp4/derived/720p.mp4'), { kind: 'original', id: 'a.mp4', derived: '720p.mp4' })
  assert.deepEqual(readAddress('/media/a.mp4/derived/stream/main.m3u8'), { kind: 'original', id: 'a.mp4', derived: 'stream/main.m3u8' })
  assert.deepEqual(readAddress('/media/a.mp4/derived/poster.jpg/fit/w_200'), {
    ...rendition('a.mp4', { width: 200 }),
    derived: 'poster.jpg',
  })
  for (const path of ['', '/', '/..%2f..%2fetc', '/stream', '/stream/../x.mp4', '/other/main.mpd', '/poster', '/POSTER.JPG', '/a/b/c.mp4'])
    assert.equal(readAddress(`/media/a.mp4/derived${path}`), undefined, path)
})
