import { deflateRawSync } from 'node:zlib'

// Files of every kind, as small as they can be, made byte by byte: so that a test can make them lie in one place.

const latin = (text: string) => Buffer.from(text, 'latin1')
const u16 = (value: number) => Buffer.from([value & 255, value >> 8])
function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
function b32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** A box of an MP4 file. `size` where it is to lie. */
export const box = (type: string, content: Buffer, size = content.length + 8): Buffer => Buffer.concat([b32(size), latin(type), content])

const fixed = (pixels: number) => b32(pixels * 65_536)

export interface Mp4Parts {
  readonly brand?: string
  readonly handler?: string
  readonly width?: number
  readonly height?: number
  readonly seconds?: number
  /** The boxes between the first and the last. */
  readonly movie?: Buffer
  readonly media?: Buffer
}

const trackOf = ({ handler = 'vide', width = 640, height = 360 }: Mp4Parts) =>
  box(
    'trak',
    Buffer.concat([
      box('tkhd', Buffer.concat([Buffer.alloc(76), fixed(width), fixed(height)])),
      box('mdia', box('hdlr', Buffer.concat([Buffer.alloc(8), latin(handler), Buffer.alloc(12)]))),
    ]),
  )

export const movieBox = (parts: Mp4Parts = {}): Buffer =>
  box(
    'moov',
    Buffer.concat([
      box('mvhd', Buffer.concat([Buffer.alloc(12), b32(1000), b32((parts.seconds ?? 2) * 1000), Buffer.alloc(80)])),
      trackOf(parts),
    ]),
  )

/** An MP4 whose boxes are true, with nothing to be played in it. */
export const mp4File = (parts: Mp4Parts = {}): Buffer =>
  Buffer.concat([
    box('ftyp', latin(`${parts.brand ?? 'isom'}\0\0\0\0${parts.brand ?? 'isom'}mp42`)),
    parts.movie ?? movieBox(parts),
    parts.media ?? box('mdat', Buffer.alloc(64)),
  ])

export const m4aFile = (seconds = 3): Buffer => mp4File({ brand: 'M4A ', handler: 'soun', seconds, width: 0, height: 0 })

/** An element of a WebM file. */
export const element = (id: number, content: Buffer, size = content.length): Buffer => {
  const name = Buffer.from(id.toString(16).padStart(id.toString(16).length + (id.toString(16).length % 2), '0'), 'hex')
  return Buffer.concat([name, b32((size | 0x10_000_000) >>> 0), content])
}

function float64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return bytes
}

const webmHead = element(0x1a45dfa3, Buffer.concat([element(0x4282, latin('webm'))]))
const webmBody = (seconds: number) => [
  element(0x1549a966, Buffer.concat([element(0x2ad7b1, b32(1_000_000)), element(0x4489, float64(seconds * 1000))])),
  element(
    0x1654ae6b,
    element(
      0xae,
      Buffer.concat([
        element(0x83, Buffer.from([1])),
        element(0xe0, Buffer.concat([element(0xb0, u16be(320)), element(0xba, u16be(180))])),
      ]),
    ),
  ),
  element(0x1f43b675, Buffer.alloc(32)),
]
function u16be(value: number): Buffer {
  return Buffer.from([value >> 8, value & 255])
}

export const webmFile = (seconds = 4, size?: number): Buffer => {
  const body = Buffer.concat(webmBody(seconds))
  return Buffer.concat([webmHead, element(0x18538067, body, size ?? body.length)])
}

/** A sine of 440 Hz, 8,000 samples a second, growing louder. */
export function wavFile(seconds = 1, lies: { readonly data?: number; readonly whole?: number } = {}): Buffer {
  const samples = Buffer.alloc(seconds * 16_000)
  for (let i = 0; i < seconds * 8000; i++)
    samples.writeInt16LE(Math.round(Math.sin((i / 8000) * 440 * 2 * Math.PI) * 30_000 * (i / (seconds * 8000))), i * 2)
  const format = Buffer.concat([u16(1), u16(1), u32(8000), u32(16_000), u16(2), u16(16)])
  return Buffer.concat([
    latin('RIFF'),
    u32(lies.whole ?? 36 + samples.length),
    latin('WAVEfmt '),
    u32(16),
    format,
    latin('data'),
    u32(lies.data ?? samples.length),
    samples,
  ])
}

/** Frames of 128 kbit/s of silence. */
export function mp3File(frames = 10, tag: Buffer = Buffer.alloc(0)): Buffer {
  const frame = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0xc0]), Buffer.alloc(413)])
  return Buffer.concat([tag, ...Array.from({ length: frames }, () => frame)])
}

/** A tag as players read it, `size` long. */
export const id3Tag = (size: number, content = Buffer.alloc(size)): Buffer =>
  Buffer.concat([latin('ID3\x04\0\0'), Buffer.from([(size >> 21) & 127, (size >> 14) & 127, (size >> 7) & 127, size & 127]), content])

export function flacFile({ sampleRate = 44_100, samples = 88_200, blockLength = 34 } = {}): Buffer {
  const info = Buffer.alloc(34)
  info.writeUIntBE((sampleRate << 4) | 2, 10, 3)
  info[13] = 0xf0
  info.writeUInt32BE(samples, 14)
  return Buffer.concat([latin('fLaC'), Buffer.from([0x80, 0, 0, blockLength]), info, Buffer.from([0xff, 0xf8]), Buffer.alloc(64)])
}

function oggPage(granule: number, content: Buffer): Buffer {
  const head = Buffer.alloc(27)
  head.write('OggS', 'latin1')
  head.writeBigUInt64LE(BigInt(granule), 6)
  head[26] = 1
  return Buffer.concat([head, Buffer.from([content.length]), content])
}

export const oggFile = (seconds = 2): Buffer =>
  Buffer.concat([
    oggPage(0, Buffer.concat([latin('\x01vorbis'), Buffer.alloc(4), Buffer.from([2]), u32(48_000), Buffer.alloc(14)])),
    oggPage(seconds * 48_000, Buffer.alloc(40)),
  ])

/** A PDF with so many pages; `more` are objects of its own, and `catalogue` what its first one says beside. */
export function pdfFile({ pages = 1, catalogue = '', more = [] as readonly string[] } = {}): Buffer {
  const numbers = Array.from({ length: pages }, (_, i) => 3 + i)
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${catalogue} >>`,
    `<< /Type /Pages /Kids [${numbers.map((one) => `${one} 0 R`).join(' ')}] /Count ${pages} >>`,
    ...numbers.map(() => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] >>'),
    ...more,
  ]
  let text = '%PDF-1.7\n'
  const places = objects.map((object, i) => {
    const at = text.length
    text += `${i + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const table = text.length
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')}`
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`
  return latin(text)
}

export interface ZipPart {
  readonly name: string
  readonly content: Buffer
  readonly stored?: boolean
  /** What its headers say instead of the truth. */
  readonly says?: {
    readonly size?: number
    readonly packed?: number
    readonly at?: number
    readonly nameInside?: string
    readonly mode?: number
    readonly flags?: number
  }
}

export function zipFile(parts: readonly ZipPart[], count = parts.length): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content, stored = false, says = {} } of parts) {
    const packed = stored ? content : deflateRawSync(content)
    const sizes = Buffer.concat([u32(0), u32(says.packed ?? packed.length), u32(says.size ?? content.length)])
    const method = u16(stored ? 0 : 8)
    const inside = latin(says.nameInside ?? name)
    const flags = u16(says.flags ?? 0)
    const local = Buffer.concat([u32(0x04034b50), u16(20), flags, method, u32(0), sizes, u16(inside.length), u16(0), inside])
    directory.push(
      Buffer.concat([
        u32(0x02014b50),
        u16(0x0314),
        u16(20),
        flags,
        method,
        u32(0),
        sizes,
        u16(name.length),
        u16(0),
        u16(0),
        u16(0),
        u16(0),
        u32(((says.mode ?? 0) << 16) >>> 0),
        u32(says.at ?? at),
        latin(name),
      ]),
    )
    locals.push(local, packed)
    at += local.length + packed.length
  }
  const listed = Buffer.concat(directory)
  return Buffer.concat([...locals, listed, u32(0x06054b50), u32(0), u16(count), u16(count), u32(listed.length), u32(at), u16(0)])
}

export const docxFile = (more: readonly ZipPart[] = []): Buffer =>
  zipFile([
    { name: '[Content_Types].xml', content: latin('<Types/>') },
    { name: 'word/document.xml', content: latin('<w:document/>') },
    ...more,
  ])

export const epubFile = (): Buffer =>
  zipFile([
    { name: 'mimetype', content: latin('application/epub+zip'), stored: true },
    { name: 'META-INF/container.xml', content: latin('<container/>') },
  ])

/** A triangle of one by two metres, as binary glTF. `change` makes its description another one. */
export function glbFile(
  change: (gltf: Record<string, unknown>) => unknown = (gltf) => gltf,
  lies: { readonly length?: number; readonly json?: number; readonly binary?: number } = {},
): Buffer {
  const points = Buffer.alloc(36)
  ;[0, 0, 0, 1, 0, 0, 0, 2, 0].forEach((value, i) => points.writeFloatLE(value, i * 4))
  const gltf = change({
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 2, 0] }],
    bufferViews: [{ buffer: 0, byteLength: 36 }],
    buffers: [{ byteLength: 36 }],
  })
  const text = typeof gltf === 'string' ? gltf : JSON.stringify(gltf)
  const json = latin(text.padEnd(Math.ceil(text.length / 4) * 4))
  return Buffer.concat([
    latin('glTF'),
    u32(2),
    u32(lies.length ?? 12 + 8 + json.length + 8 + points.length),
    u32(lies.json ?? json.length),
    latin('JSON'),
    json,
    u32(lies.binary ?? points.length),
    latin('BIN\0'),
    points,
  ])
}

/** An icon of one picture of 16 by 16 dots. */
export function icoFile(lies: { readonly at?: number; readonly count?: number } = {}): Buffer {
  const picture = Buffer.concat([u32(40), u32(16), u32(32), u16(1), u16(32), Buffer.alloc(24 + 16 * 16 * 4)])
  return Buffer.concat([
    u16(0),
    u16(1),
    u16(lies.count ?? 1),
    Buffer.from([16, 16, 0, 0]),
    u16(1),
    u16(32),
    u32(picture.length),
    u32(lies.at ?? 22),
    picture,
  ])
}

export const svgFile = (inside: string, attributes = ''): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="30" ${attributes}><rect width="40" height="30" fill="#c01818"/>${inside}</svg>`,
  )
