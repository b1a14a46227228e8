import { broken, tooLarge } from './unfit.ts'

/** The part of a glTF 2.0 description that we read. Its lists are known to be lists; nothing else in it has been checked. */
export interface Gltf {
  readonly asset?: { readonly version?: unknown }
  readonly extensionsRequired?: readonly unknown[]
  readonly buffers?: readonly { readonly uri?: unknown; readonly byteLength?: unknown }[]
  readonly images?: readonly { readonly uri?: unknown; readonly bufferView?: unknown }[]
  readonly textures?: readonly { readonly source?: unknown; readonly extensions?: Extensions }[]
  readonly materials?: readonly Material[]
  readonly bufferViews?: readonly BufferView[]
  readonly accessors?: readonly Accessor[]
  readonly meshes?: readonly { readonly primitives?: unknown }[]
  readonly nodes?: readonly GltfNode[]
  readonly scenes?: readonly { readonly nodes?: unknown }[]
  readonly scene?: unknown
}

export type Extensions = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>

export interface BufferView {
  readonly buffer?: unknown
  readonly byteOffset?: unknown
  readonly byteLength?: unknown
  readonly byteStride?: unknown
  readonly extensions?: Extensions
}

export interface Accessor {
  readonly bufferView?: unknown
  readonly byteOffset?: unknown
  readonly count?: unknown
  readonly componentType?: unknown
  readonly type?: unknown
  readonly normalized?: unknown
  readonly sparse?: {
    readonly count?: unknown
    readonly indices?: { readonly bufferView?: unknown; readonly byteOffset?: unknown; readonly componentType?: unknown }
    readonly values?: { readonly bufferView?: unknown; readonly byteOffset?: unknown }
  }
  readonly min?: unknown
  readonly max?: unknown
}

export interface Primitive {
  readonly attributes?: Readonly<Record<string, unknown>>
  readonly indices?: unknown
  readonly material?: unknown
  readonly mode?: unknown
}

export interface TextureUse {
  readonly index?: unknown
  readonly texCoord?: unknown
  readonly extensions?: Extensions
}

export interface Material {
  readonly pbrMetallicRoughness?: {
    readonly baseColorFactor?: unknown
    readonly baseColorTexture?: TextureUse
    readonly metallicFactor?: unknown
    readonly roughnessFactor?: unknown
  }
  readonly emissiveFactor?: unknown
  readonly alphaMode?: unknown
  readonly alphaCutoff?: unknown
  readonly doubleSided?: unknown
  readonly extensions?: Extensions
}

interface GltfNode {
  readonly mesh?: unknown
  readonly children?: unknown
  readonly matrix?: unknown
  readonly translation?: unknown
  readonly rotation?: unknown
  readonly scale?: unknown
}

export type Point = readonly [x: number, y: number, z: number]

/** Every name that a description may have at its top. */
const names =
  'accessors|animations|asset|buffers|bufferViews|cameras|extensions|extensionsRequired|extensionsUsed|extras|images|materials|meshes|nodes|samplers|scene|scenes|skins|textures'
const start = new RegExp(`^\uFEFF?\\s*\\{\\s*"(?:${names})"\\s*:`)

/** Whether a text begins as a description does. */
export const looksLikeGltf = (text: string): boolean => start.test(text)

const lists = ['buffers', 'images', 'textures', 'materials', 'bufferViews', 'accessors', 'meshes', 'nodes', 'scenes'] as const
const mostNodes = 100_000

export function parseGltf(text: string): Gltf {
  let gltf: unknown
  try {
    gltf = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return broken('Its description is not JSON.')
  }
  if (typeof gltf !== 'object' || gltf === null) return broken('Its description is not an object.')
  for (const list of lists.map((name) => (gltf as Record<string, unknown>)[name]))
    if (list !== undefined && !(Array.isArray(list) && list.every((one) => typeof one === 'object' && one !== null)))
      broken('Its description has a value that should be a list.')
  const { asset } = gltf as Gltf
  if (!String(asset?.version).startsWith('2.')) broken('It is not glTF version 2.')
  return gltf
}

export const isLength = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

export const bytesOfComponent: Readonly<Record<number, number>> = { 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4 }
export const componentsOf: Readonly<Record<string, number>> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT2: 4, MAT3: 9, MAT4: 16 }

const base64 = /^[A-Za-z0-9+/]*={0,2}$/

/** How many bytes a `data:` address holds, without decoding them. Undefined where they are not written as base64. */
export function lengthInside(uri: string): number | undefined {
  const comma = uri.indexOf(',')
  if (!uri.slice(0, comma).endsWith(';base64') || !base64.test(uri.slice(comma + 1))) return undefined
  const end = uri.endsWith('==') ? 2 : uri.endsWith('=') ? 1 : 0
  return Math.floor(((uri.length - comma - 1 - end) * 3) / 4)
}

/** Column-major, as in glTF. */
export type Matrix = readonly number[]
const unit: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]

const times = (a: Matrix, b: Matrix): Matrix =>
  unit.map((_, at) => [0, 1, 2, 3].reduce((sum, k) => sum + a[k * 4 + (at % 4)]! * b[Math.floor(at / 4) * 4 + k]!, 0))

/** A list of that many numbers; anything else is unreadable. */
function numbers(value: unknown, usual: readonly number[]): readonly number[] {
  if (value === undefined) return usual
  if (!Array.isArray(value) || value.length !== usual.length || !value.every((one) => typeof one === 'number'))
    return broken('A matrix of it cannot be read.')
  return value
}

function matrixOf({ matrix, translation, rotation, scale }: GltfNode): Matrix {
  if (matrix !== undefined) return numbers(matrix, unit)
  const [tx, ty, tz] = numbers(translation, [0, 0, 0]) as Point
  const [x, y, z, w] = numbers(rotation, [0, 0, 0, 1]) as readonly [...Point, number]
  const [sx, sy, sz] = numbers(scale, [1, 1, 1]) as Point
  return [
    (1 - 2 * (y * y + z * z)) * sx, 2 * (x * y + z * w) * sx, 2 * (x * z - y * w) * sx, 0,
    2 * (x * y - z * w) * sy, (1 - 2 * (x * x + z * z)) * sy, 2 * (y * z + x * w) * sy, 0,
    2 * (x * z + y * w) * sz, 2 * (y * z - x * w) * sz, (1 - 2 * (x * x + y * y)) * sz, 0,
    tx, ty, tz, 1,
  ] // biome-ignore format: four by four
}

/** Each mesh of the first scene, with its world matrix. */
export function* shownMeshes({
  scenes = [],
  scene = 0,
  nodes = [],
  meshes = [],
}: Gltf): Generator<readonly [readonly Primitive[], Matrix]> {
  const first = scenes[Number(scene)]?.nodes
  const waiting: (readonly [index: unknown, matrix: Matrix])[] = Array.isArray(first) ? first.map((index) => [index, unit] as const) : []
  const seen = new Set<unknown>()
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [index, outer] = next
    const node = isLength(index) ? nodes[index] : undefined
    if (!node || seen.has(index)) return broken('A node of it is missing, or in itself.')
    if (seen.add(index).size > mostNodes) tooLarge('It has too many nodes.')
    const matrix = times(outer, matrixOf(node))
    for (const child of Array.isArray(node.children) ? node.children : []) waiting.push([child, matrix])
    const primitives = isLength(node.mesh) && meshes[node.mesh]?.primitives
    if (Array.isArray(primitives)) yield [primitives.filter((one) => typeof one === 'object' && one !== null), matrix]
  }
}
