import { formatMoney, type Minor } from '@vitrine/pricing'
import PDFDocument from 'pdfkit'
import { inOrder } from './direction.ts'
import { type Face, type Font, fontsOf } from './faces.ts'
import { farFonts } from './far-letters.ts'
import type { Paper, PaperLine } from './paper.ts'

const page = { width: 595.28, height: 841.89, left: 56, right: 539.28, top: 56, foot: 764 }
const ink = '#1c1a17'
const soft = '#57514a'
const line = '#d8cebf'

interface Style {
  readonly face?: Face
  readonly size?: number
  readonly colour?: string
  readonly align?: 'left' | 'right'
  /** How wide a line may become; longer text is broken. */
  readonly width?: number
  readonly leading?: number
}

interface Run {
  readonly font: Font
  readonly text: string
}

/** What has no place of its own: it joins, marks or turns the letter before it. */
const dependent = /[\p{M}\u200c\u200d]/u
const leftwards = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe]/u

/** What pdfkit knows of the font that is set; its types keep it to themselves. */
interface WithFont {
  readonly _font: { readonly font: { hasGlyphForCodePoint(codePoint: number): boolean } }
}

/** A run in its words, each with the space behind it. What is turned stays whole. */
const inWords = (run: Run): Run[] => (leftwards.test(run.text) ? [run] : run.text.split(/(?<= )/).map((text) => ({ ...run, text })))

/** Sets an invoice: A4, its faces embedded, as many pages as it needs. */
export async function printInvoice(paper: Paper, logo?: Buffer): Promise<Buffer> {
  const { seller, currency, locale, timeZone, sums } = paper
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en',
    displayTitle: true,
    info: { Title: `Invoice ${paper.number}`, Author: seller.name, CreationDate: new Date(paper.issuedAt) },
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const done = new Promise<void>((resolve) => doc.on('end', () => resolve()))

  const money = (amount: Minor): string => formatMoney(amount, currency, locale).replace('-', '\u2212')
  const day = (at: string): string => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(new Date(at))
  const knows = new Map<string, boolean>()

  const far = await farFonts(JSON.stringify(paper))
  const fonts = (face: Face): readonly Font[] => [...fontsOf(face), ...far]

  /** A line in pieces that one font can set each, from left to right. */
  function runs(text: string, face: Face): Run[] {
    const clean = text
      .normalize('NFC')
      .replace(/\s/gu, ' ')
      .replace(/[^\P{C}\u200c\u200d]|\p{Variation_Selector}/gu, '')
    return inOrder(clean).flatMap((piece) => {
      const found = inOneFont(piece.text, fonts(face))
      if (!piece.leftward) return found
      // Fonts turn what is written from the right themselves, but not what stands between.
      return found.reverse().map((run) => (leftwards.test(run.text) ? run : { ...run, text: Array.from(run.text).reverse().join('') }))
    })
  }

  function inOneFont(text: string, choice: readonly Font[]): Run[] {
    const found: Run[] = []
    for (const sign of text) {
      const last = found.at(-1)
      const font = last && dependent.test(sign) && has(last.font, sign) ? last.font : choice.find((each) => has(each, sign))
      // A picture is no part of a name; any other letter that is nowhere to be had leaves its box.
      if (!font && /\p{Extended_Pictographic}/u.test(sign)) continue
      if (last && (!font || last.font === font)) found[found.length - 1] = { ...last, text: last.text + sign }
      else found.push({ font: font ?? choice[0]!, text: sign })
    }
    return found
  }

  const registered = new Set<string>()
  function set({ id, bytes }: Font): typeof doc {
    if (!registered.has(id)) doc.registerFont(id, bytes())
    registered.add(id)
    return doc.font(id)
  }

  function has(font: Font, sign: string): boolean {
    const key = `${font.id} ${sign}`
    const known = knows.get(key)
    if (known !== undefined) return known
    set(font)
    const answer = (doc as unknown as WithFont)._font.font.hasGlyphForCodePoint(sign.codePointAt(0)!)
    knows.set(key, answer)
    return answer
  }

  const features = ['tnum', 'lnum', 'kern', 'liga'] as unknown as PDFKit.Mixins.OpenTypeFeatures[]

  /** How far a word takes the pen. Spaces that are drawn for the screen are too narrow for small print. */
  function advance({ font, text }: Run, face: Face, size: number): number {
    const air = text.endsWith(' ') && (face === 'text' || face === 'strong') ? size * 0.05 : 0
    return set(font).fontSize(size).widthOfString(text, { features }) + air
  }

  function widthOf(text: string, face: Face, size: number): number {
    return runs(text, face)
      .flatMap(inWords)
      .reduce((all, word) => all + advance(word, face, size), 0)
  }

  function broken(text: string, face: Face, size: number, width: number): string[] {
    const lines: string[] = []
    let now = ''
    for (const word of text.split(/\s+/u).flatMap((each) => fitting(each, face, size, width))) {
      const longer = now === '' ? word : `${now} ${word}`
      if (now !== '' && widthOf(longer, face, size) > width) {
        lines.push(now)
        now = word
      } else now = longer
    }
    return now === '' ? lines : [...lines, now]
  }

  /** A word that no line can hold, in parts that fit. */
  function fitting(word: string, face: Face, size: number, width: number): string[] {
    if (widthOf(word, face, size) <= width) return [word]
    const parts: string[] = ['']
    for (const sign of word) {
      if (widthOf(parts.at(-1)! + sign, face, size) > width) parts.push(sign)
      else parts[parts.length - 1] += sign
    }
    return parts
  }

  /** Writes from a base line on; answers that of the next line. */
  function write(text: string, x: number, y: number, style: Style = {}): number {
    const { face = 'text', size = 9.5, colour = ink, align = 'left', width, leading = size * 1.45 } = style
    const lines = width === undefined ? [text] : broken(text, face, size, width)
    doc.addStructure(
      doc.struct('P', {}, () => {
        for (const [i, each] of lines.entries()) {
          let at = align === 'right' ? x - widthOf(each, face, size) : x
          for (const word of runs(each, face).flatMap(inWords)) {
            set(word.font).fontSize(size).fillColor(colour)
            doc.text(word.text, at, y + i * leading, { lineBreak: false, baseline: 'alphabetic', features })
            at += advance(word, face, size)
          }
        }
      }),
    )
    return y + lines.length * leading
  }

  const ornament = (draw: () => void): void => {
    doc.markContent('Artifact', { type: 'Layout' })
    draw()
    doc.endMarkedContent()
  }
  const rule = (y: number, { from = page.left, to = page.right, colour = line, weight = 0.6 } = {}): void =>
    ornament(() => doc.moveTo(from, y).lineTo(to, y).lineWidth(weight).strokeColor(colour).stroke())

  /** The half sun over its line, as it stands on the shop's pages. */
  const sun = (x: number, y: number, radius: number): void =>
    ornament(() => {
      doc
        .path(`M ${x - radius} ${y} A ${radius} ${radius} 0 0 1 ${x + radius} ${y} Z`)
        .fillColor(seller.accent)
        .fill()
      doc
        .moveTo(x - radius * 1.7, y + 0.4)
        .lineTo(x + radius * 1.7, y + 0.4)
        .lineWidth(0.8)
        .strokeColor(ink)
        .stroke()
    })

  // ——— the head

  if (logo) ornament(() => doc.image(logo, page.left, page.top - 8, { fit: [170, 34] }))
  else write(seller.wordmark, page.left, page.top + 16, { face: 'display', size: 24 })
  if (seller.mark === 'sun') sun(page.right - 14, page.top + 14, 8)

  write('Invoice', page.left, 168, { face: 'display', size: 46 })
  const facts: readonly (readonly [string, string])[] = [
    ['Number', paper.number],
    ['Date', day(paper.issuedAt)],
    ['Sold', day(paper.soldAt)],
    ['Order', paper.orderNumber],
  ]
  let y = 132
  for (const [name, value] of facts) {
    write(name, 352, y, { colour: soft, size: 9 })
    write(value, page.right, y, { align: 'right', size: 9, face: name === 'Number' ? 'strong' : 'text' })
    rule(y + 6, { from: 352 })
    y += 18
  }

  const parties = [
    {
      title: 'Billed to',
      lines: [...paper.buyer.lines, ...(paper.buyer.email ? [paper.buyer.email] : []), ...(paper.buyer.taxId ? [paper.buyer.taxId] : [])],
    },
    ...(paper.sentTo ? [{ title: 'Sent to', lines: paper.sentTo }] : []),
  ]
  let below = 0
  for (const [i, { title, lines }] of parties.entries()) {
    const x = i === 0 ? page.left : 352
    let at = write(title, x, 236, { face: 'strong', size: 9 }) + 1
    for (const each of lines) at = write(each, x, at, { width: i === 0 ? 260 : page.right - 352, colour: soft, size: 9.5, leading: 14 })
    below = Math.max(below, at)
  }

  // ——— the lines

  const columns = { pieces: 330, each: 400, tax: 455, amount: page.right }
  const tableHead = (at: number): number => {
    rule(at - 16, { colour: ink, weight: 1 })
    write('What', page.left, at, { size: 8.5, colour: soft })
    for (const [name, x] of [
      ['Pieces', columns.pieces],
      ['Each', columns.each],
      ['Tax', columns.tax],
      ['Amount', columns.amount],
    ] as const)
      write(name, x, at, { size: 8.5, colour: soft, align: 'right' })
    rule(at + 8)
    return at + 26
  }
  const turn = (): number => {
    doc.addPage()
    write(seller.wordmark, page.left, page.top, { face: 'display', size: 15 })
    write(`Invoice ${paper.number}`, page.right, page.top, { size: 9, colour: soft, align: 'right' })
    return page.top + 40
  }

  y = tableHead(Math.max(below + 30, 330))
  const nameWidth = columns.pieces - 46 - page.left
  const detailsOf = ({ description, sku }: PaperLine): string => [description, sku].filter(Boolean).join(' · ')
  for (const each of paper.lines) {
    const details = detailsOf(each)
    const height =
      broken(each.name, 'name', 12, nameWidth).length * 15 + (details ? broken(details, 'text', 8.5, nameWidth).length * 12 : 0) + 12
    if (y + height > page.foot - 12) y = tableHead(turn() + 10)
    const end = write(each.name, page.left, y, { face: 'name', size: 12, width: nameWidth, leading: 15 })
    const under = details ? write(details, page.left, end - 2, { size: 8.5, colour: soft, width: nameWidth, leading: 12 }) : end
    write(String(each.quantity), columns.pieces, y, { align: 'right' })
    write(money(each.price), columns.each, y, { align: 'right' })
    write(each.taxPercent && `${each.taxPercent} %`, columns.tax, y, { align: 'right', colour: soft })
    write(money(each.amount), columns.amount, y, { align: 'right' })
    rule(under - 4)
    y = under + 12
  }

  // ——— the sums

  const named = ({ name, percent }: (typeof sums.taxes)[number]): string => `${name} ${percent} %`
  const rows: readonly (readonly [string, string])[] = [
    ['Pieces', money(sums.pieces)],
    ...sums.discounts.map(({ title, amount }) => [title, `\u2212${money(amount)}`] as const),
    ...(sums.delivery ? [[sums.delivery.title, sums.delivery.amount === 0 ? 'Free' : money(sums.delivery.amount)] as const] : []),
    ...sums.fees.map(({ title, amount }) => [title, money(amount)] as const),
    ...(sums.taxIncluded ? [] : sums.taxes.map((tax) => [named(tax), money(tax.tax)] as const)),
  ]
  const sumsHeight = rows.length * 17 + 60 + sums.taxes.length * 14 + 40
  if (y + sumsHeight > page.foot - 12) y = turn() + 10
  y += 8
  const from = 330
  const start = y
  for (const [name, value] of rows) {
    write(name, from, y, { colour: soft, width: 130 })
    write(value, page.right, y, { align: 'right' })
    y += 17 * Math.max(1, broken(name, 'text', 9.5, 130).length * 0.82)
  }
  rule(y - 4, { from, colour: ink, weight: 1 })
  write('Total', from, y + 18, { face: 'strong', size: 10.5 })
  write(money(sums.total), page.right, y + 20, { face: 'display', size: 22, align: 'right' })
  y += 42
  if (sums.taxIncluded || sums.taxes.length > 0) {
    for (const tax of sums.taxes) {
      const words = sums.taxIncluded ? `${named(tax)} within it, of ${money(tax.net)} net` : `${named(tax)} of ${money(tax.net)}`
      write(words, from, y, { size: 8.5, colour: soft })
      write(money(tax.tax), page.right, y, { size: 8.5, colour: soft, align: 'right' })
      y += 14
    }
    if (sums.taxes.length === 0) y = write('No tax is due.', from, y, { size: 8.5, colour: soft })
  }

  // ——— beside them: how it stands, and a word

  let left = write(paper.due > 0 ? `${money(paper.due)} are due.` : 'Nothing is due.', page.left, start + 4, {
    face: 'name',
    size: 15,
    width: 230,
    leading: 20,
  })
  if (paper.paidBy) left = write(paper.paidBy, page.left, left, { colour: soft, width: 230 })
  if (seller.thanks) write(seller.thanks, page.left, left + 6, { colour: soft, width: 230, leading: 14 })

  // ——— the foot of every page

  const { start: first, count } = doc.bufferedPageRange()
  for (let at = first; at < first + count; at++) {
    doc.switchToPage(at)
    rule(page.foot)
    const feet: readonly (readonly string[])[] = [
      [seller.name, ...seller.address],
      [...(seller.email ? [seller.email] : []), ...(seller.phone ? [seller.phone] : []), seller.web],
      [...seller.taxIds.map(({ name, value }) => `${name} ${value}`), ...seller.notes],
    ]
    for (const [i, lines] of feet.entries()) {
      let below = page.foot + 17
      for (const each of lines.slice(0, 5))
        below = write(each, page.left + i * 160, below, { size: 7.5, colour: soft, width: 148, leading: 10.5 })
    }
    if (count > 1) write(`${at - first + 1} of ${count}`, page.right, page.foot + 58, { size: 7.5, colour: soft, align: 'right' })
  }
  doc.end()
  await done
  return Buffer.concat(chunks)
}
