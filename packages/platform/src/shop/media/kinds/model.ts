import { bytesOfComponent, componentsOf, type Gltf, isLength, lengthInside, parseGltf, shownMeshes } from './gltf.ts'
import type { Source } from './source.ts'
import { broken, tooLarge, UnfitFile, unsafe } from './unfit.ts'

const [json, binary] = [0x4e4f534a, 0x004e4942]
const mostJsonBytes = 16 * 1024 * 1024
/** With bytes and pictures in it. */
const mostTextBytes = 100 * 1024 * 1024

export interface ModelFacts {
  readonly dimensions: { readonly x: number; readonly y: number; readonly z: number } | undefined
}

/** Reads glTF 2.0, binary or as text: all lengths are true, all of it is in the file itself, and this is how large it is. */
export async function readModel(source: Source): Promise<ModelFacts> {
  const isBinary = (await source.read(0, 4)).toString('latin1') === 'glTF'
  const { gltf, binaryLength } = isBinary ? await readBinary(source) : await readText(source)
  checkLinks(gltf)
  checkLengths(gltf, binaryLength)
  return { dimensions: dimensionsOf(gltf) }
}

interface Description {
  readonly gltf: Gltf
  /** What follows it in the same file. */
  readonly binaryLength: number
}

async function readText(source: Source): Promise<Description> {
  if (source.size > mostTextBytes) tooLarge('It is more text than we can read: save it as GLB.')
  return { gltf: parseGltf((await source.read(0, source.size)).toString('utf8')), binaryLength: 0 }
}

async function readBinary(source: Source): Promise<Description> {
  const head = await source.read(0, 20)
  if (head.length < 20) broken('It ends before it begins.')
  if (head.readUInt32LE(4) !== 2) broken('It is not glTF version 2.')
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
  return { gltf: parseGltf((await source.read(20, jsonLength)).toString('utf8')), binaryLength }
}

const embedded = /^data:(?:application\/(?:octet-stream|gltf-buffer)|image\/(?:png|jpeg|webp))[;,]/
/** A file beside it, or below its folder. */
const beside = /^(?![a-z][a-z0-9+.-]*:|[\\/]|(?:.*[\\/])?\.\.)./i

/** Whatever looks at a model would call there, with the address of whoever looks. */
function checkLinks({ buffers = [], images = [] }: Gltf): void {
  for (const { uri } of [...buffers, ...images]) {
    if (uri === undefined || embedded.test(String(uri))) continue
    if (typeof uri === 'string' && beside.test(uri))
      throw new UnfitFile('OTHER_FILES', 'Parts of it are in other files: save it as GLB, or as glTF with everything embedded.')
    unsafe('It loads something from another address.')
  }
}

function checkLengths({ buffers = [], bufferViews = [], accessors = [] }: Gltf, binaryLength: number): void {
  const lengths = buffers.map(({ uri, byteLength }, index) => {
    if (!isLength(byteLength)) return broken('A buffer of it has no length.')
    const held = uri === undefined ? (index === 0 ? binaryLength : byteLength) : lengthInside(String(uri))
    if (held === undefined) return broken('A buffer of it is not written as base64.')
    if (byteLength > held) broken('A buffer of it says that it is longer than it is.')
    return byteLength
  })
  const views = bufferViews.map(({ buffer, byteOffset = 0, byteLength }) => {
    const whole = isLength(buffer) ? lengths[buffer] : undefined
    if (whole === undefined || !isLength(byteOffset) || !isLength(byteLength) || byteOffset + byteLength > whole)
      return broken('A part of it lies outside of it.')
    return byteLength
  })
  for (const { bufferView, byteOffset = 0, count, componentType, type } of accessors) {
    const size = (bytesOfComponent[Number(componentType)] ?? 0) * (componentsOf[String(type)] ?? 0)
    if (!isLength(count) || !isLength(byteOffset) || size === 0) broken('A list of it cannot be read.')
    if (bufferView === undefined) continue
    const whole = isLength(bufferView) ? views[bufferView] : undefined
    if (whole === undefined || byteOffset + count * size > whole) broken('A list of it lies outside of it.')
  }
}

/** The box around all that the first scene shows; undefined where it shows nothing, or does not say where it is. */
function dimensionsOf(gltf: Gltf): ModelFacts['dimensions'] {
  const { accessors = [] } = gltf
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  for (const [primitives, matrix] of shownMeshes(gltf))
    for (const { attributes } of primitives) {
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
  const [x, y, z] = [0, 1, 2].map((axis) => Math.round((high[axis]! - low[axis]!) * 10_000) / 10_000) as [number, number, number]
  return [x, y, z].every((side) => Number.isFinite(side)) ? { x, y, z } : undefined
}

const isPoint = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.length === 3 && value.every((one) => Number.isFinite(one))
