import type { Period } from '@vitrine/pricing'
import type { Media } from '@vitrine/ui'

/** A product as a card shows it. Amounts are in the currency's major unit, as the catalogue writes them. */
export interface CardView {
  id: string
  slug: string
  name: string
  price: number
  /** Before it was reduced. */
  before?: number | undefined
  /** `€5.80 / 100 g`, of what is sold by measure. */
  perUnit?: string | undefined
  /** Some of its variants cost more. */
  from?: boolean | undefined
  ribbon?: string | undefined
  /** Of what somebody has rated: the average of its stars, `4.3`, and how many have. */
  rating?: { average: string; count: number } | undefined
  out: boolean
  /** It is not there yet, and can be ordered before it comes. */
  preorder?: true | undefined
  picture?: Media | undefined
  second?: Media | undefined
  colours?: { option: string; plain: boolean; choices: readonly { name: string; colour: string; out: boolean }[] } | undefined
  /** Said where the swatches would stand: `Three grinds`. */
  note?: string | undefined
  /** There is nothing to choose: it can go straight into the bag. */
  simple: boolean
  shippable: boolean
}

export interface ProductView {
  id: string
  slug: string
  name: string
  description: string
  ribbon?: string | undefined
  price: number
  before?: number | undefined
  perUnit?: string | undefined
  unit?: UnitView | undefined
  sku?: string | undefined
  gtin?: string | undefined
  /** Its maker's number. */
  mpn?: string | undefined
  brand?: string | undefined
  /** All its media in their order. */
  pictures: readonly Shown[]
  options: readonly OptionView[]
  variants: readonly VariantView[]
  /** Of a product without variants. */
  stock: StockView
  /** What the shop says of its preorders. */
  preorder?: string | undefined
  /** The day on which what is preordered is expected: `2027-05-14`. */
  expectedDate?: string | undefined
  sections: readonly { title: string; text: string }[]
  shippable: boolean
  /** Whether it is sold once, and not by its plans alone. */
  once: boolean
  plans: readonly PlanView[]
  /** By each of the plans. */
  planPrices: readonly number[]
  planPerUnit: readonly (string | undefined)[]
}

/** A picture as the gallery shows it; of a film or a model, the one that stands for it. */
export type Shown = Media & { caption: string; moving?: MovingView | undefined }

/** A film or a model, of which no byte is fetched before somebody asks for it. */
export interface MovingView {
  kind: 'film' | 'model'
  /** Of its own file. */
  url: string
  /** What its button says: `Play, 5 s`. */
  say: string
  /** What those read who cannot see it. */
  alt: string
  /** Of a film. */
  seconds?: number | undefined
  /** Of a film, whose captions go by it. */
  fileId?: string | undefined
  /** Of a film: where it is a stream (HLS), if it is one already. */
  streamUrl?: string | undefined
  width?: number | undefined
  height?: number | undefined
  /** Of a model. */
  bytes?: number | undefined
}

/** A way to have it come again and again. */
export interface PlanView {
  id: string
  title: string
  /** Under its title: `Until you end it`. */
  say: string
  /** As the bag says it: `every two weeks, until you end it`. */
  terms: string
  /** `−12 %` */
  off?: string | undefined
  /** What one agrees to, in a sentence or two. */
  note: string
  /** How often it is charged, what is free before, and how often in all, where it ends by itself. */
  period: Period
  trial?: Period | undefined
  times?: number | undefined
}

export interface OptionView {
  name: string
  plain: boolean
  choices: readonly ChoiceView[]
}

export interface ChoiceView {
  name: string
  /** Of a colour. */
  colour?: string | undefined
  /** Which of the product's pictures show this choice. */
  pictures: readonly number[]
}

export interface VariantView {
  id: string
  choices: Readonly<Record<string, string>>
  price: number
  before?: number | undefined
  perUnit?: string | undefined
  unit?: UnitView | undefined
  sku?: string | undefined
  gtin?: string | undefined
  /** Its maker's number. */
  mpn?: string | undefined
  planPrices: readonly number[]
  planPerUnit: readonly (string | undefined)[]
  stock: StockView
}

/** The price of a base quantity: €5.80 for 100 grams, `GRM` as UN/CEFACT calls them. */
export interface UnitView {
  price: number
  quantity: number
  code: string
}

export interface StockView {
  /** Whether it can be bought, now or as a preorder. */
  some: boolean
  /** It is not there yet: it is sold before it comes. */
  preorder?: true | undefined
  /** How many, where they are counted. */
  left?: number | undefined
}

export type Choices = Readonly<Record<string, string>>

/** The variant that these choices name, once all of them are made. */
export const findVariant = ({ options, variants }: ProductView, chosen: Choices) =>
  variants.find((variant) => options.every(({ name }) => variant.choices[name] === chosen[name]))

/** The plan that is asked for; where it is not sold once, its first. */
export const findPlan = ({ once, plans }: ProductView, id: string | null | undefined) =>
  plans.find((plan) => plan.id === id) ?? (once ? undefined : plans[0])

/** What a unit costs, once or by a plan, and what it cost before or would cost once. */
export function priceBy(product: ProductView, variant: VariantView | undefined, plan: PlanView | undefined) {
  const { price, before, perUnit, planPrices, planPerUnit } = variant ?? product
  const at = plan ? product.plans.indexOf(plan) : -1
  const now = planPrices[at]
  return now === undefined ? { price, before, perUnit } : { price: now, before: now < price ? price : undefined, perUnit: planPerUnit[at] }
}

/** What is chosen when nobody has chosen yet: the first variant that can be had. Choices that came with the address go before. */
export function firstChoices(product: ProductView, asked: Choices): Choices {
  const fits = (variant: VariantView) => product.options.every(({ name }) => !asked[name] || variant.choices[name] === asked[name])
  const variant = product.variants.find((each) => each.stock.some && fits(each)) ?? product.variants.find(fits) ?? product.variants[0]
  return variant?.choices ?? {}
}

/** Whether a choice can be had together with the other choices made; `never` when no variant has it at all. */
export function canHave(product: ProductView, chosen: Choices, option: string, choice: string): 'yes' | 'out' | 'never' {
  const with_ = product.variants.filter(
    ({ choices }) => choices[option] === choice && product.options.every(({ name }) => name === option || choices[name] === chosen[name]),
  )
  if (with_.length === 0) return 'never'
  return with_.some(({ stock }) => stock.some) ? 'yes' : 'out'
}

/** `sold out in Large`, `not available in Large`: why a choice cannot be had together with the other choices made. */
export function whyNot(can: 'out' | 'never', others: readonly string[]): string {
  return `${can === 'out' ? 'sold out' : 'not available'}${others.length > 0 ? ` in ${others.map(brief).join(', ')}` : ''}`
}

/** The first of its pictures that shows what is chosen. */
export function pictureOf(product: Pick<ProductView, 'options' | 'pictures'>, chosen: Choices): Media | undefined {
  for (const { name, choices } of product.options) {
    const at = choices.find((choice) => choice.name === chosen[name])?.pictures[0]
    if (at !== undefined) return product.pictures[at]
  }
  return product.pictures[0]
}

/** `Sage, large` */
export const choiceText = (product: Pick<ProductView, 'options'>, chosen: Choices) =>
  product.options.flatMap(({ name }) => chosen[name] ?? []).join(', ')

/** `Large` of `Large, 360 ml` */
export const brief = (choice: string) => choice.split(',')[0] ?? choice

/** `Sage, Large` */
export const briefly = ({ options }: Pick<ProductView, 'options'>, chosen: Choices) =>
  options.flatMap(({ name }) => brief(chosen[name] ?? '') || []).join(', ')
