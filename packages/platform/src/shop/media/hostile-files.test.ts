import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { bucketOfRun } from '@vitrine/testing/bucket'
import { connectedDatabase, openSite } from '@vitrine/testing/connected'
import { countOriginals, testOriginals } from '@vitrine/testing/originals'
import {
  box,
  docxFile,
  element,
  epubFile,
  flacFile,
  glbFile,
  icoFile,
  id3Tag,
  mp3File,
  mp4File,
  oggFile,
  pdfFile,
  svgFile,
  wavFile,
  webmFile,
  type ZipPart,
  zipFile,
} from '@vitrine/testing/sample-files'
import { asText } from '@vitrine/testing/sample-models'
import sharp from 'sharp'
import type { Database } from '../../kernel/db/pool.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import { fileEvents } from './file-events.ts'
import { Unfit } from './inspect.ts'
import type { UnfitReason } from './kinds/unfit.ts'
import type { Originals } from './originals.ts'
import { type Inspector, inspector } from './processing/inspector.ts'
import { render } from './render.ts'
import { localRenditions } from './renditions.ts'
import { mediaHandler } from './serve.ts'
import { findMedia } from './store.ts'
import { type TakeFileDeps, takeFile } from './take-file.ts'

let db: Database
let folder: string
let originals: Originals
let looking: Inspector
let deps: TakeFileDeps
let site: string
const faults: string[] = []
const now = new Date('2026-11-21T12:00:00Z')

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-hostile-'))
  db = await connectedDatabase()
  looking = inspector({ report: (fault) => faults.push(String(fault)) })
  originals = testOriginals(folder)
  deps = {
    database: db,
    originals,
    events: fileEvents({ origin: 'http://shop.example' }),
    inspect: looking.inspect,
    readSettings: async () => ({}) as Sections,
  }
  site = await openSite(db)
})
after(async () => {
  looking?.close()
  await db?.close()
  await rm(folder, { recursive: true, force: true })
})

const take = (source: Buffer) => takeFile(deps, { site, source, fileName: 'harmless.jpg', now })
const filesLeft = async () => {
  const beside = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length
  return bucketOfRun(folder) ? beside + (await countOriginals(originals, site)) : beside
}
const rowsLeft = async () =>
  (
    await db.query<{ rows: number }>(sql`
      select (select count(*) from media where site = ${site})::integer + (select count(*) from outbox where site = ${site})::integer
        + (select count(*) from media_job where site = ${site})::integer + (select count(*) from media_derivative where site = ${site})::integer as rows`)
  )[0]!.rows

const text = (words: string) => Buffer.from(words, 'utf8')
const picture = (width = 40, height = 30) => sharp({ create: { width, height, channels: 3, background: '#c01818' } })

/** A PNG whose header says this size; its picture is nearly nothing. */
async function pngOf(width: number, height: number): Promise<Buffer> {
  const bytes = await picture(8, 8).png().toBuffer()
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  const crc = Buffer.alloc(4)
  crc.writeUInt32BE(crcOf(bytes.subarray(12, 29)))
  crc.copy(bytes, 29)
  return bytes
}

function crcOf(bytes: Buffer): number {
  let crc = 0xffff_ffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb8_8320 : crc >>> 1
  }
  return (crc ^ 0xffff_ffff) >>> 0
}

/** A GIF of so many empty frames of that size. */
function gifOf(width: number, height: number, frames: number): Buffer {
  const u16 = (value: number) => Buffer.from([value & 255, value >> 8])
  const frame = Buffer.concat([
    Buffer.from([0x21, 0xf9, 4, 0, 1, 0, 0, 0, 0x2c, 0, 0, 0, 0]),
    u16(1),
    u16(1),
    Buffer.from([0, 2, 2, 0x4c, 1, 0]),
  ])
  return Buffer.concat([
    text('GIF89a'),
    u16(width),
    u16(height),
    Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255]),
    ...Array.from({ length: frames }, () => frame),
    Buffer.from([0x3b]),
  ])
}

const half = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2))
const file = (name: string, content: Buffer | string, more: Omit<ZipPart, 'name' | 'content'> = {}): ZipPart => ({
  name,
  content: typeof content === 'string' ? text(content) : content,
  ...more,
})
const nested = (depth: number): Buffer => zipFile([file('inner.zip', depth === 0 ? zipFile([file('a', 'a')]) : nested(depth - 1))])
const lol = Array.from({ length: 10 }, (_, i) => `<!ENTITY lol${i + 1} "${`&lol${i};`.repeat(10)}">`).join('')
const usesOfUses = Array.from({ length: 9 }, (_, i) => `<g id="a${i + 1}">${`<use href="#a${i}"/>`.repeat(10)}</g>`).join('')

/** What is refused, by name: how it is made, and why it is not taken. */
const textOf = (buffers: readonly object[]) => asText(glbFile(), (gltf) => ({ ...gltf, buffers }))

const refused: Readonly<Record<string, readonly [make: () => Buffer | Promise<Buffer>, reason: UnfitReason]>> = {
  'a page of HTML': [() => text('<!doctype html><script>alert(1)</script>'), 'UNKNOWN_TYPE'],
  'a shell script': [() => text('#!/bin/sh\nrm -rf /\n'), 'UNKNOWN_TYPE'],
  'a program for Linux': [() => Buffer.concat([Buffer.from('\x7fELF', 'latin1'), Buffer.alloc(200)]), 'UNKNOWN_TYPE'],
  'a program for Windows': [() => Buffer.concat([text('MZ'), Buffer.alloc(200)]), 'UNKNOWN_TYPE'],
  'a Flash film': [() => Buffer.concat([text('CWS'), Buffer.alloc(200)]), 'UNKNOWN_TYPE'],
  'nothing at all': [() => Buffer.alloc(0), 'UNKNOWN_TYPE'],
  zeroes: [() => Buffer.alloc(5000), 'UNKNOWN_TYPE'],
  'a playlist that names other addresses': [() => text('#EXTM3U\n#EXTINF:1,\nhttp://169.254.169.254/latest/\n'), 'UNKNOWN_TYPE'],
  'HTML in front of a PDF': [() => Buffer.concat([text('<html><script>alert(1)</script>'), pdfFile()]), 'UNKNOWN_TYPE'],

  'a PNG of 60,000 by 60,000 pixels': [() => pngOf(60_000, 60_000), 'TOO_LARGE'],
  'a PNG that says a size that it has not': [() => pngOf(800, 800), 'BROKEN'],
  'a PNG cut in half': [
    async () =>
      half(
        await sharp(Buffer.from(Array.from({ length: 30_000 }, (_, i) => (i * 7919) % 251)), {
          raw: { width: 100, height: 100, channels: 3 },
        })
          .png()
          .toBuffer(),
      ),
    'BROKEN',
  ],
  'a WebP of 16,000 by 16,000 pixels': [() => webpOf(16_000, 16_000), 'TOO_LARGE'],
  'a WebP cut in half': [async () => half(await picture(300, 300).webp({ lossless: true }).toBuffer()), 'BROKEN'],
  'an AVIF that says 60,000 by 60,000 pixels': [() => avifOf(60_000, 60_000), 'TOO_LARGE'],
  'an AVIF cut in half': [async () => half(await picture(64, 64).avif({ effort: 0 }).toBuffer()), 'BROKEN'],
  'a GIF of 30,000 by 30,000 pixels': [() => gifOf(30_000, 30_000, 1), 'TOO_LARGE'],
  'a GIF of 6,000 frames': [() => gifOf(10, 10, 6000), 'TOO_LARGE'],
  'a GIF whose few frames have a billion pixels': [() => gifOf(9000, 9000, 20), 'TOO_LARGE'],
  'a JPEG cut in half': [async () => half(await picture(300, 300).jpeg().toBuffer()), 'BROKEN'],
  'a JPEG of a header alone': [() => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(40)]), 'BROKEN'],

  'an archive that would be unpacked above its folder': [() => zipFile([file('../../etc/cron.d/x', 'x')]), 'UNSAFE'],
  'an archive that would be unpacked at the root': [() => zipFile([file('/etc/passwd', 'x')]), 'UNSAFE'],
  'an archive with a way out written for Windows': [() => zipFile([file('a\\..\\..\\x.exe', 'x')]), 'UNSAFE'],
  'an archive with a drive of Windows': [() => zipFile([file('C:\\x.exe', 'x')]), 'UNSAFE'],
  'an archive with a link to another place': [
    () => zipFile([file('link', '/etc/passwd', { stored: true, says: { mode: 0o120777 } })]),
    'UNSAFE',
  ],
  'an archive that says one name outside and another inside': [
    () => zipFile([file('a.txt', 'x', { says: { nameInside: 'b.exe' } })]),
    'UNSAFE',
  ],
  'an archive of 100 MB of zeroes': [() => zipFile([file('zeroes', Buffer.alloc(100 * 1024 * 1024))]), 'TOO_LARGE'],
  'an archive of a file that is longer than it says': [
    () => zipFile([file('a', Buffer.alloc(1_000_000), { says: { size: 1000 } })]),
    'UNSAFE',
  ],
  'an archive that says a terabyte': [() => zipFile([file('a', 'a', { says: { size: 0xffff_fff0 } })]), 'TOO_LARGE'],
  'archives in archives in archives': [() => nested(5), 'UNSAFE'],
  'an archive whose files lie over each other': [
    () => zipFile([file('a', Buffer.alloc(9000)), file('b', Buffer.alloc(9000), { says: { at: 0 } })]),
    'UNSAFE',
  ],
  'an archive whose file lies outside of it': [() => zipFile([file('a', 'a', { says: { at: 9_000_000 } })]), 'BROKEN'],
  'an archive that says more files than it has': [() => zipFile([file('a', 'a')], 40), 'BROKEN'],
  'an archive without its directory': [() => half(zipFile([file('a', Buffer.alloc(500, 7), { stored: true })])), 'BROKEN'],
  'an office document with a macro': [() => docxFile([file('word/vbaProject.bin', 'macro')]), 'UNSAFE'],

  'a drawing with an entity that opens a file': [
    () => text('<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text></svg>'),
    'UNSAFE',
  ],
  'a drawing of a billion laughs': [
    () => text(`<!DOCTYPE svg [<!ENTITY lol0 "lol">${lol}]><svg xmlns="http://www.w3.org/2000/svg"><text>&lol10;</text></svg>`),
    'UNSAFE',
  ],
  'a drawing of a billion uses': [() => svgFile(`<g id="a0"><rect width="1" height="1"/></g>${usesOfUses}<use href="#a9"/>`), 'UNSAFE'],
  'a drawing whose part uses itself': [() => svgFile('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'), 'UNSAFE'],
  'a drawing of parts in parts without end': [() => svgFile('<g>'.repeat(5000)), 'UNSAFE'],
  'a drawing of 60,000 parts': [() => svgFile('<path d="M0 0"/>'.repeat(60_000)), 'TOO_LARGE'],
  'a drawing of 100,000 by 100,000 pixels': [
    () => text('<svg xmlns="http://www.w3.org/2000/svg" width="100000" height="100000"/>'),
    'TOO_LARGE',
  ],
  'a drawing that is not UTF-8': [
    () => Buffer.concat([text('<svg xmlns="http://www.w3.org/2000/svg"><text>'), Buffer.from([0xff, 0xfe]), text('</text></svg>')]),
    'BROKEN',
  ],

  'a model that says it is longer': [() => glbFile(undefined, { length: 100_000 }), 'BROKEN'],
  'a model whose description says it is longer than the file': [() => glbFile(undefined, { json: 0x7fff_fffc }), 'BROKEN'],
  'a model whose bytes say they are longer than the file': [() => glbFile(undefined, { binary: 0x7fff_fffc }), 'BROKEN'],
  'a model that loads its bytes from an address': [
    () => glbFile((gltf) => ({ ...gltf, buffers: [{ byteLength: 36, uri: 'http://169.254.169.254/a.bin' }] })),
    'UNSAFE',
  ],
  'a model that loads a picture from a file': [() => glbFile((gltf) => ({ ...gltf, images: [{ uri: '../../../etc/passwd' }] })), 'UNSAFE'],
  'a model with a picture that is a page': [
    () => glbFile((gltf) => ({ ...gltf, images: [{ uri: 'data:text/html,<script>alert(1)</script>' }] })),
    'UNSAFE',
  ],
  'a model whose list lies outside of it': [
    () => glbFile((gltf) => ({ ...gltf, accessors: [{ bufferView: 0, componentType: 5126, count: 3_000_000, type: 'VEC3' }] })),
    'BROKEN',
  ],
  'a model whose node is in itself': [() => glbFile((gltf) => ({ ...gltf, nodes: [{ children: [0] }] })), 'BROKEN'],
  'a model as text that loads its bytes from an address': [
    () => textOf([{ byteLength: 36, uri: 'http://169.254.169.254/a.bin' }]),
    'UNSAFE',
  ],
  'a model as text that loads its bytes from another server': [() => textOf([{ byteLength: 36, uri: '//evil.example/a.bin' }]), 'UNSAFE'],
  'a model as text that loads its bytes from a disk': [() => textOf([{ byteLength: 36, uri: 'file:///etc/passwd' }]), 'UNSAFE'],
  'a model as text that goes up to another folder': [() => textOf([{ byteLength: 36, uri: 'a/../../passwd' }]), 'UNSAFE'],
  'a model as text without its second file': [() => textOf([{ byteLength: 36, uri: 'textures/Mug%20scene.bin' }]), 'OTHER_FILES'],
  'a model as text without its picture': [() => asText(glbFile(), (gltf) => ({ ...gltf, images: [{ uri: 'glaze.png' }] })), 'OTHER_FILES'],
  'a model as text with a picture that is a page': [
    () => asText(glbFile(), (gltf) => ({ ...gltf, images: [{ uri: 'data:text/html;base64,PHNjcmlwdD4=' }] })),
    'UNSAFE',
  ],
  'a model as text whose bytes are fewer than it says': [
    () => textOf([{ byteLength: 36, uri: `data:application/octet-stream;base64,${Buffer.alloc(35).toString('base64')}` }]),
    'BROKEN',
  ],
  'a model as text whose bytes are no base64': [
    () => textOf([{ byteLength: 36, uri: `data:application/octet-stream;base64,${'<b>'.repeat(40)}` }]),
    'BROKEN',
  ],
  'a model as text whose bytes are written in another way': [
    () => textOf([{ byteLength: 36, uri: `data:application/octet-stream,${'a'.repeat(36)}` }]),
    'BROKEN',
  ],
  'a model as text without its bytes': [() => textOf([{ byteLength: 36 }]), 'BROKEN'],
  'a model as text whose list lies outside of it': [
    () => asText(glbFile(), (gltf) => ({ ...gltf, accessors: [{ bufferView: 0, componentType: 5126, count: 3_000_000, type: 'VEC3' }] })),
    'BROKEN',
  ],
  'a model as text whose node is in itself': [() => asText(glbFile(), (gltf) => ({ ...gltf, nodes: [{ children: [0] }] })), 'BROKEN'],
  'a model as text that ends too early': [() => asText(glbFile()).subarray(0, -20), 'BROKEN'],
  'a model as text of lists in lists': [() => Buffer.from(`{"asset": ${'['.repeat(200_000)}`), 'BROKEN'],
  'a model as text of another version': [() => asText(glbFile(), (gltf) => ({ ...gltf, asset: { version: '1.0' } })), 'BROKEN'],
  'text that is no model': [() => Buffer.from('{"name": "vitrine", "version": "1.0.0"}'), 'UNKNOWN_TYPE'],
  'a model whose description is no JSON': [() => glbFile(() => '{"asset":'), 'BROKEN'],

  'a film whose box says it is longer than the film': [() => mp4File({ media: box('mdat', Buffer.alloc(64), 1_000_000) }), 'BROKEN'],
  'a film whose box says no length': [() => mp4File({ movie: box('moov', Buffer.alloc(32), 4) }), 'BROKEN'],
  'a film whose track is longer than its movie': [() => mp4File({ movie: box('moov', box('trak', Buffer.alloc(8), 90_000)) }), 'BROKEN'],
  'a film without a movie': [() => mp4File({ movie: Buffer.alloc(0) }), 'BROKEN'],
  'a film of 30,000 boxes': [
    () =>
      mp4File({
        media: Buffer.concat([...Array.from({ length: 30_000 }, () => box('free', Buffer.alloc(0))), box('mdat', Buffer.alloc(8))]),
      }),
    'TOO_LARGE',
  ],
  'a film cut in half': [() => half(mp4File()), 'BROKEN'],
  'a film of sound alone that says it is a film': [() => mp4File({ handler: 'soun' }), 'BROKEN'],
  'a WebM whose element says it is longer than the film': [() => webmFile(4, 0xfff_fffe), 'BROKEN'],
  'a WebM without a film': [() => element(0x1a45dfa3, element(0x4282, text('webm'))), 'BROKEN'],

  'a WAV whose sound says it is longer than the file': [() => wavFile(1, { data: 0x7fff_ffff }), 'BROKEN'],
  'a WAV that says it is longer than it is': [() => wavFile(1, { whole: 0x7fff_ffff }), 'BROKEN'],
  'a FLAC of no sound': [() => flacFile({ sampleRate: 0 }), 'BROKEN'],
  'a FLAC whose description has another length': [() => flacFile({ blockLength: 200 }), 'BROKEN'],
  'an MP3 whose tag is longer than the file': [() => id3Tag(200_000_000, Buffer.alloc(50)), 'BROKEN'],
  'an MP3 with a tag and a script': [() => Buffer.concat([id3Tag(10), text('<script>alert(1)</script>')]), 'BROKEN'],
  'an MP3 whose second frame is something else': [
    () => Buffer.concat([mp3File(1), text('<?php system($_GET[0]) ?>'), Buffer.alloc(900)]),
    'BROKEN',
  ],
  'an M4A without sound': [() => mp4File({ brand: 'M4A ' }), 'BROKEN'],
  'an OGG of a header alone': [() => oggFile().subarray(0, 45), 'BROKEN'],

  'a PDF cut in half': [() => half(pdfFile({ pages: 40 })), 'BROKEN'],
  'an icon whose picture lies outside of it': [() => icoFile({ at: 900_000 }), 'BROKEN'],
  'an icon that says 200 pictures': [() => icoFile({ count: 200 }), 'BROKEN'],
}

/** A WebP whose header says this size. */
async function webpOf(width: number, height: number): Promise<Buffer> {
  const bytes = await picture(8, 8).webp({ lossless: true }).toBuffer()
  const at = bytes.indexOf('VP8L', 0, 'latin1') + 9
  bytes.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, at)
  return bytes
}

/** An AVIF whose size, in the box that says it, is another. */
async function avifOf(width: number, height: number): Promise<Buffer> {
  const bytes = await picture(64, 64).avif({ effort: 0 }).toBuffer()
  const at = bytes.indexOf('ispe', 0, 'latin1')
  bytes.writeUInt32BE(width, at + 8)
  bytes.writeUInt32BE(height, at + 12)
  return bytes
}

describe('hostile files are refused, and nothing of them is left', () => {
  for (const [name, [make, reason]] of Object.entries(refused))
    test(`${reason}: ${name}`, async () => {
      const answer = await take(await make())
      assert.ok(answer instanceof Unfit, 'it is not taken')
      assert.equal(answer.reason, reason, answer.message)
      assert.match(answer.message, /^\S.*\.$/s, 'it says why in a sentence')
      assert.deepEqual([await filesLeft(), await rowsLeft()], [0, 0])
    })

  test('there are 40 of them at least, and none of them was a fault of ours', () => {
    assert.ok(Object.keys(refused).length >= 40)
    assert.deepEqual(faults, [])
  })
})

describe('what only looks hostile is taken, and can do nothing', () => {
  /** Taken as what, and served with which headers. */
  async function served(bytes: Buffer) {
    const taken = await take(bytes)
    assert.ok('id' in taken, JSON.stringify(taken))
    const renditions = localRenditions({ folder: join(folder, 'renditions'), most: 1_000_000, mostInMemory: 1_000_000, now: () => 0 })
    const handle = mediaHandler({
      find: (of, id) => findMedia(db, of, id),
      originals: deps.originals,
      renditions,
      renderBehind: render,
      now: () => 0,
      report: () => {},
    })
    const { status, headers, body } = await handle({ site, method: 'GET', path: `/media/${taken.id}`, headers: {} })
    await handle.close()
    const chunks: Buffer[] = []
    for await (const chunk of body as AsyncIterable<Buffer>) chunks.push(chunk)
    assert.equal(status, 200)
    assert.equal(headers['x-content-type-options'], 'nosniff')
    return {
      type: headers['content-type'],
      policy: headers['content-security-policy'],
      disposition: headers['content-disposition'],
      text: Buffer.concat(chunks).toString('latin1'),
    }
  }

  test('a GIF that is also JavaScript is a GIF, and no browser runs it', async () => {
    const gif = Buffer.concat([
      await sharp(gifOf(16, 16, 2), { animated: true })
        .gif()
        .toBuffer(),
      text('/*a*/=alert(1)'),
    ])
    assert.equal((await served(gif)).type, 'image/gif')
  })

  test('a JPEG with a page behind it is a JPEG', async () => {
    const jpeg = Buffer.concat([await picture().jpeg().toBuffer(), text('<html><script>alert(1)</script></html>')])
    assert.equal((await served(jpeg)).type, 'image/jpeg')
  })

  test('a PDF with an archive behind it is a PDF', async () => {
    const both = Buffer.concat([pdfFile(), zipFile([file('a', 'a')]), text('\nstartxref\n0\n%%EOF')])
    assert.equal((await served(both)).type, 'application/pdf')
  })

  test('a PDF with scripts, programs to start and files in it is a PDF: what browsers show of it cannot reach the shop', async () => {
    const active = pdfFile({
      catalogue: '/OpenAction << /S /JavaScript /JS (app.alert(1)) >> /AA << /O << /S /Launch /F (cmd.exe) >> >>',
      more: ['<< /Type /EmbeddedFile >>'],
    })
    assert.equal((await served(active)).type, 'application/pdf')
  })

  test('archives, books and office documents are saved, never opened in the shop', async () => {
    for (const bytes of [zipFile([file('a', 'a')]), epubFile(), docxFile()])
      assert.match((await served(bytes)).disposition!, /^attachment;/)
  })

  const drawings: Readonly<Record<string, string>> = {
    'a script': '<script>alert(1)</script>',
    'a script in capitals': '<SCRIPT>alert(1)</SCRIPT>',
    'a script from another address': '<script href="https://evil.example/a.js"/>',
    'a handler': '<rect width="1" height="1" onload="alert(1)" onclick="alert(2)"/>',
    'a page in it':
      '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml" onload="alert(1)"><iframe src="https://evil.example"/></body></foreignObject>',
    'a link that runs': '<a xlink:href="javascript:alert(1)"><rect width="1" height="1"/></a>',
    'an animation that makes a link run':
      '<a id="l"><text>x</text></a><set xlink:href="#l" attributeName="href" to="javascript:alert(1)"/>',
    'a picture of another address': '<image xlink:href="https://evil.example/pixel.png"/>',
    'a picture that is a drawing with a script': `<image href="data:image/svg+xml;base64,${Buffer.from('<svg onload="alert(1)"/>').toString('base64')}"/>`,
    'a part of another address': '<use href="https://evil.example/a.svg#x"/>',
    'styles of another address': '<style>@import url("https://evil.example/a.css"); rect{fill:url(//evil.example/b.svg#c)}</style>',
    'a style that closes itself': '<style>&lt;/style&gt;&lt;script&gt;alert(1)&lt;/script&gt;</style>',
    'a style that spells its import in parts': '<style>@imp&#111;rt "https://evil.example/a.css";</style>',
    'a style sheet by an instruction': '<?xml-stylesheet href="https://evil.example/a.xsl"?>',
    'a font of another address': '<style>@font-face{font-family:x;src:url(https://evil.example/x.woff)}</style>',
  }
  for (const [name, inside] of Object.entries(drawings))
    test(`a drawing with ${name} is stored without it, and opened by itself it runs nothing`, async () => {
      const { type, policy, text: stored } = await served(svgFile(inside))
      assert.equal(type, 'image/svg+xml')
      assert.match(policy!, /default-src 'none'.*sandbox/)
      assert.doesNotMatch(stored, /script\b|\bon\w+=|evil\.example|foreignObject|javascript:|iframe|svg\+xml;base64|@import/i)
    })
})
