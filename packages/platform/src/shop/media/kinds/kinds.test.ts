import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import {
  docxFile,
  epubFile,
  flacFile,
  glbFile,
  icoFile,
  id3Tag,
  m4aFile,
  mp3File,
  mp4File,
  oggFile,
  pdfFile,
  svgFile,
  wavFile,
  webmFile,
  zipFile,
} from '@vitrine/testing/sample-files'
import { asText } from '@vitrine/testing/sample-models'
import sharp from 'sharp'
import { type Facts, inspect, Unfit } from '../inspect.ts'
import { safeStyles } from './safe-styles.ts'
import { sanitiseSvg } from './vector.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-kinds-'))
})
after(() => rm(folder, { recursive: true, force: true }))

async function factsOf(bytes: Buffer): Promise<Facts> {
  const path = join(folder, 'file')
  await writeFile(path, bytes)
  const [facts, onDisk] = [await inspect(bytes), await inspect({ path })]
  assert.ok(!(facts instanceof Unfit), facts instanceof Unfit ? facts.message : '')
  assert.deepEqual(onDisk, facts, 'the same where it lies on disk')
  return facts
}

const kindOf = async (bytes: Buffer) => {
  const { kind, mime, extension, width, height, details } = await factsOf(bytes)
  return [kind, mime, extension, width, height, details]
}

describe('a file is what its content says', () => {
  test('films: size and duration of MP4, MOV and WebM', async () => {
    assert.deepEqual(await kindOf(mp4File({ seconds: 2 })), ['VIDEO', 'video/mp4', 'mp4', 640, 360, { durationMs: 2000 }])
    assert.deepEqual(await kindOf(mp4File({ brand: 'qt  ', seconds: 7 })), [
      'VIDEO',
      'video/quicktime',
      'mov',
      640,
      360,
      { durationMs: 7000 },
    ])
    assert.deepEqual(await kindOf(webmFile(4)), ['VIDEO', 'video/webm', 'webm', 320, 180, { durationMs: 4000 }])
  })

  test('sound: duration and bitrate of MP3, M4A, FLAC, WAV and OGG', async () => {
    assert.deepEqual(await kindOf(mp3File(100, id3Tag(30_000))), [
      'AUDIO',
      'audio/mpeg',
      'mp3',
      undefined,
      undefined,
      { durationMs: 2606, bitrate: 128_000 },
    ])
    const m4a = m4aFile(3)
    const bitrate = Math.round((m4a.length * 8) / 3)
    assert.deepEqual(await kindOf(m4a), ['AUDIO', 'audio/x-m4a', 'm4a', undefined, undefined, { durationMs: 3000, bitrate }])
    assert.deepEqual((await factsOf(flacFile())).details.durationMs, 2000)
    assert.deepEqual(await kindOf(wavFile(2)), ['AUDIO', 'audio/wav', 'wav', undefined, undefined, { durationMs: 2000, bitrate: 128_000 }])
    assert.deepEqual((await factsOf(oggFile(5))).details.durationMs, 5000)
  })

  test('documents: PDF, EPUB and office documents, which are archives by their form', async () => {
    assert.deepEqual((await kindOf(pdfFile())).slice(0, 3), ['DOCUMENT', 'application/pdf', 'pdf'])
    assert.deepEqual((await kindOf(epubFile())).slice(0, 3), ['DOCUMENT', 'application/epub+zip', 'epub'])
    assert.deepEqual((await kindOf(docxFile())).slice(0, 3), [
      'DOCUMENT',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'docx',
    ])
  })

  test('archives: how many files are in them', async () => {
    const zip = zipFile([
      { name: 'a/', content: Buffer.alloc(0), stored: true },
      { name: 'a/one.txt', content: Buffer.from('one') },
      { name: 'two.txt', content: Buffer.from('two'), stored: true },
    ])
    assert.deepEqual(await kindOf(zip), ['ARCHIVE', 'application/zip', 'zip', undefined, undefined, { entries: 2 }])
    assert.deepEqual((await kindOf(zipFile([])))[5], { entries: 0 })
  })

  test('models: the box around what they show, with nodes turned and moved', async () => {
    assert.deepEqual((await factsOf(glbFile())).details, { dimensions: { x: 1, y: 2, z: 0 } })
    const text = await factsOf(Buffer.concat([Buffer.from('\uFEFF \n'), asText(glbFile())]))
    assert.deepEqual([text.kind, text.mime, text.extension], ['MODEL3D', 'model/gltf+json', 'gltf'])
    assert.deepEqual(text.details, { dimensions: { x: 1, y: 2, z: 0 } })
    const turned = glbFile((gltf) => ({
      ...gltf,
      nodes: [
        { children: [1], scale: [2, 2, 2] },
        { mesh: 0, translation: [5, 0, 0], rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] },
      ],
    }))
    assert.deepEqual((await factsOf(turned)).details, { dimensions: { x: 4, y: 2, z: 0 } })
  })

  test('pictures: upright size, up to six colours, and how many pictures one has that moves', async () => {
    const stripes = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#ffffff' } })
      .composite([{ input: { create: { width: 20, height: 40, channels: 3, background: '#0000ff' } }, left: 0, top: 0 }])
      .withMetadata({ orientation: 6 })
      .png()
      .toBuffer()
    const facts = await factsOf(stripes)
    assert.deepEqual([facts.width, facts.height, facts.details], [40, 60, { palette: ['#ffffff', '#0000ff'] }])
    const frames = await Promise.all(
      ['#ff0000', '#00ff00', '#0000ff'].map((background) =>
        sharp({ create: { width: 20, height: 20, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    assert.equal(
      (
        await factsOf(
          await sharp(frames, { join: { animated: true } })
            .gif()
            .toBuffer(),
        )
      ).details.frames,
      3,
    )
  })

  test('icons', async () => {
    assert.deepEqual(await kindOf(icoFile()), ['ICON', 'image/x-icon', 'ico', 16, 16, {}])
  })

  test('drawings: their size and colours, and nothing in them that was not drawn', async () => {
    const { kind, mime, width, height, cleaned, details } = await factsOf(svgFile('<circle cx="20" cy="15" r="4" fill="url(#g)"/>'))
    assert.deepEqual([kind, mime, width, height, details], ['VECTOR', 'image/svg+xml', 40, 30, { palette: ['#c01818'] }])
    assert.equal(
      cleaned!.toString(),
      '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30" fill="#c01818"></rect><circle cx="20" cy="15" r="4" fill="url(#g)"></circle></svg>',
    )
    const named = `<?xml version="1.0"?><!-- made by a program --><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd" [<!ENTITY ns "http://ns.example/">]>\n${svgFile('').toString()}`
    assert.equal((await factsOf(Buffer.from(named))).kind, 'VECTOR')
  })
})

describe('drawings', () => {
  const clean = (inside: string, attributes = '') => sanitiseSvg(svgFile(inside, attributes)).toString()

  test('styles stay without what they load, in attributes and in elements', () => {
    assert.equal(safeStyles('.a{fill:url(#g);stroke:red}'), '.a{fill:url(#g);stroke:red}')
    assert.equal(safeStyles('@import url(https://evil.example/a.css);.a{fill:red}'), '.a{fill:red}')
    assert.equal(safeStyles('.a{fill:url("https://evil.example/x")}'), '.a{fill:none}')
    assert.equal(safeStyles('@font-face{src:url(x)}.b{x:1}'), '.b{x:1}')
    assert.equal(safeStyles('.a{fill:u\\72l(//evil.example)}'), '')
    assert.match(clean('<style>.a{fill:red}</style>'), /<style>\.a\{fill:red\}<\/style>/)
    assert.match(clean('<style><![CDATA[.a{fill:red}]]></style>'), /<style>\.a\{fill:red\}<\/style>/)
    assert.doesNotMatch(clean('<style>&lt;/style&gt;&lt;script&gt;alert(1)&lt;/script&gt;</style>'), /<script/)
    assert.doesNotMatch(clean('<css>&lt;script&gt;alert(1)&lt;/script&gt;</css>'), /<script/)
    assert.doesNotMatch(clean('<style>@import <g/>"https:&#47;/evil.example/a.css";</style>'), /<style|<css/)
    assert.match(clean('<g style="fill:red;background:url(//evil.example)"/>'), /<g style="fill:red;background:none"><\/g>/)
  })

  test('links stay inside, and pictures are in the drawing itself', () => {
    assert.match(clean('<use xlink:href="#a"/>'), /<use href="#a"><\/use>/)
    assert.doesNotMatch(
      clean(
        '<use href="https://evil.example/a.svg#b"/><image href="http://evil.example/x.png"/><a href="javascript:alert(1)"><path d="M0 0"/></a>',
      ),
      /evil|javascript/,
    )
    assert.match(clean('<image href="data:image/png;base64,iVBORw0KGgo="/>'), /href="data:image\/png/)
    assert.doesNotMatch(clean('<image href="data:image/svg+xml;base64,PHN2Zz4="/><image href="data:text/html,x"/>'), /href/)
  })
})
