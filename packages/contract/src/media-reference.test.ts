import assert from 'node:assert/strict'
import { test } from 'node:test'
import type * as z from 'zod'
import { contract } from './index.ts'
import { MediaReference, mediaIdIn } from './media-reference.ts'

test('a file is named by its id, by a media address and by the address it is served at', () => {
  for (const reference of [
    'mug~mv2.webp',
    'wix:image://v1/mug~mv2.webp/Sage%20mug.webp#originWidth=1000&originHeight=1250',
    'image://v1/mug~mv2.webp/mug.webp',
    'wix:document://v1/ugd/mug~mv2.webp/mug.webp',
    'https://shop.example/media/mug~mv2.webp',
    'https://shop.example/media/mug%7Emv2.webp/v1/fill/w_400,h_500,fp_0.5_0.5/file.webp?x=1#y',
    '/media/mug~mv2.webp/fit/w_200',
    'wix:video://v1/mug~mv2.webp/a.mp4#posterUri=b.jpg',
    '/video/mug~mv2.webp/file',
  ])
    assert.equal(mediaIdIn(reference), 'mug~mv2.webp', reference)
})

test('what is no such address is an id, however odd', () => {
  for (const reference of ['https://elsewhere.example/mug.webp', 'wix:image://v2/a', '/media/', 'wix:image://v1/%E0%A4%A', 'media/a'])
    assert.equal(mediaIdIn(reference), reference)
  for (const bad of ['', 'x'.repeat(1001), 'a\u0000', 7, null]) assert.equal(MediaReference.safeParse(bad).success, false)
})

const namesOfFiles = /^(?:fileId|fileIds|mediaId|mediaIds|posterId)$/

interface Shape {
  readonly type: string
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly innerType?: z.ZodType
  readonly element?: z.ZodType
  readonly in?: z.ZodType
  readonly out?: z.ZodType
  readonly options?: readonly z.ZodType[]
}

/** Every field of an input that names files, with where it stands. */
function* fieldsOfFiles(schema: z.ZodType, path: string): Generator<readonly [path: string, field: z.ZodType]> {
  const { shape = {}, innerType, element, in: before, out, options = [] } = schema.def as unknown as Shape
  for (const [name, field] of Object.entries(shape)) {
    if (namesOfFiles.test(name)) yield [`${path}.${name}`, field]
    yield* fieldsOfFiles(field, `${path}.${name}`)
  }
  for (const inner of [innerType, element, before, out, ...options]) if (inner) yield* fieldsOfFiles(inner, path)
}

test('wherever an operation takes the id of a file, it takes the addresses of that file', () => {
  const fields = Object.entries(contract).flatMap(([line, { input }]) => [...fieldsOfFiles(input, line)])
  assert.ok(fields.length >= 23, `${fields.length}`)
  for (const [path, field] of fields)
    for (const address of ['wix:image://v1/a.webp/b.webp', 'wix:video://v1/a.webp/b', 'wix:document://v1/ugd/a.webp/b', '/media/a.webp']) {
      const taken = path.endsWith('Ids') ? field.safeParse([address]) : field.safeParse(address)
      assert.deepEqual([taken.data].flat(), ['a.webp'], `${path}: ${address}`)
    }
})
