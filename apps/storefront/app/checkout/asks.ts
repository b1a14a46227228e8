import type { CheckoutPage } from '@vitrine/contract'
import type { Destination, Written, Wrong } from './address.ts'

/** What the shop shows and asks on this page. */
export type Asks = CheckoutPage
export type Question = Asks['questions'][number]

/** What was answered, by the title of the question; of a box `yes`, where it is ticked. */
export type Answers = Readonly<Record<string, string>>

const longest = { TEXT: 200, LONG_TEXT: 1000, CHOICE: 100, CHECKBOX: 3 } as const
export const mostOf = ({ type }: Question) => longest[type]

/** The name of a question’s field in the form. */
export const fieldOf = (at: number) => `ask.${at}`

/** Reads the answers out of a form. */
export function readAnswers(form: FormData, { questions }: Pick<Asks, 'questions'>): Answers {
  return Object.fromEntries(
    questions.map((question, at) => {
      const text = String(form.get(fieldOf(at)) ?? '').trim()
      const answer = question.type === 'CHOICE' && !question.choices.includes(text) ? '' : text.slice(0, mostOf(question))
      return [question.title, question.type === 'CHECKBOX' ? (form.has(fieldOf(at)) ? 'yes' : '') : answer]
    }),
  )
}

/** As the checkout stores them. */
export const writeAnswers = ({ questions }: Pick<Asks, 'questions'>, answers: Answers) =>
  questions.flatMap(({ title, type }): { title: string; value: string | boolean }[] => {
    const answer = answers[title] ?? ''
    if (type === 'CHECKBOX') return [{ title, value: answer === 'yes' }]
    return answer ? [{ title, value: answer }] : []
  })

/** The fields of an address that this shop wants and that are empty, and the questions without an answer. */
export function unanswered({ to, bill, same, way }: Pick<Written, 'to' | 'bill' | 'same' | 'way'>, answers: Answers, asks: Asks): Wrong {
  const { fields, questions } = asks
  const wanted = {
    company: 'Which company is it for?',
    taxId: 'The number is missing.',
    more: 'Flat or floor is missing.',
    phone: 'The phone is missing.',
  }
  const settings = { company: fields.company, taxId: fields.vatId, more: fields.addressLine2, phone: fields.phone }
  const names = Object.keys(wanted) as (keyof typeof wanted)[]
  const said = (name: (typeof names)[number]) => to[name] || (!same && (name === 'company' || name === 'taxId') && bill[name])
  return Object.fromEntries([
    ...(way === 'collect' ? [] : names.filter((name) => settings[name] === 'REQUIRED' && !said(name)).map((name) => [name, wanted[name]])),
    ...questions.flatMap(({ title, type, required }, at) =>
      required && !answers[title] ? [[fieldOf(at), type === 'CHECKBOX' ? 'Tick this to go on.' : 'This needs an answer.']] : [],
    ),
  ])
}

/** Where no more than the tax needs is asked for: what of an address that is. */
export const least: readonly (keyof Destination)[] = ['country', 'firstName', 'lastName', 'postcode', 'state', 'taxId']
