import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  cropImage,
  fileUrl,
  fillImage,
  fitImage,
  formatMediaAddress,
  imageSet,
  type MediaAddress,
  originalUrl,
  parseMediaAddress,
  videoUrl,
} from '@vitrine/client/media'
import { readAddress } from '@vitrine/platform/shop/media/address'
import { media as published } from '@wix/sdk'

const baseUrl = 'https://shop.example'
const image = { kind: 'image', id: 'mug~mv2.webp', filename: 'Sage mug, ½.webp', width: 1000, height: 1250 } as const
const film = { kind: 'video', id: 'turn.mp4', filename: 'Once round.mp4', poster: { id: 'mug~mv2.webp', width: 720, height: 900 } } as const

describe('media addresses', () => {
  test('are written so that they and the published client read the same again', () => {
    const all: MediaAddress[] = [
      image,
      film,
      { kind: 'audio', id: 'bell.mp3', filename: 'Bell.mp3', duration: 12 },
      { kind: 'document', id: 'care.pdf', filename: 'Care & use.pdf' },
    ]
    for (const one of all) assert.deepEqual(parseMediaAddress(formatMediaAddress(one)), one)
    const picture = published.getImageUrl(formatMediaAddress(image))
    assert.deepEqual([picture.id, picture.filename, picture.width, picture.height], [image.id, image.filename, 1000, 1250])
    const video = published.getVideoUrl(formatMediaAddress(film))
    assert.deepEqual(
      [video.id, video.filename, video.thumbnail],
      [film.id, film.filename, 'wix:image://v1/mug~mv2.webp#originWidth=720&originHeight=900'],
    )
    assert.equal(published.getDocumentUrl(formatMediaAddress(all[3]!)).filename, 'Care & use.pdf')
    assert.equal(published.getAudioUrl(formatMediaAddress(all[2]!)).duration, 12)
  })

  test('are read in the forms that older clients wrote, and without what is not there', () => {
    assert.deepEqual(parseMediaAddress('image://v1/a.jpg/b.jpg#originWidth=3&originHeight=4'), {
      kind: 'image',
      id: 'a.jpg',
      filename: 'b.jpg',
      width: 3,
      height: 4,
    })
    assert.deepEqual(parseMediaAddress('wix:document://v1/ugd/a.pdf/b.pdf'), { kind: 'document', id: 'a.pdf', filename: 'b.pdf' })
    assert.deepEqual(parseMediaAddress('wix:image://v1/a.jpg'), { kind: 'image', id: 'a.jpg' })
    // What a client wrote that knew no name.
    assert.deepEqual(parseMediaAddress('wix:image://v1/a.jpg/undefined#originWidth=undefined'), { kind: 'image', id: 'a.jpg' })
  })

  test('are nothing else', () => {
    for (const text of [
      '',
      'a.jpg',
      'https://shop.example/media/a.jpg',
      'wix:image://v2/a.jpg',
      'wix:image://v1/',
      'wix:image://v1/%E0%A4%A',
      'wix:font://v1/a',
    ])
      assert.equal(parseMediaAddress(text), undefined, text)
  })
})

describe('addresses of pictures', () => {
  const sources = [
    formatMediaAddress(image),
    'mug~mv2.webp',
    'https://shop.example/media/mug~mv2.webp',
    'https://shop.example/media/mug~mv2.webp/v1/fit/w_50,h_50,q_90/file.webp',
    { id: 'mug~mv2.webp' },
    { url: 'https://shop.example/media/mug~mv2.webp' },
    { url: formatMediaAddress(image) },
  ]

  test('are the same from whatever names a picture', () => {
    for (const source of sources) assert.equal(originalUrl(source, { baseUrl }), 'https://shop.example/media/mug~mv2.webp')
    assert.equal(originalUrl('/media/mug~mv2.webp'), '/media/mug~mv2.webp')
    assert.equal(originalUrl('https://elsewhere.example/mug.jpg'), 'https://elsewhere.example/mug.jpg')
    assert.throws(() => originalUrl({}), TypeError)
  })

  test('ask the server for what they say', () => {
    const asked = (url: string) => {
      const address = readAddress(new URL(url, baseUrl).pathname)
      assert.equal(address?.kind, 'rendition', url)
      return address.kind === 'rendition' ? address.ask : assert.fail()
    }
    const fit = asked(fitImage(image.id, { width: 599.6 }, { quality: 70, format: 'jpeg' }))
    assert.deepEqual([fit.how, fit.width, fit.height, fit.quality, fit.encoding], ['fit', 600, undefined, 70, 'jpeg'])
    const fill = asked(fillImage(image.id, { width: 400, height: 500 }, { focalPoint: { x: 1 / 3, y: 1.4 } }))
    assert.deepEqual([fill.how, fill.width, fill.height, fill.focal], ['fill', 400, 500, { x: 0.3333, y: 1 }])
    const crop = asked(cropImage(image.id, { x: 10, y: 20, width: 300, height: 200 }, { width: 150 }, { quality: 80 }))
    assert.deepEqual([crop.crop, crop.width, crop.quality], [{ x: 10, y: 20, width: 300, height: 200 }, 150, 80])
    const part = asked(cropImage(image.id, { x: 0, y: 0, width: 300, height: 200 }))
    assert.deepEqual([part.crop, part.width], [{ x: 0, y: 0, width: 300, height: 200 }, undefined])
    const { src, srcset } = imageSet(image.id, { widths: [300, 600, 1200], ratio: 4 / 5, most: 1000, focalPoint: { x: 0.5, y: 0.5 } })
    assert.deepEqual(
      srcset.split(', ').map((one) => one.split(' ')[1]),
      ['300w', '600w', '1000w'],
    )
    for (const one of [src, ...srcset.split(', ').map((each) => each.split(' ')[0]!)]) assert.equal(asked(one).how, 'fill')
  })

  test('of films and documents are those that the server knows', () => {
    assert.deepEqual(readAddress(videoUrl(formatMediaAddress(film))), { kind: 'original', id: 'turn.mp4' })
    assert.deepEqual(readAddress(fileUrl({ id: 'care.pdf' })), { kind: 'original', id: 'care.pdf' })
  })
})
