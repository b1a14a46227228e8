import { MeshoptDecoder } from 'meshoptimizer/decoder'
import {
  type Accessor,
  type BufferView,
  bytesOfComponent,
  componentsOf,
  type Extensions,
  type Gltf,
  isLength,
  parseGltf,
} from '../../../kinds/gltf.ts'
import { Undrawn } from './undrawn.ts'

/** A model with readers for its lists (accessors). */
export interface OpenModel {
  readonly gltf: Gltf
  /** The bytes of one of its buffer views, decompressed. */
  readonly view: (index: unknown) => Buffer
  /** The numbers of a list in order; normalised ones are converted to -1 to 1. */
  readonly list: (index: unknown, components: number) => Float32Array
}

const compressions = ['EXT_meshopt_compression', 'KHR_meshopt_compression'] as const
/** Limits over all lists, and over all compressed buffer views. */
const mostNumbers = 60_000_000
/** Larger vertex numbers are not exact in 32 bits. */
const mostInOne = 2 ** 24
const mostDecompressed = 400_000_000

/** The bytes of a `data:` address, the only ones that a model may have. */
export function bytesIn(uri: unknown): Buffer {
  const text = String(uri)
  return Buffer.from(text.slice(text.indexOf(',') + 1), 'base64')
}

/** Opens a glTF, binary or as text, whose lengths have been checked. */
export async function openModel(bytes: Buffer): Promise<OpenModel> {
  await MeshoptDecoder.ready
  const { gltf, binary } =
    bytes.toString('latin1', 0, 4) === 'glTF' ? chunksOf(bytes) : { gltf: parseGltf(bytes.toString('utf8')), binary: nothing }
  const buffers = (gltf.buffers ?? []).map(({ uri }, index) => {
    if (uri === undefined) return index === 0 ? binary : nothing
    return bytesIn(uri)
  })
  let read = 0
  let decompressed = 0

  function part(buffer: unknown, byteOffset: unknown, byteLength: unknown): Buffer {
    const whole = isLength(buffer) ? buffers[buffer] : undefined
    const from = byteOffset ?? 0
    if (!whole || !isLength(from) || !isLength(byteLength) || from + byteLength > whole.length) throw new Undrawn('BROKEN')
    return whole.subarray(from, from + byteLength)
  }

  function decompress({ buffer, byteOffset, byteLength, count, byteStride, mode, filter }: NonNullable<Extensions[string]>): Buffer {
    if (!isLength(count) || !isLength(byteStride)) throw new Undrawn('BROKEN')
    decompressed += count * byteStride
    if (decompressed > mostDecompressed) throw new Undrawn('TOO_LARGE')
    const target = Buffer.alloc(count * byteStride)
    try {
      MeshoptDecoder.decodeGltfBuffer(
        target,
        count,
        byteStride,
        part(buffer, byteOffset, byteLength),
        String(mode),
        String(filter ?? 'NONE'),
      )
    } catch {
      throw new Undrawn('BROKEN')
    }
    return target
  }

  const views = new Map<BufferView, Buffer>()
  const viewAt = (index: unknown): BufferView => {
    const found = isLength(index) ? gltf.bufferViews?.[index] : undefined
    if (!found) throw new Undrawn('BROKEN')
    return found
  }
  function view(index: unknown): Buffer {
    const found = viewAt(index)
    const known = views.get(found)
    if (known) return known
    const compressed = compressions.map((name) => found.extensions?.[name]).find((one) => one !== undefined)
    const opened = compressed ? decompress(compressed) : part(found.buffer, found.byteOffset, found.byteLength)
    views.set(found, opened)
    return opened
  }

  function accessorAt(index: unknown): Accessor & { readonly count: number } {
    const found = isLength(index) ? gltf.accessors?.[index] : undefined
    if (!found || !isLength(found.count)) throw new Undrawn('BROKEN')
    return { ...found, count: found.count }
  }

  function list(index: unknown, components: number): Float32Array {
    const { bufferView, byteOffset, count, componentType, type, normalized, sparse } = accessorAt(index)
    if (componentsOf[String(type)] !== components) throw new Undrawn('BROKEN')
    read += count * components
    if (read > mostNumbers || count > mostInOne) throw new Undrawn('TOO_LARGE')
    const numbers = new Float32Array(count * components)
    const form = { componentType: Number(componentType), components, normalized: normalized === true }
    if (bufferView !== undefined) {
      const { byteStride } = viewAt(bufferView)
      readNumbers(view(bufferView), { ...form, at: byteOffset ?? 0, stride: byteStride, count }, (value, i) => (numbers[i] = value))
    }
    if (sparse) {
      const { indices = {}, values = {} } = sparse
      if (!isLength(sparse.count) || sparse.count > count) throw new Undrawn('BROKEN')
      const places = new Uint32Array(sparse.count)
      const one = { components: 1, normalized: false, stride: undefined, count: sparse.count }
      readNumbers(
        view(indices.bufferView),
        { ...one, componentType: Number(indices.componentType), at: indices.byteOffset ?? 0 },
        (value, i) => (places[i] = value),
      )
      const changed = { ...form, at: values.byteOffset ?? 0, stride: undefined, count: sparse.count }
      readNumbers(view(values.bufferView), changed, (value, i) => {
        const place = places[Math.floor(i / components)]!
        if (place < count) numbers[place * components + (i % components)] = value
      })
    }
    return numbers
  }
  return { gltf, view, list }
}

const nothing = Buffer.alloc(0)

/** The description and the bytes of a binary glTF. */
function chunksOf(file: Buffer): { readonly gltf: Gltf; readonly binary: Buffer } {
  const end = 20 + file.readUInt32LE(12)
  const binary = end + 8 <= file.length ? file.subarray(end + 8, end + 8 + file.readUInt32LE(end)) : nothing
  return { gltf: parseGltf(file.toString('utf8', 20, end)), binary }
}

interface NumbersAt {
  readonly at: unknown
  /** Bytes from one element to the next; undefined when they are contiguous. */
  readonly stride: unknown
  readonly count: number
  readonly components: number
  readonly componentType: number
  readonly normalized: boolean
}

function readNumbers(
  bytes: Buffer,
  { at, stride, count, components, componentType, normalized }: NumbersAt,
  take: (value: number, i: number) => void,
) {
  const size = bytesOfComponent[componentType]
  if (size === undefined || !isLength(at)) throw new Undrawn('BROKEN')
  const step = stride ?? size * components
  if (!isLength(step) || step === 0 || (count > 0 && at + (count - 1) * step + size * components > bytes.length))
    throw new Undrawn('BROKEN')
  const read = readers[componentType]!
  const most = normalized ? mostOf[componentType] : undefined
  for (let one = 0; one < count; one++)
    for (let k = 0; k < components; k++) {
      const value = read(bytes, at + one * step + k * size)
      take(most === undefined ? value : Math.max(-1, value / most), one * components + k)
    }
}

const readers: Readonly<Record<number, (bytes: Buffer, at: number) => number>> = {
  5120: (bytes, at) => bytes.readInt8(at),
  5121: (bytes, at) => bytes[at]!,
  5122: (bytes, at) => bytes.readInt16LE(at),
  5123: (bytes, at) => bytes.readUInt16LE(at),
  5125: (bytes, at) => bytes.readUInt32LE(at),
  5126: (bytes, at) => bytes.readFloatLE(at),
}
const mostOf: Readonly<Record<number, number>> = { 5120: 127, 5121: 255, 5122: 32_767, 5123: 65_535 }
