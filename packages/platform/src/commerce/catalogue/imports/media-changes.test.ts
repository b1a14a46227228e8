import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ProductDraft } from '../product.ts'
import { withFilms } from './media-changes.ts'
import { Unfit } from './unfit.ts'

const draft = { media: [] } as unknown as ProductDraft
const shop = 'https://shop.example'
const file = (kind: string) => ({ kind, private: false, width: 640, height: 480 })
const mediaOf = (found: ProductDraft | Unfit) => (found instanceof Unfit ? found.message : found.media)

test('a film whose own picture stands for it, as an export writes it, and one with another picture of the shop', () => {
  const films = [
    { id: 'throwing.mp4', poster: `${shop}/media/throwing.mp4` },
    { id: 'glazing.mp4', poster: `${shop}/media/still.webp?v=2` },
    { id: 'bowl.glb', poster: `${shop}/media/bowl.glb` },
  ]
  const still = { id: 'still.webp', width: 1200, height: 900, alt: '' }
  const found = withFilms(draft, films, {
    fileAt: (id) => file(id.endsWith('.glb') ? 'MODEL3D' : 'VIDEO'),
    pictureAt: (url) => (url.includes('still') ? still : undefined),
  })
  assert.deepEqual(mediaOf(found), [
    { kind: 'video', id: 'throwing.mp4', width: 640, height: 480, poster: 'throwing.mp4' },
    { kind: 'video', id: 'glazing.mp4', width: 640, height: 480, poster: 'still.webp' },
    { kind: 'model', id: 'bowl.glb', poster: 'bowl.glb' },
  ])
})

test('a film whose size could not be read, and a file that is none', () => {
  const films = [{ id: 'throwing.mp4', poster: `${shop}/media/throwing.mp4` }]
  const at = (one: ReturnType<typeof file> | { kind: string; private: boolean; width: null; height: null }) =>
    mediaOf(withFilms(draft, films, { fileAt: () => one, pictureAt: () => undefined }))
  assert.deepEqual(at({ kind: 'VIDEO', private: false, width: null, height: null }), [
    { kind: 'video', id: 'throwing.mp4', width: 1280, height: 720, poster: 'throwing.mp4' },
  ])
  assert.equal(at(file('DOCUMENT')), '“throwing.mp4” is no film or model of this shop. Upload it first.')
})
