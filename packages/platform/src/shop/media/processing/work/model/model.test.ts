import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { cubeFile, modelFile } from '@vitrine/testing/sample-models'
import { MeshoptEncoder } from 'meshoptimizer/encoder'
import sharp from 'sharp'
import { cameraFor } from './camera.ts'
import { processModel, thumbnailOf } from './model.ts'
import { openModel } from './open-model.ts'
import { rasterise } from './rasterise.ts'
import { readSurfaces } from './read-surfaces.ts'

type Gltf = Readonly<Record<string, unknown>>
const side = 100
const noTextures = () => assert.fail('no texture is asked for')

/** Draws a model at 100 by 100 pixels; the result names the colour at a pixel, or '' where nothing was drawn. */
async function look(bytes: Buffer) {
  const surfaces = await readSurfaces(await openModel(bytes), noTextures)
  const pixels = rasterise(surfaces, cameraFor(surfaces, side), side, () => false)
  return (x: number, y: number) => {
    const [red, green, blue, opacity] = pixels.subarray((y * side + x) * 4, (y * side + x) * 4 + 4)
    return opacity === 0 ? '' : [red!, green!, blue!].map((one) => one.toString(16).padStart(2, '0')).join('')
  }
}

/** The name of a model's thumbnail or why there is none; asserts that no other file is written. */
async function stateOf(bytes: Buffer) {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-model-'))
  try {
    const path = join(folder, 'original')
    await writeFile(path, bytes)
    const { details, made } = await processModel({ path, folder })
    assert.deepEqual(await readdir(folder), ['original', ...made.map(({ name }) => name)])
    return details.thumbnailUnavailable ?? details.thumbnailName
  } finally {
    await rm(folder, { recursive: true })
  }
}

const list = (gltf: Gltf, name: string) => gltf[name] as readonly Gltf[]
const changed = (gltf: Gltf, name: string, index: number, change: Gltf): Gltf => ({
  ...gltf,
  [name]: list(gltf, name).map((one, i) => (i === index ? { ...one, ...change } : one)),
})

describe('the picture of a cube', () => {
  test('shows its front, its right side and its top, each in its colour, and nothing around it', async () => {
    const at = await look(cubeFile())
    assert.deepEqual([at(35, 60), at(75, 55), at(52, 22)], ['0000ff', 'ff0000', '00ff00'])
    assert.deepEqual([at(0, 0), at(99, 0), at(0, 99), at(99, 99), at(8, 50), at(92, 50)], ['', '', '', '', '', ''])
    const seen = new Set(Array.from({ length: side * side }, (_, i) => at(i % side, Math.floor(i / side))))
    assert.deepEqual(seen, new Set(['', '0000ff', 'ff0000', '00ff00']), 'what is behind is hidden')
  })

  test('fills 76 of 100 pixels, and is centred', async () => {
    const at = await look(cubeFile())
    const dots = Array.from({ length: side * side }, (_, i) => [i % side, Math.floor(i / side)] as const).filter(([x, y]) => at(x, y))
    const span = (axis: 0 | 1) => [Math.min(...dots.map((dot) => dot[axis])), Math.max(...dots.map((dot) => dot[axis]))] as const
    const [[left, right], [top, bottom]] = [span(0), span(1)]
    assert.ok(Math.abs(Math.max(right - left, bottom - top) + 1 - 76) <= 1, `${right - left} by ${bottom - top}`)
    for (const [low, high] of [span(0), span(1)]) assert.ok(Math.abs(low + high - 99) <= 1)
  })

  test('is the same wherever it stands and however large it is', async () => {
    const moved = await look(cubeFile((gltf) => ({ ...gltf, nodes: [{ mesh: 0, translation: [40, -7, 3], scale: [9, 9, 9] }] })))
    const usual = await look(cubeFile())
    for (let x = 2; x < side; x += 5) for (let y = 2; y < side; y += 5) assert.equal(moved(x, y), usual(x, y), `${x}, ${y}`)
  })

  test('is turned by its node, and shows its outside when mirrored', async () => {
    const half = Math.SQRT1_2
    const turned = await look(cubeFile((gltf) => ({ ...gltf, nodes: [{ mesh: 0, rotation: [0, half, 0, half] }] })))
    assert.deepEqual([turned(35, 60), turned(75, 55)], ['00ffff', '0000ff'], 'its front is to the right')
    const mirrored = await look(cubeFile((gltf) => ({ ...gltf, nodes: [{ mesh: 0, scale: [-1, 1, 1] }] })))
    assert.deepEqual([mirrored(35, 60), mirrored(75, 55)], ['0000ff', '00ffff'])
  })

  test('is shaded by light, with the side that faces the lamp the brightest', async () => {
    const white = cubeFile((gltf) => ({
      ...gltf,
      materials: list(gltf, 'materials').map(() => ({ pbrMetallicRoughness: { metallicFactor: 0 } })),
    }))
    const at = await look(white)
    const light = (x: number, y: number) => Number.parseInt(at(x, y).slice(0, 2), 16)
    assert.ok(light(52, 22) > light(35, 60) && light(35, 60) > light(75, 55), [light(52, 22), light(35, 60), light(75, 55)].join())
  })

  test('is transparent where its sides are glass', async () => {
    const glass = { pbrMetallicRoughness: { baseColorFactor: [0, 0, 1, 0.5] }, alphaMode: 'BLEND', extensions: { KHR_materials_unlit: {} } }
    const at = await look(cubeFile((gltf) => changed(gltf, 'materials', 4, glass)))
    assert.equal(at(75, 55), 'ff0000')
    const { data } = await sharp(await thumbnailOf(cubeFile((gltf) => changed(gltf, 'materials', 4, glass))))
      .raw()
      .toBuffer({ resolveWithObject: true })
    const opacity = data[(614 * 1024 + 358) * 4 + 3]!
    assert.ok(Math.abs(opacity - 128) < 4, `${opacity}`)
  })

  test('is the same with normalised vertices and with sparse lists', async () => {
    const usual = await look(cubeFile())
    const points = Buffer.alloc(6 * 4 * 8)
    const whole = cubeFile()
    const binaryAt = 28 + whole.readUInt32LE(12)
    for (let corner = 0; corner < 24; corner++)
      for (let axis = 0; axis < 3; axis++)
        points.writeInt16LE(Math.round(whole.readFloatLE(binaryAt + corner * 12 + axis * 4) * 32_767), corner * 8 + axis * 2)
    const json = JSON.parse(whole.toString('utf8', 20, 20 + whole.readUInt32LE(12))) as Gltf
    const short = modelFile(
      {
        ...json,
        extensionsRequired: ['KHR_mesh_quantization'],
        accessors: list(json, 'accessors').map((one, i) =>
          i < 6 ? { ...one, componentType: 5122, normalized: true, byteOffset: i * 32 } : one,
        ),
        bufferViews: [
          { buffer: 0, byteLength: points.length, byteStride: 8 },
          { buffer: 0, byteOffset: points.length, byteLength: 12 },
        ],
        buffers: [{ byteLength: points.length + 12 }],
      },
      Buffer.concat([points, whole.subarray(binaryAt + 288, binaryAt + 300)]),
    )
    const sparse = cubeFile((gltf) =>
      changed(gltf, 'accessors', 4, {
        bufferView: undefined,
        sparse: {
          count: 4,
          indices: { bufferView: 2, componentType: 5121 },
          values: { bufferView: 0, byteOffset: 4 * 48 },
        },
      }),
    )
    const withPlaces = (() => {
      const described = JSON.parse(sparse.toString('utf8', 20, 20 + sparse.readUInt32LE(12))) as Gltf
      const at = 28 + sparse.readUInt32LE(12)
      return modelFile(
        {
          ...described,
          bufferViews: [...list(described, 'bufferViews'), { buffer: 0, byteOffset: 300, byteLength: 4 }],
          buffers: [{ byteLength: 304 }],
        },
        Buffer.concat([sparse.subarray(at, at + 300), Buffer.from([0, 1, 2, 3])]),
      )
    })()
    for (const model of [short, withPlaces]) {
      const same = await look(model)
      assert.deepEqual([same(35, 60), same(75, 55), same(52, 22)], [usual(35, 60), usual(75, 55), usual(52, 22)])
    }
  })

  test('is the same when compressed by meshopt', async () => {
    await MeshoptEncoder.ready
    const whole = cubeFile()
    const binaryAt = 28 + whole.readUInt32LE(12)
    const json = JSON.parse(whole.toString('utf8', 20, 20 + whole.readUInt32LE(12))) as Gltf
    const packed = Buffer.from(MeshoptEncoder.encodeVertexBuffer(new Uint8Array(whole.subarray(binaryAt, binaryAt + 288)), 24, 12))
    const padding = Buffer.alloc((4 - (packed.length % 4)) % 4)
    const compressed = modelFile(
      {
        ...json,
        extensionsRequired: ['EXT_meshopt_compression'],
        bufferViews: [
          {
            buffer: 1,
            byteLength: 288,
            extensions: {
              EXT_meshopt_compression: { buffer: 0, byteLength: packed.length, byteStride: 12, count: 24, mode: 'ATTRIBUTES' },
            },
          },
          { buffer: 0, byteOffset: packed.length + padding.length, byteLength: 12 },
        ],
        buffers: [{ byteLength: packed.length + padding.length + 12 }, { byteLength: 288 }],
      },
      Buffer.concat([packed, padding, whole.subarray(binaryAt + 288, binaryAt + 300)]),
    )
    const at = await look(compressed)
    assert.deepEqual([at(35, 60), at(75, 55), at(52, 22)], ['0000ff', 'ff0000', '00ff00'])
  })

  test('has its texture: the top left of the texture is the top left of the side', async () => {
    const quarters = Buffer.from([255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255])
    const png = await sharp(quarters, { raw: { width: 2, height: 2, channels: 3 } })
      .resize(64, 64, { kernel: 'nearest' })
      .png()
      .toBuffer()
    const whole = cubeFile()
    const binaryAt = 28 + whole.readUInt32LE(12)
    const json = JSON.parse(whole.toString('utf8', 20, 20 + whole.readUInt32LE(12))) as Gltf
    // The front has its vertices at the bottom left, bottom right, top right and top left.
    const places = Buffer.alloc(32)
    ;[0, 1, 1, 1, 1, 0, 0, 0].forEach((value, i) => places.writeFloatLE(value, i * 4))
    const [{ primitives }] = json.meshes as [{ primitives: readonly Gltf[] }]
    const textured = modelFile(
      {
        ...json,
        meshes: [{ primitives: primitives.map((one, i) => (i === 4 ? { ...one, attributes: { POSITION: 4, TEXCOORD_0: 7 } } : one)) }],
        materials: list(json, 'materials').map((one, i) =>
          i === 4 ? { ...one, pbrMetallicRoughness: { baseColorTexture: { index: 0 } } } : one,
        ),
        textures: [{ source: 0 }],
        images: [{ uri: `data:image/png;base64,${png.toString('base64')}` }],
        accessors: [...list(json, 'accessors'), { bufferView: 2, componentType: 5126, count: 4, type: 'VEC2' }],
        bufferViews: [...list(json, 'bufferViews'), { buffer: 0, byteOffset: 300, byteLength: 32 }],
        buffers: [{ byteLength: 332 }],
      },
      Buffer.concat([whole.subarray(binaryAt, binaryAt + 300), places]),
    )
    const { data, info } = await sharp(await thumbnailOf(textured))
      .raw()
      .toBuffer({ resolveWithObject: true })
    const near = (x: number, y: number) =>
      [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 3)].map((one) => (one > 127 ? 1 : 0)).join('')
    assert.deepEqual([near(250, 440), near(450, 500), near(250, 720), near(450, 800)], ['100', '010', '001', '111'])
  })
})

describe('a model that cannot be drawn has no thumbnail, and says why', () => {
  const says: Readonly<Record<string, readonly [make: () => Buffer, state: string]>> = {
    'one that is whole': [() => cubeFile(), 'thumbnail.webp'],
    'one that needs Draco': [() => cubeFile((gltf) => ({ ...gltf, extensionsRequired: ['KHR_draco_mesh_compression'] })), 'UNSUPPORTED'],
    'one without a scene': [() => cubeFile((gltf) => ({ ...gltf, scenes: [] })), 'EMPTY'],
    'one of points alone': [
      () => cubeFile((gltf) => ({ ...gltf, meshes: [{ primitives: [{ attributes: { POSITION: 0 }, mode: 0 }] }] })),
      'EMPTY',
    ],
    'one of no size': [() => cubeFile((gltf) => ({ ...gltf, nodes: [{ mesh: 0, scale: [0, 0, 0] }] })), 'EMPTY'],
    'one without end': [
      () => cubeFile((gltf) => ({ ...gltf, nodes: [{ mesh: 0, translation: [1e308, 1e308, 1e308], scale: [1e308, 1, 1] }] })),
      'EMPTY',
    ],
    'one of a billion corners that are nowhere': [
      () => cubeFile((gltf) => changed(gltf, 'accessors', 4, { bufferView: undefined, count: 1_000_000_000 })),
      'TOO_LARGE',
    ],
    'one of a billion triangles that are nowhere': [
      () => cubeFile((gltf) => changed(gltf, 'accessors', 6, { bufferView: undefined, count: 1_500_000_000 })),
      'TOO_LARGE',
    ],
    'one that is decompressed to a terabyte': [
      () =>
        cubeFile((gltf) =>
          changed(gltf, 'bufferViews', 0, {
            extensions: { EXT_meshopt_compression: { buffer: 0, byteLength: 16, byteStride: 64, count: 2 ** 34, mode: 'ATTRIBUTES' } },
          }),
        ),
      'TOO_LARGE',
    ],
    'one whose compressed bytes are none': [
      () =>
        cubeFile((gltf) =>
          changed(gltf, 'bufferViews', 0, {
            extensions: { EXT_meshopt_compression: { buffer: 0, byteLength: 288, byteStride: 12, count: 24, mode: 'ATTRIBUTES' } },
          }),
        ),
      'BROKEN',
    ],
    'one whose steps go beyond its bytes': [() => cubeFile((gltf) => changed(gltf, 'bufferViews', 0, { byteStride: 4096 })), 'BROKEN'],
    'one whose corners are of another form': [() => cubeFile((gltf) => changed(gltf, 'accessors', 0, { type: 'VEC2' })), 'BROKEN'],
    'one whose triangles name a list that is not there': [
      () => cubeFile((gltf) => ({ ...gltf, meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 99 }] }] })),
      'BROKEN',
    ],
  }
  for (const [name, [make, state]] of Object.entries(says))
    test(`${state}: ${name}`, async () => assert.equal(await stateOf(make()), state))

  test('invalid and missing vertices are skipped, and the rest is drawn', async () => {
    const cube = cubeFile()
    const binaryAt = 28 + cube.readUInt32LE(12)
    // The first vertex of the front.
    cube.writeFloatLE(Number.NaN, binaryAt + 4 * 48)
    assert.equal((await look(cube))(52, 22), '00ff00')
    const beyond = cubeFile()
    beyond.writeUInt16LE(60_000, binaryAt + 288)
    const at = await look(beyond)
    assert.deepEqual([at(22, 45), at(50, 72)], ['0000ff', ''], 'one of the two triangles of each side')
  })

  test('drawing stops at its time limit', async () => {
    const surfaces = await readSurfaces(await openModel(cubeFile()), noTextures)
    const many = Array.from({ length: 5 }, () => surfaces).flat()
    const camera = cameraFor(surfaces, 2048)
    assert.throws(() => rasterise(many, camera, 2048, () => true), { why: 'TOO_LARGE' })
  })
})
