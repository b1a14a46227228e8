import type { Source } from './source.ts'
import { broken, tooLarge, unsafe } from './unfit.ts'

const [magic, json, binary] = [0x46546c67, 0x4e4f534a, 0x004e4942]
const mostJsonBytes = 16 * 1024 * 1024
const mostNodes = 100_000

interface Gltf {
  readonly asset?: { readonly version?: unknown }
  readonly buffers?: readonly { readonly uri?: unknown; readonly byteLength?: unknown }[]
  readonly images?: readonly { readonly uri?: unknown }[]
  readonly bufferViews?: readonly { readonly buffer?: unknown; readonly byteOffset?: unknown; readonly byteLength?: unknown }[]
  readonly accessors?: readonly {
    readonly bufferView?: unknown
    readonly byteOffset?: unknown
    readonly count?: unknown
    readonly componentType?: unknown
    readonly type?: unknown
    readonly min?: unknown
    readonly max?: unknown
  }[]
  readonly meshes?: readonly { readonly primitives?: readonly { readonly attributes?: { readonly POSITION?: unknown } }[] }[]
  readonly nodes?: readonly {
    readonly mesh?: unknown
    readonly children?: readonly unknown[]
    readonly matrix?: readonly number[]
    readonly translation?: readonly number[]
    readonly rotation?: readonly number[]
    readonly scale?: readonly number[]
  }[]
  readonly scenes?: readonly { readonly nodes?: readonly unknown[] }[]
  readonly scene?: unknown
}

export interface ModelFacts {
  readonly dimensions: { readonly x: number; readonly y: number; readonly z: number } | undefined
}

/** Reads a binary glTF 2.0: all lengths are true, all of it is in the file itself, and this is how large it is. */
export async function readModel(source: Source): Promise<ModelFacts> {
  const head = await source.read(0, 20)
  if (head.length < 20 || head.readUInt32LE(0) !== magic) broken('It ends before it begins.')
  if (head.readUInt32LE(4) !== 2) broken('It is no glTF of version 2.')
  if (head.readUInt32LE(8) !== source.size) broken('It says another length than it has.')
  const jsonLength = head.readUInt32LE(12)
  if (head.readUInt32LE(16) !== json || jsonLength % 4 !== 0 || 20 + jsonLength > source.size) broken('Its description does not lie in it.')
  if (jsonLength > mostJsonBytes) tooLarge('Its description is more than we can read.')
  let binaryLength = 0
  for (let at = 20 + jsonLength, first = true; at < source.size; first = false) {
    const chunk = await source.read(at, 8)
    if (chunk.length < 8) return broken('A chunk of it is cut off.')
    const length = chunk.readUInt32LE(0)
    if (length % 4 !== 0 || at + 8 + length > source.size) broken('A chunk of it says that it is longer than the file.')
    if (first && chunk.readUInt32LE(4) === binary) binaryLength = length
    at += 8 + length
  }
  const gltf = parse((await source.read(20, jsonLength)).toString('utf8'))
  checkLinks(gltf)
  checkLengths(gltf, binaryLength)
  return { dimensions: dimensionsOf(gltf) }
}

function parse(text: string): Gltf {
  let gltf: unknown
  try {
    gltf = JSON.parse(text)
  } catch {
    return broken('Its description is no JSON.')
  }
  if (typeof gltf !== 'object' || gltf === null) return broken('Its description is no object.')
  const lists: readonly unknown[] = ['buffers', 'images', 'bufferViews', 'accessors', 'meshes', 'nodes', 'scenes'].map(
    (name) => (gltf as Record<string, unknown>)[name],
  )
  for (const list of lists)
    if (list !== undefined && !(Array.isArray(list) && list.every((one) => typeof one === 'object' && one !== null)))
      broken('Its description has something that is no list.')
  const { asset } = gltf as Gltf
  if (!String(asset?.version).startsWith('2.')) broken('It is no glTF of version 2.')
  return gltf
}

/** Whatever looks at a model would call there, with the address of whoever looks. */
function checkLinks({ buffers = [], images = [] }: Gltf): void {
  for (const { uri } of [...buffers, ...images])
    if (uri !== undefined && !/^data:(?:application\/(?:octet-stream|gltf-buffer)|image\/(?:png|jpeg|webp))[;,]/.test(String(uri)))
      unsafe('It loads something from another address.')
}

const isLength = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
const componentBytes: Readonly<Record<number, number>> = { 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4 }
const componentsOf: Readonly<Record<string, number>> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT2: 4, MAT3: 9, MAT4: 16 }

function checkLengths({ buffers = [], bufferViews = [], accessors = [] }: Gltf, binaryLength: number): void {
  const lengths = buffers.map(({ uri, byteLength }, index) => {
    if (!isLength(byteLength)) return broken('A buffer of it has no length.')
    if (uri === undefined && index === 0 && byteLength > binaryLength) broken('A buffer of it says that it is longer than it is.')
    return byteLength
  })
  const views = bufferViews.map(({ buffer, byteOffset = 0, byteLength }) => {
    const whole = isLength(buffer) ? lengths[buffer] : undefined
    if (whole === undefined || !isLength(byteOffset) || !isLength(byteLength) || byteOffset + byteLength > whole)
      return broken('A part of it lies outside of it.')
    return byteLength
  })
  for (const { bufferView, byteOffset = 0, count, componentType, type } of accessors) {
    const size = (componentBytes[Number(componentType)] ?? 0) * (componentsOf[String(type)] ?? 0)
    if (!isLength(count) || !isLength(byteOffset) || size === 0) broken('A list of it cannot be read.')
    if (bufferView === undefined) continue
    const whole = isLength(bufferView) ? views[bufferView] : undefined
    if (whole === undefined || byteOffset + count * size > whole) broken('A list of it lies outside of it.')
  }
}

/** Column by column, as glTF has them. */
type Matrix = readonly number[]
const unit: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]

const times = (a: Matrix, b: Matrix): Matrix =>
  unit.map((_, at) => [0, 1, 2, 3].reduce((sum, k) => sum + a[k * 4 + (at % 4)]! * b[Math.floor(at / 4) * 4 + k]!, 0))

function matrixOf({
  matrix,
  translation: [tx = 0, ty = 0, tz = 0] = [],
  rotation: [x = 0, y = 0, z = 0, w = 1] = [],
  scale: [sx = 1, sy = 1, sz = 1] = [],
}: NonNullable<Gltf['nodes']>[number]): Matrix {
  if (matrix) return matrix.length === 16 ? matrix : broken('A matrix of it cannot be read.')
  return [
    (1 - 2 * (y * y + z * z)) * sx, 2 * (x * y + z * w) * sx, 2 * (x * z - y * w) * sx, 0,
    2 * (x * y - z * w) * sy, (1 - 2 * (x * x + z * z)) * sy, 2 * (y * z + x * w) * sy, 0,
    2 * (x * z + y * w) * sz, 2 * (y * z - x * w) * sz, (1 - 2 * (x * x + y * y)) * sz, 0,
    tx, ty, tz, 1,
  ] // biome-ignore format: four by four
}

/** The box around all that the first scene shows; undefined where it shows nothing, or does not say where it is. */
function dimensionsOf({ scenes = [], scene = 0, nodes = [], meshes = [], accessors = [] }: Gltf): ModelFacts['dimensions'] {
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  const waiting: (readonly [index: unknown, matrix: Matrix])[] = (scenes[Number(scene)]?.nodes ?? []).map((index) => [index, unit])
  const seen = new Set<unknown>()
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [index, outer] = next
    const node = isLength(index) ? nodes[index] : undefined
    if (!node || seen.has(index)) return broken('A node of it is missing, or in itself.')
    if (seen.add(index).size > mostNodes) tooLarge('It has more nodes than we can look through.')
    const matrix = times(outer, matrixOf(node))
    for (const child of Array.isArray(node.children) ? node.children : []) waiting.push([child, matrix])
    for (const { attributes } of (isLength(node.mesh) && meshes[node.mesh]?.primitives) || []) {
      const position = attributes?.POSITION
      const { min, max } = (isLength(position) && accessors[position]) || {}
      if (!isPoint(min) || !isPoint(max)) continue
      for (let corner = 0; corner < 8; corner++) {
        const point = [0, 1, 2].map((axis) => ((corner >> axis) & 1 ? max : min)[axis]!)
        for (const axis of [0, 1, 2]) {
          const at = [0, 1, 2].reduce((sum, k) => sum + matrix[k * 4 + axis]! * point[k]!, matrix[12 + axis]!)
          low[axis] = Math.min(low[axis]!, at)
          high[axis] = Math.max(high[axis]!, at)
        }
      }
    }
  }
  const [x, y, z] = [0, 1, 2].map((axis) => Math.round((high[axis]! - low[axis]!) * 10_000) / 10_000) as [number, number, number]
  return [x, y, z].every((side) => Number.isFinite(side)) ? { x, y, z } : undefined
}

const isPoint = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.length === 3 && value.every((one) => Number.isFinite(one))
