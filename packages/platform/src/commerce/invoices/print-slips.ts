import { barsOf } from './bars.ts'
import { ink, openPress, page, soft } from './press.ts'
import type { Slip, SlipLine, SlipShop } from './slip.ts'

const barUnit = 1.15
const barHeight = 34

/** Sets packing slips, each on pages of its own, in one file. */
export async function printSlips(shop: SlipShop, slips: readonly Slip[], printedAt: Date, logo?: Buffer): Promise<Buffer> {
  const { doc, write, broken, ornament, rule, sun, finish } = await openPress({
    title: slips.length === 1 ? `Packing slip ${slips[0]!.orderNumber}` : `${slips.length} packing slips`,
    author: shop.name,
    createdAt: printedAt,
    accent: shop.accent,
    everything: JSON.stringify([shop, slips]),
  })
  const day = (at: string): string =>
    new Intl.DateTimeFormat(shop.locale, { dateStyle: 'long', timeZone: shop.timeZone }).format(new Date(at))

  /** The number for a scanner, and below it for people. */
  function barcode(text: string, right: number, y: number): void {
    const bars = barsOf(text)
    const width = bars.reduce((all, one) => all + one, 0) * barUnit
    ornament(() => {
      let x = right - width
      for (const [i, wide] of bars.entries()) {
        if (i % 2 === 0) doc.rect(x, y, wide * barUnit, barHeight)
        x += wide * barUnit
      }
      doc.fillColor(ink).fill()
    })
  }

  const columns = { box: page.left + 10, pieces: page.left + 46, name: page.left + 70, sku: page.right }
  const nameWidth = 270
  const tableHead = (at: number): number => {
    rule(at - 16, { colour: ink, weight: 1 })
    write('Pieces', columns.pieces, at, { size: 8.5, colour: soft, align: 'right' })
    write('What', columns.name, at, { size: 8.5, colour: soft })
    write('SKU', columns.sku, at, { size: 8.5, colour: soft, align: 'right' })
    rule(at + 8)
    return at + 28
  }

  for (const [nth, slip] of slips.entries()) {
    if (nth > 0) doc.addPage()
    const first = doc.bufferedPageRange().count - 1
    const turn = (): number => {
      doc.addPage()
      write(shop.wordmark, page.left, page.top, { face: 'display', size: 15 })
      write(`Packing slip ${slip.orderNumber}`, page.right, page.top, { size: 9, colour: soft, align: 'right' })
      return page.top + 40
    }

    if (logo) ornament(() => doc.image(logo, page.left, page.top - 8, { fit: [170, 34] }))
    else write(shop.wordmark, page.left, page.top + 16, { face: 'display', size: 24 })
    if (shop.mark === 'sun') sun(page.right - 14, page.top + 14, 8)

    write(slip.orderNumber, page.left, 168, { face: 'display', size: 46 })
    write('Packing slip', page.left, 122, { size: 9.5, colour: soft })
    if (/^[\x20-\x7e]{1,20}$/.test(slip.orderNumber)) barcode(slip.orderNumber, page.right, 128)

    let below = write(slip.collected ? 'Collected by' : 'Goes to', page.left, 216, { face: 'strong', size: 9 }) + 2
    for (const each of slip.to) below = write(each, page.left, below, { size: 11.5, width: 260, leading: 16 })
    if (slip.phone) below = write(slip.phone, page.left, below, { size: 9.5, colour: soft, leading: 14 })

    const facts: readonly (readonly [string, string])[] = [
      ['Ordered', day(slip.placedAt)],
      ...(slip.service ? [['By', slip.service] as const] : []),
      ...(slip.promised ? [['Promised', slip.promised] as const] : []),
      ['Pieces', `${slip.lines.reduce((all, { quantity }) => all + quantity, 0)}${slip.isPart ? ', a part of the order' : ''}`],
    ]
    let y = 216
    for (const [name, value] of facts) {
      write(name, 352, y, { colour: soft, size: 9 })
      const end = write(value, 412, y, { size: 9, width: page.right - 412, leading: 12 })
      rule(end - 6, { from: 352 })
      y = end + 6
    }

    y = tableHead(Math.max(below, y) + 34)
    const detailsOf = ({ description }: SlipLine): string => description ?? ''
    for (const each of slip.lines) {
      const details = detailsOf(each)
      const height =
        broken(each.name, 'name', 13, nameWidth).length * 17 + (details ? broken(details, 'text', 9.5, nameWidth).length * 13 : 0) + 14
      if (y + height > page.foot - 12) y = tableHead(turn() + 10)
      const top = y
      ornament(() =>
        doc
          .rect(page.left, top - 10, 11, 11)
          .lineWidth(0.9)
          .strokeColor(ink)
          .stroke(),
      )
      write(String(each.quantity), columns.pieces, y, { face: each.quantity > 1 ? 'strong' : 'text', size: 13, align: 'right' })
      if (each.sku) write(each.sku, columns.sku, y, { size: 9, colour: soft, align: 'right' })
      const end = write(each.name, columns.name, y, { face: 'name', size: 13, width: nameWidth, leading: 17 })
      const under = details ? write(details, columns.name, end - 3, { size: 9.5, colour: soft, width: nameWidth, leading: 13 }) : end
      rule(under - 4)
      y = under + 14
    }

    const words = [
      ...(slip.note ? [`“${slip.note}”`] : []),
      ...slip.answers.map(({ title, answer }) => `${title.replace(/[?:]$/, '')}: ${answer}`),
    ]
    for (const each of words) {
      const lines = broken(each, 'name', 12, page.right - page.left).length
      if (y + lines * 17 > page.foot - 12) y = turn() + 10
      y = write(each, page.left, y + 6, { face: 'name', size: 12, width: page.right - page.left, leading: 17 }) + 4
    }

    const last = doc.bufferedPageRange().count - 1
    for (let at = first; at <= last; at++) {
      doc.switchToPage(at)
      rule(page.foot)
      write([shop.name, ...shop.address].join(', '), page.left, page.foot + 17, { size: 7.5, colour: soft })
      write([shop.email, shop.web].filter(Boolean).join('  '), page.left, page.foot + 28, { size: 7.5, colour: soft })
      if (last > first)
        write(`${at - first + 1} of ${last - first + 1}`, page.right, page.foot + 17, { size: 7.5, colour: soft, align: 'right' })
    }
    doc.switchToPage(last)
  }
  return finish()
}
