import { formatMoney, type Minor } from '@vitrine/pricing'
import type { Paper, PaperLine } from './paper.ts'
import { ink, openPress, page, soft } from './press.ts'

/** Sets an invoice or a credit note, on as many pages as it needs. */
export async function printInvoice(paper: Paper, logo?: Buffer): Promise<Buffer> {
  const { seller, currency, locale, timeZone, sums, corrects } = paper
  const kind = corrects ? 'Credit note' : 'Invoice'
  const { doc, write, broken, ornament, rule, sun, finish } = await openPress({
    title: `${kind} ${paper.number}`,
    author: seller.name,
    createdAt: new Date(paper.issuedAt),
    accent: seller.accent,
    everything: JSON.stringify(paper),
  })
  const money = (amount: Minor): string => formatMoney(amount, currency, locale).replace('-', '\u2212')
  const day = (at: string): string => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(new Date(at))

  // ——— the head

  if (logo) ornament(() => doc.image(logo, page.left, page.top - 8, { fit: [170, 34] }))
  else write(seller.wordmark, page.left, page.top + 16, { face: 'display', size: 24 })
  if (seller.mark === 'sun') sun(page.right - 14, page.top + 14, 8)

  write(kind, page.left, 168, { face: 'display', size: 46 })
  const facts: readonly (readonly [string, string])[] = [
    ['Number', paper.number],
    ['Date', day(paper.issuedAt)],
    ...(corrects
      ? [['For invoice', corrects.number] as const, ['Of', day(corrects.issuedAt)] as const]
      : [['Sold', day(paper.soldAt)] as const]),
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
      ['Quantity', columns.pieces],
      ...(corrects ? [] : [['Each', columns.each] as const]),
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
    write(`${kind} ${paper.number}`, page.right, page.top, { size: 9, colour: soft, align: 'right' })
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
    // Units of a credit note share what was paid for a line, to the cent.
    if (!corrects) write(money(each.price), columns.each, y, { align: 'right' })
    write(each.taxPercent && `${each.taxPercent} %`, columns.tax, y, { align: 'right', colour: soft })
    write(money(each.amount), columns.amount, y, { align: 'right' })
    rule(under - 4)
    y = under + 12
  }

  // ——— the sums

  const named = ({ name, percent }: (typeof sums.taxes)[number]): string => `${name} ${percent} %`
  const rows: readonly (readonly [string, string])[] = [
    ...(corrects ? [] : [['Subtotal', money(sums.pieces)] as const]),
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
  write(corrects ? 'Credited' : 'Total', from, y + 18, { face: 'strong', size: 10.5 })
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

  const state = (): string => {
    if (corrects) return corrects.because === 'REFUND' ? `${money(sums.total)} were refunded.` : 'The order was canceled.'
    return paper.due > 0 ? `${money(paper.due)} are due.` : 'Nothing is due.'
  }
  let left = write(state(), page.left, start + 4, {
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
  return finish()
}
