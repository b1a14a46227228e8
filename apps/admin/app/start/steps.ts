/** What is known of a shop that opens. */
export interface Facts {
  readonly name: string
  readonly address: string
  readonly country: string
  readonly currency: string
  /** How many products shoppers see, and the name of one. */
  readonly products: number
  readonly product: string | undefined
  readonly taxRegions: number
  /** Ways of delivery that are on, in some region. */
  readonly deliveries: readonly string[]
  readonly payments: readonly string[]
  /** Whether the look of the shop was published, and is not as it comes. */
  readonly lookPublished: boolean
  /** Pages that the law of the shop's country asks for and that shoppers cannot read yet. */
  readonly legalMissing: readonly string[]
  /** What prevents emails from going out; undefined where nothing does. */
  readonly emailFault: string | undefined
  readonly orders: number
  /** Whether everybody sees the shop. */
  readonly open: boolean
}

export type StepId = 'place' | 'product' | 'tax' | 'delivery' | 'payment' | 'look' | 'legal' | 'email' | 'order' | 'open'

export interface Step {
  readonly id: StepId
  readonly name: string
  readonly about: string
  readonly done: boolean
  readonly to: string
  /** What the button says while it is not done, and after. */
  readonly does: string
  readonly again: string
  readonly minutes: number
  /** Without it nobody can buy. */
  readonly needed: boolean
}

/** What a shop is called before anybody named it. */
const unnamed = 'My shop'

const listed = (names: readonly string[]): string =>
  names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ')

/** The way from an empty shop to the first order: each step is done once it is true. */
export function stepsOf(facts: Facts): readonly Step[] {
  const isPlaced = facts.name !== unnamed && facts.name.trim() !== '' && facts.address.trim() !== ''
  return [
    {
      id: 'place',
      name: 'Name and place',
      about: isPlaced
        ? [facts.name, facts.country, facts.currency].filter(Boolean).join(', ')
        : 'What the shop is called, where it is, what it counts in',
      done: isPlaced,
      to: '/shop',
      does: 'Write it',
      again: 'Change',
      minutes: 2,
      needed: false,
    },
    {
      id: 'product',
      name: 'A first product',
      about:
        facts.product === undefined
          ? 'Title, price and stock are enough to sell'
          : facts.products === 1
            ? facts.product
            : `${facts.product} and ${facts.products - 1} more`,
      done: facts.products > 0,
      to: '/products/new',
      does: 'Make one',
      again: 'Make another',
      minutes: 4,
      needed: true,
    },
    {
      id: 'tax',
      name: 'Tax',
      about:
        facts.taxRegions > 0
          ? `${facts.taxRegions} ${facts.taxRegions === 1 ? 'region' : 'regions'}`
          : 'No tax is collected until a region says so',
      done: facts.taxRegions > 0,
      to: '/taxes',
      does: 'Set up',
      again: 'Change',
      minutes: 3,
      needed: false,
    },
    {
      id: 'delivery',
      name: 'Delivery',
      about: facts.deliveries.length > 0 ? listed(facts.deliveries) : 'Where to, how long, how much',
      done: facts.deliveries.length > 0,
      to: '/shipping',
      does: 'Set up',
      again: 'Change',
      minutes: 2,
      needed: true,
    },
    {
      id: 'payment',
      name: 'Payment',
      about: facts.payments.length > 0 ? listed(facts.payments) : 'A provider for cards and wallets, or bank transfer only for now',
      done: facts.payments.length > 0,
      to: '/payments',
      does: 'Set up',
      again: 'Change',
      minutes: 5,
      needed: true,
    },
    {
      id: 'look',
      name: 'Look',
      about: facts.lookPublished ? 'Published' : 'Colours, type and the pictures of the home page, seen before they are published',
      done: facts.lookPublished,
      to: '/storefront',
      does: 'Choose it',
      again: 'Change',
      minutes: 5,
      needed: false,
    },
    {
      id: 'legal',
      name: 'Legal pages',
      about:
        facts.legalMissing.length === 0
          ? 'Shoppers can read them'
          : `${listed(facts.legalMissing)}: drafted from your settings, to read, have checked and publish`,
      done: facts.legalMissing.length === 0,
      to: facts.legalMissing.length === 0 ? '/pages' : '/pages?start=templates',
      does: 'Read the drafts',
      again: 'Change',
      minutes: 6,
      needed: false,
    },
    {
      id: 'email',
      name: 'Emails',
      about: facts.emailFault ?? 'They go out',
      done: facts.emailFault === undefined,
      to: '/mail',
      does: 'Look',
      again: 'Look',
      minutes: 3,
      needed: false,
    },
    {
      id: 'order',
      name: 'A test order',
      about:
        facts.orders > 0 ? 'The first order is there' : 'Buy something in your own shop: see the emails, fulfil it, give the money back',
      done: facts.orders > 0,
      to: '/',
      does: 'To the shop',
      again: 'To the orders',
      minutes: 1,
      needed: false,
    },
    {
      id: 'open',
      name: 'Going live',
      about: facts.open ? 'Everybody sees the shop' : 'Until you open the shop, visitors read “Opening soon”, and you see it all',
      done: facts.open,
      to: '/shop',
      does: 'Open the shop',
      again: 'Change',
      minutes: 1,
      needed: true,
    },
  ]
}

export interface Ability {
  readonly says: string
  readonly can: boolean
}

/** What somebody who comes to the shop now can do. */
export const abilitiesOf = ({ open, products, deliveries, payments }: Facts): readonly Ability[] => [
  { says: 'see the shop', can: open },
  { says: 'put something into the cart', can: products > 0 },
  { says: 'choose a delivery', can: deliveries.length > 0 },
  { says: 'pay', can: payments.length > 0 },
]

/** `after 2, 4 and 5` */
export const afterSteps = (missing: readonly number[]): string => `after ${numbersIn.format(missing.map(String))}`

const numbersIn = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** The numbers of the steps that come before the shop can be opened. */
export const missingIn = (steps: readonly Step[]): readonly number[] =>
  steps.flatMap(({ id, needed, done }, i) => (id !== 'open' && needed && !done ? [i + 1] : []))

/** `about 12 minutes until Halde can sell` */
export function timeUntil(steps: readonly Step[], name: string): string {
  const minutes = steps.filter(({ done, needed }) => needed && !done).reduce((sum, step) => sum + step.minutes, 0)
  return minutes === 0 ? `${name} can sell` : `about ${minutes === 1 ? 'a minute' : `${minutes} minutes`} until ${name} can sell`
}

/** `It sells when 2, 4 and 5 are done.` */
export const sellsWhen = (missing: readonly number[]): string =>
  `It sells when ${numbersIn.format(missing.map(String))} ${missing.length === 1 ? 'is' : 'are'} done.`

/** `The shop opens when 2, 4 and 5 are done.` */
export const opensWhen = (missing: readonly number[]): string =>
  `The shop opens when ${numbersIn.format(missing.map(String))} ${missing.length === 1 ? 'is' : 'are'} done.`

/** What is said where there is no order yet and nobody could buy; undefined where everybody can. */
export function whyNoOrders(steps: readonly Step[]): { readonly title: string; readonly words: string; readonly does: string } | undefined {
  const missing = steps.filter(({ needed, done }) => needed && !done)
  const before = missing.filter(({ id }) => id !== 'open')
  const [first] = before
  if (missing.length === 0) return undefined
  const title = missing.length > before.length ? 'No orders yet: the shop is not open' : 'No orders yet: nobody can buy'
  if (!first) return { title, words: 'Until you open it, visitors read “Opening soon”, and you see it all.', does: 'Open the shop' }
  const minutes = before.reduce((sum, step) => sum + step.minutes, 0)
  const names = numbersIn.format(before.map(({ name }) => name.toLowerCase()))
  return {
    title,
    words: `${names[0]!.toUpperCase()}${names.slice(1)} ${before.length === 1 ? 'is' : 'are'} missing, about ${minutes} minutes.`,
    does: `Go on with ${first.name.toLowerCase()}`,
  }
}

const numbers = ['None', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten']

/** `Three of ten done` */
export const progressOf = (steps: readonly Step[]): string => {
  const done = steps.filter((step) => step.done).length
  return `${numbers[done]} of ${numbers[steps.length]!.toLowerCase()} done`
}
