/** 3D models have a thumbnail in the library and on product pages; hostile ones have none and leave no files behind. */
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { sql } from '@vitrine/platform/kernel/db/sql'
import sharp from 'sharp'
import { addPicture } from '../src/pictures.ts'
import { startPlatformForFile } from '../src/platform-for-file.ts'
import { asText, cubeFile, modelFile } from '../src/sample-models.ts'

const shop = await startPlatformForFile()
const office = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })

async function upload(bytes: Buffer, fileName = 'cube.glb') {
  const { uploadUrl } = await office().files.generateFileUploadUrl({ mimeType: 'model/gltf-binary', fileName })
  return shop.platform.uploads.take(shop.site, new URL(uploadUrl).pathname.slice('/uploads/'.length), Readable.from([bytes]), undefined)
}

async function uploaded(bytes: Buffer, fileName?: string): Promise<string> {
  const answer = await upload(bytes, fileName)
  assert.ok('file' in answer, JSON.stringify(answer))
  await shop.platform.jobs.settle()
  return answer.file.id
}

const fileOf = async (fileId: string) => (await office().files.getFileDescriptor({ fileId })).file
const processingOf = async (fileId: string) => (await office().mediaLibrary.getFileProcessing({ fileId })).processing

async function served(path: string, accept = 'image/webp') {
  const { status, headers, body } = await shop.platform.media({ site: shop.site, method: 'GET', path, headers: { accept } })
  const bytes = body === null || Buffer.isBuffer(body) ? (body ?? Buffer.alloc(0)) : await buffer(body)
  return { status, type: headers['content-type'], bytes }
}

/** A different cube each time: the same content would be the existing file. */
let cubes = 0
const anotherCube = (change: Parameters<typeof cubeFile>[0] = (gltf) => gltf) =>
  cubeFile((gltf) => ({ ...change(gltf), asset: { version: '2.0', generator: `${++cubes}` } }))

test('a .gltf file with everything in it is served as it came, with the thumbnail of the same model as .glb', async () => {
  const glb = anotherCube()
  const text = asText(glb)
  const [binary, id] = [await uploaded(glb), await uploaded(text, 'cube.gltf')]
  assert.match(id, /\.gltf$/)
  const { operationStatus, mediaType, thumbnailUrl, url } = await fileOf(id)
  assert.deepEqual([operationStatus, mediaType], ['READY', 'MODEL3D'])
  const { status, type, bytes } = await served(new URL(url).pathname)
  assert.deepEqual([status, type], [200, 'model/gltf+json'])
  assert.deepEqual(bytes, text)
  const other = await fileOf(binary)
  const [one, same] = await Promise.all([thumbnailUrl!, other.thumbnailUrl!].map((of) => served(new URL(of).pathname)))
  assert.deepEqual(one!.bytes, same!.bytes)
})

test('a model that needs other files is refused, and says so', async () => {
  const apart = asText(anotherCube(), (gltf) => ({ ...gltf, buffers: [{ byteLength: 300, uri: 'cube.bin' }] }))
  assert.deepEqual(await upload(apart, 'cube.gltf'), { code: 'UPLOAD_NOT_TAKEN', reason: 'OTHER_FILES' })
})

test('an uploaded model is ready with a thumbnail, by every address that names it', async () => {
  const id = await uploaded(anotherCube())
  const { operationStatus, thumbnailUrl, media } = await fileOf(id)
  assert.equal(operationStatus, 'READY')
  assert.match(thumbnailUrl!, new RegExp(`/media/${id}/derived/thumbnail.webp$`))
  assert.equal(media?.model3d?.thumbnail?.url, thumbnailUrl)
  assert.deepEqual(await processingOf(id), {})
  const { status, type, bytes } = await served(new URL(thumbnailUrl!).pathname)
  assert.deepEqual([status, type], [200, 'image/webp'])
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  assert.deepEqual([info.width, info.height, info.channels], [1024, 1024, 4])
  const at = (x: number, y: number) =>
    [...data.subarray((y * 1024 + x) * 4, (y * 1024 + x) * 4 + 4)].map((one) => Math.round(one / 255)).join('')
  assert.deepEqual([at(358, 614), at(768, 560), at(532, 225), at(10, 10)[3]], ['0011', '1001', '0101', '0'])
  // A browser without WebP gets another format with transparency.
  const other = await served(`/media/${id}/v1/fit/w_200,h_200/cube`, 'image/*')
  assert.deepEqual([other.type, (await sharp(other.bytes).metadata()).hasAlpha], ['image/png', true])
})

test('it is the poster of its model on the product page unless the merchant gives another', async () => {
  const { merchantProducts } = office()
  const [picture, id] = [await addPicture(shop), await uploaded(anotherCube())]
  const add = async (posterId?: string) => {
    const { product } = await merchantProducts.addProduct({
      product: {
        name: `Cube ${cubes}`,
        priceData: { price: 9 },
        media: [{ mediaId: picture }, { mediaId: id, ...(posterId && { posterId }) }],
      },
    })
    const { products } = await createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) }).products.queryProducts({
      query: { filter: { id: product.id } },
    })
    return products[0]!.media!.models3d![0]!.thumbnail!
  }
  const own = await add()
  assert.deepEqual([own.id, own.width, own.height], [id, 1024, 1024])
  const { status, type } = await served(`${new URL(own.url!).pathname}/v1/fill/w_400,h_500/cube`)
  assert.deepEqual([status, type], [200, 'image/webp'])
  assert.equal((await add(picture)).id, picture)
})

test('the thumbnail of a private model is private', async () => {
  const { uploadUrl } = await office().files.generateFileUploadUrl({ mimeType: 'model/gltf-binary', private: true })
  const token = new URL(uploadUrl).pathname.slice('/uploads/'.length)
  const answer = await shop.platform.uploads.take(shop.site, token, Readable.from([anotherCube()]), undefined)
  assert.ok('file' in answer)
  await shop.platform.jobs.settle()
  assert.equal((await fileOf(answer.file.id)).thumbnailUrl, undefined)
  assert.equal((await served(`/media/${answer.file.id}/derived/thumbnail.webp`)).status, 404)
})

test('404 FILE_NOT_FOUND for an unknown file', async () => {
  const [refused] = await attempt(office().mediaLibrary.getFileProcessing({ fileId: 'nothing.glb' }))
  assert.equal(refused?.code, 'FILE_NOT_FOUND')
})

type Gltf = Readonly<Record<string, unknown>>
const list = (gltf: Gltf, name: string) => gltf[name] as readonly Gltf[]
const changed = (name: string, index: number, change: Gltf) => (gltf: Gltf) => ({
  ...gltf,
  [name]: list(gltf, name).map((one, i) => (i === index ? { ...one, ...change } : one)),
})

describe('hostile models', () => {
  /** Models that are refused on upload. */
  const refused: Readonly<Record<string, (gltf: Gltf) => Gltf>> = {
    'a node in itself': (gltf) => ({ ...gltf, nodes: [{ mesh: 0, children: [0] }] }),
    'two nodes in each other': (gltf) => ({ ...gltf, nodes: [{ children: [1] }, { mesh: 0, children: [0] }] }),
    'a node in two others, a million times over': (gltf) => ({
      ...gltf,
      nodes: Array.from({ length: 40 }, (_, i) => (i === 39 ? { mesh: 0 } : { children: [i + 1, i + 1] })),
    }),
    'a scene of a node that is not there': (gltf) => ({ ...gltf, scenes: [{ nodes: [7] }] }),
    'a place that is a text': (gltf) => ({ ...gltf, nodes: [{ mesh: 0, translation: 'x' }] }),
    'a matrix of three numbers': (gltf) => ({ ...gltf, nodes: [{ mesh: 0, matrix: [1, 2, 3] }] }),
    'a list of minus one': changed('accessors', 4, { count: -1 }),
    'a list beyond its bytes': changed('accessors', 4, { count: 4_000_000_000 }),
    'a list of half a number': changed('accessors', 4, { count: 2.5 }),
    'a part beyond the file': changed('bufferViews', 0, { byteLength: 2 ** 40 }),
    'a list of an unknown form': changed('accessors', 4, { componentType: 5130 }),
  }
  for (const [name, change] of Object.entries(refused))
    test(`refused, and nothing is left: ${name}`, async () => {
      const before = await left()
      const answer = await upload(anotherCube(change))
      assert.ok(!('file' in answer), 'it is not taken')
      await shop.platform.jobs.settle()
      assert.deepEqual(await left(), before)
    })

  /** Models that are accepted without a thumbnail, since other viewers may support them. */
  const undrawn: Readonly<Record<string, readonly [change: (gltf: Gltf) => Gltf, why: string]>> = {
    'a billion corners of nothing': [changed('accessors', 4, { bufferView: undefined, count: 1_000_000_000 }), 'TOO_LARGE'],
    'places without end': [(gltf) => ({ ...gltf, nodes: [{ mesh: 0, scale: [1e300, 1e300, 1e300] }] }), 'EMPTY'],
    'a hundred thousand meshes of a thousand triangles': [
      (gltf) => ({
        ...gltf,
        accessors: [...list(gltf, 'accessors'), { componentType: 5123, count: 3000, type: 'SCALAR' }],
        meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 7 }] }],
        nodes: [{ children: Array.from({ length: 50_000 }, (_, i) => i + 1) }, ...Array.from({ length: 50_000 }, () => ({ mesh: 0 }))],
      }),
      'TOO_LARGE',
    ],
    'a picture that is none': [
      (gltf) => ({
        ...changed('materials', 4, { pbrMetallicRoughness: { baseColorTexture: { index: 0 } } })(gltf),
        meshes: [{ primitives: [{ attributes: { POSITION: 4, TEXCOORD_0: 7 }, indices: 6, material: 4 }] }],
        accessors: [...list(gltf, 'accessors'), { componentType: 5126, count: 4, type: 'VEC2' }],
        textures: [{ source: 0 }],
        images: [{ uri: 'data:image/png;base64,AAAA' }],
      }),
      'BROKEN',
    ],
  }
  for (const [name, [change, why]] of Object.entries(undrawn))
    test(`${why}, and no thumbnail: ${name}`, async () => {
      const made = await derivatives()
      const id = await uploaded(anotherCube(change))
      const { operationStatus, thumbnailUrl } = await fileOf(id)
      assert.deepEqual([operationStatus, thumbnailUrl, (await processingOf(id)).thumbnailUnavailable], ['READY', undefined, why])
      assert.equal(await derivatives(), made)
    })

  test('invalid vertices are skipped, and the rest is drawn', async () => {
    const cube = anotherCube()
    const at = 28 + cube.readUInt32LE(12)
    for (let i = 0; i < 12; i++) cube.writeUInt32LE(0x7fc0_0000 + i, at + i * 4)
    const id = await uploaded(cube)
    assert.ok((await fileOf(id)).thumbnailUrl)
    const none = modelFile(
      {
        asset: { version: '2.0' },
        scenes: [{ nodes: [0] }],
        nodes: [{ mesh: 0 }],
        meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
        accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' }],
        bufferViews: [{ buffer: 0, byteLength: 36 }],
        buffers: [{ byteLength: 36 }],
      },
      Buffer.alloc(36, 0xff),
    )
    assert.equal((await processingOf(await uploaded(none))).thumbnailUnavailable, 'EMPTY')
  })
})

async function derivatives(): Promise<number> {
  const [row] = await shop.platform.database.query<{ count: number }>(
    sql`select count(*)::integer as count from media_derivative where site = ${shop.site}`,
  )
  return row!.count
}

/** Counts files: rows, jobs, renditions and stored bytes. */
async function left(): Promise<readonly number[]> {
  const [row] = await shop.platform.database.query<{ files: number; jobs: number }>(sql`
    select (select count(*)::integer from media where site = ${shop.site}) as files,
      (select count(*)::integer from media_job where site = ${shop.site}) as jobs`)
  let bytes = 0
  for await (const { site } of shop.platform.originals.list()) if (site === shop.site) bytes++
  return [row!.files, row!.jobs, await derivatives(), bytes]
}
