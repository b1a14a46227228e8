import type { GeneralSettings } from '@vitrine/contract'
import { linesOf } from '../parts/lines.ts'

/** The form, field by field, as the reader writes it. */
export const names = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  address: 'Address',
  country: 'Country',
  currency: 'Currency',
  locale: 'Written as',
  weightUnit: 'Weights',
  timeZone: 'Time zone',
  auditMonths: 'Audit log',
} as const
export type Field = keyof typeof names
export type Values = Readonly<Record<Field, string>>

export function valuesOf(settings: GeneralSettings): Values {
  const { email = '', phone = '', address, auditMonths } = settings
  const { name, country, currency, locale, timeZone, weightUnit } = settings
  return {
    name,
    email,
    phone,
    address: address.join('\n'),
    country,
    currency,
    locale,
    timeZone,
    weightUnit,
    auditMonths: String(auditMonths),
  }
}

/** As the platform takes it. */
export const sentOf = ({ email, phone, address, weightUnit, auditMonths, ...rest }: Values) => ({
  ...rest,
  email: email.trim() || null,
  phone: phone.trim() || null,
  address: linesOf(address),
  weightUnit: weightUnit === 'LB' ? ('LB' as const) : ('KG' as const),
  auditMonths: Number(auditMonths),
})

const fewestMonths = 12
const mostMonths = 120

/** What the platform would refuse, said before. */
export function wrongIn(values: Values): Partial<Record<Field, string>> {
  const months = Number(values.auditMonths)
  return {
    ...(values.name.trim() === '' && { name: 'The shop needs a name.' }),
    ...(!(Number.isInteger(months) && months >= fewestMonths && months <= mostMonths) && {
      auditMonths: `From ${fewestMonths} to ${mostMonths} months.`,
    }),
  }
}

/** What a change brings with it that cannot be seen on this page. */
export function consequencesOf(was: Values, now: Values): readonly string[] {
  const said: string[] = []
  if (was.currency !== now.currency)
    said.push(
      `Every price keeps its number: 26.00 ${was.currency} become 26.00 ${now.currency}. So do delivery, coupons, discounts and fees.`,
      'Open carts and checkouts will be recalculated; whoever is about to pay is shown the new total first.',
      `Orders, refunds, invoices and subscriptions from before stay in ${was.currency}.`,
      'The shop’s own pages follow within half a minute.',
      `Gift cards in ${was.currency} wait until the shop sells in ${was.currency} again.`,
    )
  if (was.weightUnit !== now.weightUnit)
    said.push(`Weights keep their numbers: 0.4 ${unit(was)} become 0.4 ${unit(now)}, for products and for prices by weight.`)
  if (Number(now.auditMonths) < Number(was.auditMonths))
    said.push(`What was written down more than ${now.auditMonths} months ago is forgotten for good, with the next night.`)
  return said
}

const unit = ({ weightUnit }: Values): string => weightUnit.toLowerCase()
