import { type Minor, minor } from '@vitrine/pricing'
import type { DocumentTotals, Paper, PaperLine } from './paper.ts'

/** Units, delivery or a fee that a refund names; with tax, after discounts, in minor units. */
export interface CreditPart {
  readonly name: string
  readonly description?: string
  readonly sku?: string
  readonly quantity: number
  readonly total: number
  readonly tax: number
  /** As on the invoice: `19`. */
  readonly taxPercent: string
}

export interface Credit {
  readonly lines: readonly PaperLine[]
  readonly sums: DocumentTotals
}

type Tax = DocumentTotals['taxes'][number]
const sameTax = (one: Tax, other: Tax): boolean => one.name === other.name && one.percent === other.percent

function lineOf(part: CreditPart): PaperLine {
  const { tax: _, total: amount, ...said } = part
  return { ...said, price: minor(Math.round(amount / part.quantity)), amount: minor(amount) }
}

/**
 * What a refund takes off an invoice: never more than is left of it after the credit notes before. The tax of what is named is its own; what
 * was refunded beside it (a goodwill, a part of a price) takes its share of each tax. The last credit note takes off all that is left of each
 * tax, so that together they come to the invoice. `otherwise` is what an amount without parts is called. Undefined where nothing is left.
 */
export function creditOf(
  invoice: Pick<Paper, 'sums'>,
  earlier: readonly Pick<Paper, 'sums'>[],
  { amount, parts, otherwise = 'Refund' }: { readonly amount: number; readonly parts: readonly CreditPart[]; readonly otherwise?: string },
): Credit | undefined {
  const left = invoice.sums.total - earlier.reduce((all, { sums }) => all + sums.total, 0)
  const total = Math.min(amount, left)
  if (total <= 0) return undefined
  const taxesLeft = invoice.sums.taxes.map((tax) => {
    const gone = earlier.flatMap(({ sums }) => sums.taxes.filter((one) => sameTax(one, tax)))
    return {
      ...tax,
      net: minor(gone.reduce((rest, { net }) => rest - net, tax.net as number)),
      tax: minor(gone.reduce((rest, one) => rest - one.tax, tax.tax as number)),
    }
  })
  const named = parts.reduce((all, part) => all + part.total, 0)
  const rest = total - named
  const lines: PaperLine[] = [
    ...parts.map(lineOf),
    ...(rest === 0
      ? []
      : [{ name: parts.length > 0 ? 'Adjustment' : otherwise, quantity: 1, price: minor(rest), amount: minor(rest), taxPercent: '' }]),
  ]
  const taxes = total === left ? taxesLeft : shares(invoice.sums, taxesLeft, parts, rest)
  return {
    lines,
    sums: {
      pieces: minor(total),
      discounts: [],
      fees: [],
      taxes: taxes.filter(({ tax }) => tax !== 0),
      taxIncluded: true,
      total: minor(total),
    },
  }
}

function shares({ taxes, total }: DocumentTotals, left: readonly Tax[], parts: readonly CreditPart[], rest: number): readonly Tax[] {
  const own = (part: CreditPart): Tax | undefined => {
    const fitting = taxes.filter(({ percent }) => percent === part.taxPercent)
    return fitting.length === 1 ? fitting[0] : undefined
  }
  // What bears several taxes, or one that the invoice does not name, has its share of all.
  const spread = parts.reduce((all, part) => (own(part) || part.tax === 0 ? all : all + part.total), rest)
  const within = (wanted: number, most: Minor): Minor => minor(Math.max(0, Math.min(Math.round(wanted), most)))
  return taxes.map((tax, i) => {
    const those = parts.filter((part) => own(part) === tax)
    const net = those.reduce((all, part) => all + part.total - part.tax, (tax.net * spread) / total)
    const of = those.reduce((all, part) => all + part.tax, (tax.tax * spread) / total)
    return { ...tax, net: within(net, left[i]!.net), tax: within(of, left[i]!.tax) }
  })
}
