import { inOrder } from './direction.ts'
import { type Face, type Font, fontsOf } from './faces.ts'
import { farFonts } from './other-scripts.ts'

/** A4 in points, and where its columns and its foot stand. */
export const page = { width: 595.28, height: 841.89, left: 56, right: 539.28, top: 56, foot: 764 }
export const ink = '#1c1a17'
export const soft = '#57514a'
const line = '#d8cebf'

export interface Style {
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

/** What pdfkit knows of the font that is set; its types do not expose it. */
interface WithFont {
  readonly _font: { readonly font: { hasGlyphForCodePoint(codePoint: number): boolean } }
}

/** A run in its words, each with the space behind it. What is turned stays whole. */
const inWords = (run: Run): Run[] => (leftwards.test(run.text) ? [run] : run.text.split(/(?<= )/).map((text) => ({ ...run, text })))

export interface PressOptions {
  readonly title: string
  readonly author: string
  readonly createdAt: Date
  /** The colour of the shop. */
  readonly accent: string
  /** All that will be written: letters that are rarely wanted are only loaded for it. */
  readonly everything: string
}

export interface Press {
  readonly doc: PDFKit.PDFDocument
  /** Writes from a base line on; answers that of the next line. */
  write(text: string, x: number, y: number, style?: Style): number
  /** The lines that a text becomes in a width. */
  broken(text: string, face: Face, size: number, width: number): string[]
  /** Draws what says nothing. */
  ornament(draw: () => void): void
  rule(y: number, style?: { readonly from?: number; readonly to?: number; readonly colour?: string; readonly weight?: number }): void
  /** The half sun over its line, as it stands on the shop's pages. */
  sun(x: number, y: number, radius: number): void
  finish(): Promise<Buffer>
}

/** Sets documents on A4, their faces embedded, in every script. */
export async function openPress({ title, author, createdAt, accent, everything }: PressOptions): Promise<Press> {
  // Few processes ever print, and it is much to load.
  const { default: PDFDocument } = await import('pdfkit')
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en',
    displayTitle: true,
    info: { Title: title, Author: author, CreationDate: createdAt },
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const done = new Promise<void>((resolve) => doc.on('end', () => resolve()))
  const knows = new Map<string, boolean>()

  const far = await farFonts(everything)
  const fonts = (face: Face): readonly Font[] => [...fontsOf(face), ...far]

  /** A line in pieces that one font can set each, from left to right. */
  function runs(text: string, face: Face): Run[] {
    const clean = text
      .normalize('NFC')
      .replace(/\s/gu, ' ')
      .replace(/[^\P{C}\u200c\u200d]|\p{Variation_Selector}/gu, '')
    return inOrder(clean).flatMap((part) => {
      const found = inOneFont(part.text, fonts(face))
      if (!part.leftward) return found
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
        .fillColor(accent)
        .fill()
      doc
        .moveTo(x - radius * 1.7, y + 0.4)
        .lineTo(x + radius * 1.7, y + 0.4)
        .lineWidth(0.8)
        .strokeColor(ink)
        .stroke()
    })

  return {
    doc,
    write,
    broken,
    ornament,
    rule,
    sun,
    async finish() {
      doc.end()
      await done
      return Buffer.concat(chunks)
    },
  }
}
