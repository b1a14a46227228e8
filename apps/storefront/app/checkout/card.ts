/** What a buyer writes of a card. It goes to the bank and nowhere else. */
export interface WrittenCard {
  number: string
  /** `09 / 29` */
  until: string
  code: string
  holder: string
}

export type CardField = keyof WrittenCard
export type CardWrong = Partial<Record<CardField, string>>

const digitsOf = (text: string) => text.replace(/\D/g, '')
const isAmex = (digits: string) => /^3[47]/.test(digits)

/** In groups as on the card, while it is being written. */
export function writeNumber(written: string): string {
  const digits = digitsOf(written).slice(0, 19)
  if (isAmex(digits)) return [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10, 15)].filter(Boolean).join(' ')
  return digits.replace(/(.{4})(?=.)/g, '$1 ')
}

/** `0929` becomes `09 / 29`; a month from 2 on needs no zero before it. */
export function writeUntil(written: string, before: string): string {
  let digits = digitsOf(written)
  if (/^\s*20\d\d$/.test(written.split('/')[1] ?? '')) digits = digits.slice(0, 2) + digits.slice(4)
  if (/^[2-9]/.test(digits)) digits = `0${digits}`
  // Taking the stroke away takes the figure before it along.
  if (before.endsWith(' / ') && written === before.slice(0, -1)) return digits.slice(0, 1)
  digits = digits.slice(0, 4)
  return digits.length < 2 ? digits : `${digits.slice(0, 2)} / ${digits.slice(2)}`
}

export function readUntil(written: string): { month: number; year: number } | undefined {
  const [, month, year] = /^\s*(\d{1,2})\s*[/.\- ]?\s*((?:20)?\d{2})\s*$/.exec(written) ?? []
  if (!month || !year || Number(month) < 1 || Number(month) > 12) return undefined
  return { month: Number(month), year: year.length === 2 ? 2000 + Number(year) : Number(year) }
}

/** The check digit of a card number (ISO/IEC 7812-1, Luhn). */
function adds(digits: string): boolean {
  const sum = Array.from(digits)
    .reverse()
    .reduce((all, figure, at) => {
      const weighed = Number(figure) * (at % 2 ? 2 : 1)
      return all + (weighed > 9 ? weighed - 9 : weighed)
    }, 0)
  return sum % 10 === 0
}

/** What can be seen to be wrong before the bank is asked. */
export function checkCard({ number, until, code, holder }: WrittenCard, now: Date): CardWrong {
  const wrong: CardWrong = {}
  const digits = digitsOf(number)
  const good = readUntil(until)
  if (!digits) wrong.number = 'The long number on the card is missing.'
  else if (digits.length < 12 || digits.length > 19 || !adds(digits)) wrong.number = 'This is no card number. One figure may be wrong.'
  if (!until.trim()) wrong.until = 'Month and year are missing.'
  else if (!good) wrong.until = 'Month and year, like 09 / 29.'
  else if (good.year * 12 + good.month < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1) wrong.until = 'This card has run out.'
  if (!code.trim()) wrong.code = isAmex(digits) ? 'The four figures on the front are missing.' : 'The three figures are missing.'
  else if (!/^\d{3,4}$/.test(code.trim())) wrong.code = 'Three figures, four on an Amex.'
  if (!holder.trim()) wrong.holder = 'The name is missing.'
  return wrong
}

export const readCard = (form: FormData): WrittenCard => {
  const text = (name: string) => String(form.get(name) ?? '').slice(0, 200)
  return { number: text('number'), until: text('until'), code: text('code'), holder: text('holder') }
}
