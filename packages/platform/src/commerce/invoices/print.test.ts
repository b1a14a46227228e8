import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inflateSync } from 'node:zlib'
import { minor } from '@vitrine/pricing'
import sharp from 'sharp'
import type { Paper } from './paper.ts'
import { printInvoice } from './print.ts'

const paper: Paper = {
  number: 'MRW-1043',
  orderNumber: '10482',
  issuedAt: '2026-11-21T10:54:00.000Z',
  soldAt: '2026-11-20T10:54:00.000Z',
  currency: 'EUR',
  locale: 'en-IE',
  timeZone: 'Europe/Berlin',
  seller: {
    name: 'Morrow',
    wordmark: 'Morrow',
    address: ['Kastanienallee 77', '10435 Berlin'],
    web: 'morrow.example',
    taxIds: [{ name: 'VAT', value: 'DE 312' }],
    notes: [],
    accent: '#b4512d',
    mark: 'sun',
  },
  buyer: { lines: ['Hanna Keller'], email: 'hanna@example.com' },
  lines: [{ name: 'Morning Mug', description: 'Sage', sku: 'M-1', quantity: 2, price: minor(3000), amount: minor(6000), taxPercent: '19' }],
  sums: {
    pieces: minor(6000),
    discounts: [],
    fees: [],
    taxes: [{ name: 'VAT', percent: '19', net: minor(5042), tax: minor(958) }],
    taxIncluded: true,
    total: minor(6000),
  },
  due: minor(0),
}

/** The fonts and pages of a PDF, and every letter that is set in it. */
function read(pdf: Buffer) {
  const text = pdf.toString('latin1')
  const streams = [...text.matchAll(/stream\r?\n([^]*?)\r?\nendstream/g)].map(([, packed]) => {
    try {
      return inflateSync(Buffer.from(packed!, 'latin1')).toString('latin1')
    } catch {
      return ''
    }
  })
  const letters = new Set<string>()
  for (const map of streams.filter((each) => each.includes('beginbfrange')))
    for (const [, codes] of map.matchAll(/\[([^\]]*)\]/g))
      for (const [, code] of codes!.matchAll(/<([0-9a-f]+)>/gi))
        for (const sign of Buffer.from(code!, 'hex').swap16().toString('utf16le')) letters.add(sign)
  return {
    pages: [...text.matchAll(/\/Type \/Page\b/g)].length,
    fonts: [...new Set([...text.matchAll(/\/BaseFont \/[A-Z]{6}\+([\w-]+)/g)].map(([, name]) => name))],
    embedded: [...text.matchAll(/\/FontFile[23]/g)].length,
    letters,
  }
}

test('one page, every face embedded, with a title and a language', async () => {
  const pdf = await printInvoice(paper)
  const { pages, fonts, embedded } = read(pdf)
  assert.equal(pages, 1)
  assert.ok(fonts.length >= 4 && embedded >= fonts.length, `${fonts.join()}: ${embedded}`)
  assert.match(pdf.toString('latin1'), /\/Marked true/)
  assert.match(pdf.toString('latin1'), /\/Lang \(en\)/)
  assert.ok(pdf.length < 80_000)
})

test('every name is set, whichever letters it has', async () => {
  const names = ['Łukasz Žižka', 'Αθηνά Παπαδοπούλου', 'Иван Ёлкин', 'Nguyễn Thị Ánh', 'ग्राहक']
  const { letters } = read(await printInvoice({ ...paper, buyer: { lines: names } }))
  for (const sign of 'ŁžΑθηπИЁễहक') assert.ok(letters.has(sign), sign)
})

test('names from far away are set too, and the paper stays small', async () => {
  const names = ['张伟, 上海市南京路', '山田太郎 ヤマダ', '김민수 서울특별시', 'דוד כהן', 'สมชาย ใจดี', '臺灣 埗']
  const pdf = await printInvoice({ ...paper, buyer: { lines: [...names, 'محمد عبد الله'] } })
  const { letters } = read(pdf)
  for (const sign of new Set(names.join('').replace(/[\s,]/g, ''))) assert.ok(letters.has(sign), sign)
  assert.ok(
    Array.from('محمدعبل').some((sign) => letters.has(sign)),
    'Arabic, if only in the forms in which it is joined',
  )
  assert.ok(pdf.length < 120_000, String(pdf.length))
})

test('a letter takes the form of its country, told by what stands beside it', async () => {
  const fontsFor = async (name: string) => read(await printInvoice({ ...paper, buyer: { lines: [name] } })).fonts.join()
  assert.match(await fontsFor('直子'), /NotoSansSC/)
  assert.match(await fontsFor('直子 なおこ'), /NotoSansJP/)
  assert.match(await fontsFor('直子 나오코'), /NotoSansKR/)
})

test('a picture in a name leaves no box', async () => {
  const plain = await printInvoice({ ...paper, buyer: { lines: ['Hanna'] } })
  const { letters } = read(await printInvoice({ ...paper, buyer: { lines: ['Hanna👩🏽‍🚀☀️'] } }))
  assert.deepEqual(letters, read(plain).letters)
})

test('as many pages as it needs, and never a line between two', async () => {
  const lines = Array.from({ length: 60 }, (_, i) => ({ ...paper.lines[0]!, name: `${'Handgedrehter Frühstücksbecher '.repeat(4)}${i}` }))
  const { pages } = read(await printInvoice({ ...paper, lines }))
  assert.ok(pages > 4 && pages < 12, String(pages))
})

test('a shop’s own picture in the place of its word', async () => {
  const logo = await sharp({ create: { width: 240, height: 80, channels: 4, background: '#b4512d' } })
    .png()
    .toBuffer()
  const pdf = await printInvoice({ ...paper, seller: { ...paper.seller, mark: 'dial' } }, logo)
  assert.match(pdf.toString('latin1'), /\/Subtype \/Image/)
})
