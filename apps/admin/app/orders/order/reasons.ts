import type { Reason } from '@vitrine/contract'

/** `19 %`, of a share. */
export const percent = (share = '0'): string => `${Number((Number(share) * 100).toFixed(4))} %`

/** `VAT included: €19.16 at 19 % and €0.95 at 7 %`; nothing where no tax is within the total. */
export function taxIncludedText(reasons: readonly Reason[], text: (amount: string) => string): string {
  const included = reasons.find(({ step }) => step === 'TOTAL')?.taxIncluded
  if (Number(included ?? 0) <= 0) return ''
  const taxes = reasons.filter(({ step, included: isIncluded, amount }) => step === 'TAX' && isIncluded && Number(amount) > 0)
  const names = new Set(taxes.flatMap(({ taxes: parts = [] }) => parts.map(({ name }) => name)))
  const [name = 'tax'] = names.size === 1 ? names : []
  const amounts = taxes.map(({ amount, rate }) => `${text(amount)} at ${percent(rate)}`)
  return `${name} included: ${amounts.length > 0 ? new Intl.ListFormat('en-GB').format(amounts) : text(included!)}`
}

/** What was left to pay with the order, after what is paid later and by gift cards. */
export const dueOf = (reasons: readonly Reason[]): string =>
  reasons.reduce((due, { step, amount, now, due: left }) => {
    if (step === 'TOTAL') return amount
    if (step === 'LATER') return now ?? amount
    return step === 'GIFT_CARD' ? (left ?? due) : due
  }, '0')
