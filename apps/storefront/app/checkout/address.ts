import { habitOf, whatIsWrong, writePostcode, writeTaxId } from './countries.ts'
import { wayIn } from './way.ts'

/** A person and a place, as a form holds them. */
export interface Destination {
  country: string
  firstName: string
  lastName: string
  street: string
  more: string
  postcode: string
  town: string
  state: string
  phone: string
  company: string
  /** Under which number an authority knows the buyer. */
  taxId: string
}

export const fields = [
  'country',
  'firstName',
  'lastName',
  'company',
  'taxId',
  'street',
  'more',
  'postcode',
  'town',
  'state',
  'phone',
] as const
export type Field = (typeof fields)[number]

/** What is wrong, by the name of the field in the form: `email`, `street`, `bill.street`. In the form's order. */
export type Wrong = Readonly<Record<string, string>>

export const nowhere: Destination = {
  country: '',
  firstName: '',
  lastName: '',
  street: '',
  more: '',
  postcode: '',
  town: '',
  state: '',
  phone: '',
  company: '',
  taxId: '',
}

/** As the wire takes them. */
const longest: Readonly<Record<Field, number>> = {
  country: 2,
  firstName: 100,
  lastName: 100,
  street: 150,
  more: 100,
  postcode: 50,
  town: 50,
  state: 50,
  phone: 50,
  company: 200,
  taxId: 50,
}

export const most = (field: Field) => longest[field]

export interface Written {
  email: string
  way: 'door' | 'collect'
  to: Destination
  /** The invoice goes to the same address. */
  same: boolean
  bill: Destination
  /** Which way of collecting: carrier and code, with its hour where it has hours. */
  place: string
  /** What the shop should know. */
  note: string
}

export function readWritten(form: FormData): Written {
  const text = (name: string, to = 320) =>
    String(form.get(name) ?? '')
      .trim()
      .replace(/\s+/g, ' ')
      .slice(0, to)
  const destination = (prefix: string): Destination => {
    const read = Object.fromEntries(fields.map((field) => [field, text(prefix + field, most(field))])) as unknown as Destination
    const known = habitOf(read.country).state
    return {
      ...read,
      postcode: writePostcode(read.country, read.postcode),
      taxId: writeTaxId(read.country, read.taxId),
      state: known?.choices.some(([code]) => code === read.state) ? read.state : '',
    }
  }
  const collects = form.get('way') === 'collect'
  const to = destination('')
  return {
    email: text('email'),
    way: collects ? 'collect' : 'door',
    to: collects ? { ...to, firstName: text('collect.firstName', 100), lastName: text('collect.lastName', 100), phone: '' } : to,
    same: form.has('same'),
    bill: destination('bill.'),
    place: wayIn(form, 'place').slice(0, 200),
    note: String(form.get('note') ?? '')
      .trim()
      .slice(0, 1000),
  }
}

/** What is wrong with an email address, as a sentence that says how to put it right. */
export function checkEmail(email: string): string | undefined {
  const text = email.trim()
  if (!text) return 'Without it we cannot write to you.'
  if (!text.includes('@')) return 'There is no @ in it.'
  const [name = '', place = '', ...more] = text.split('@')
  if (more.length > 0) return 'There is more than one @ in it.'
  if (!name) return 'The part before the @ is missing.'
  if (/\s/.test(text)) return 'There is a space in it.'
  if (!/\.[^.]{2,}$/.test(place)) return 'The part after the dot is missing, like .com or .de.'
  if (!/^[A-Za-z0-9._%+'-]+$/.test(name) || /^\.|\.$|\.\./.test(name) || !/^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}$/.test(place))
    return 'One letter in it cannot be right.'
  return undefined
}

export function checkField(field: string, to: Destination): string | undefined {
  const habit = habitOf(to.country)
  switch (field) {
    case 'country':
      return to.country ? undefined : 'Which country is it?'
    case 'firstName':
      return to.firstName ? undefined : 'The first name is missing.'
    case 'lastName':
      return to.lastName ? undefined : 'The last name is missing.'
    case 'street':
      return to.street ? undefined : 'Street and number are missing.'
    case 'postcode':
      return whatIsWrong(to.country, to.postcode)
    case 'town':
      return to.town ? undefined : `The ${habit.town.toLowerCase()} is missing.`
    case 'state':
      return habit.state && !to.state ? `Which ${habit.state.label.toLowerCase()} is it?` : undefined
    case 'phone':
      return to.phone && !/^[+\d][\d\s()/.-]{3,}$/.test(to.phone) ? 'Figures only, with a + before the country.' : undefined
    default:
      return undefined
  }
}

const checked = (names: readonly Field[], prefix: string, to: Destination): [string, string][] =>
  names.flatMap((name) => {
    const wrong = checkField(name, to)
    return wrong ? [[prefix + name, wrong] as [string, string]] : []
  })

export interface CheckOptions {
  /** Whether the form asks for an email address. */
  withEmail: boolean
  /** The fields of the address that it asks for, where that is not all; and those of the invoice’s. */
  only?: readonly Field[] | undefined
  billOnly?: readonly Field[] | undefined
}

/** What is wrong with a whole form. */
export function checkWritten(written: Written, { withEmail, only, billOnly }: CheckOptions): Wrong {
  const email = withEmail ? checkEmail(written.email) : undefined
  const collects = written.way === 'collect'
  return Object.fromEntries([
    ...(email ? [['email', email] as [string, string]] : []),
    ...(collects && !written.place ? [['place', 'Where do you collect it?'] as [string, string]] : []),
    ...(collects ? checked(['firstName', 'lastName'], 'collect.', written.to) : checked(only ?? fields, '', written.to)),
    ...(written.same || collects ? [] : checked(billOnly ?? fields, 'bill.', { ...written.bill, phone: '' })),
  ])
}
