import type {
  CatalogOverrideInput,
  CatalogReference,
  DescriptionLine,
  DescriptionLinesInput,
  Image,
  ImageInput,
  LinePreorder,
  NewCustomLineItem,
  PaymentOptionType,
  SubscriptionInput,
  TaxableAddressType,
} from '@vitrine/contract'
import { roundDecimal, zero } from '@vitrine/pricing'
import { newId } from '../../kernel/db/id.ts'
import { type Refusal, refuse } from '../../kernel/refusal.ts'
import { violation } from '../../kernel/violation.ts'
import type { PaymentTerms, Plan } from './plans.ts'
import type { Sellable } from './sellable.ts'

/** What a cart or checkout stores of a line: what is wanted and how many. Name, price and stock are looked up each time. */
export interface StoredLine extends WantedLine {
  readonly id: string
}

/** A line beside what the catalogue says of it now. */
export interface KnownLine extends StoredLine {
  readonly item: Sellable | undefined
}

/** A thing of the catalogue, or one that a user or an app described in its place. */
export interface WantedLine {
  readonly quantity: number
  readonly reference?: CatalogReference
  readonly override?: CatalogOverrideInput
  readonly custom?: NewCustomLineItem
  /** Whose address decides its taxes. */
  readonly taxableAddress?: TaxableAddressType
  /** What it comes to, whichever way the reference said it: lines that agree here are one. */
  readonly same?: string
}

export const linesAtMost = 300
const quantityAtMost = 100_000

/** Puts wanted lines to those that are there: the same thing again raises its quantity. */
export function addLines(lines: readonly StoredLine[], wanted: readonly WantedLine[]): readonly StoredLine[] | Refusal<'INVALID_ARGUMENT'> {
  const keyOf = ({ custom, same }: WantedLine, id: string) => (custom ? undefined : same) ?? id
  const all = new Map(lines.map((line) => [keyOf(line, line.id), line]))
  for (const want of wanted) {
    const id = newId()
    const key = keyOf(want, id)
    const line = all.get(key) ?? { ...want, id, quantity: 0 }
    const sum = line.quantity + want.quantity
    if (sum > quantityAtMost) return violation('lineItems.quantity', `A line holds ${quantityAtMost} pieces at most`, 'MAX')
    all.set(key, { ...line, quantity: sum })
  }
  if (all.size > linesAtMost) return violation('lineItems', `${linesAtMost} lines at most`, 'MAX_SIZE')
  return [...all.values()]
}

/** Sets quantities of lines that are there. */
export function setQuantities(
  lines: readonly StoredLine[],
  updates: readonly { readonly id: string; readonly quantity: number }[],
): readonly StoredLine[] | Refusal<'LINE_ITEM_NOT_FOUND'> {
  const wanted = new Map(updates.map(({ id, quantity }) => [id, quantity]))
  const there = new Set(lines.map(({ id }) => id))
  const missing = updates.find(({ id }) => !there.has(id))
  if (missing) return refuse('LINE_ITEM_NOT_FOUND', { lineItemId: missing.id })
  return lines.map((line) => ({ ...line, quantity: wanted.get(line.id) ?? line.quantity }))
}

export function removeLines(lines: readonly StoredLine[], ids: readonly string[]): readonly StoredLine[] | Refusal<'LINE_ITEM_NOT_FOUND'> {
  const there = new Set(lines.map(({ id }) => id))
  const missing = ids.find((id) => !there.has(id))
  if (missing !== undefined) return refuse('LINE_ITEM_NOT_FOUND', { lineItemId: missing })
  const gone = new Set(ids)
  return lines.filter(({ id }) => !gone.has(id))
}

/** So many units of a line. */
export type Units = Pick<StoredLine, 'id' | 'quantity'>

/** What is left of the lines when those units are taken away; of a line that is named twice, the most. */
export function withoutUnits(lines: readonly StoredLine[], units: readonly Units[]): readonly StoredLine[] {
  const taken = new Map<string, number>()
  for (const { id, quantity } of units) taken.set(id, Math.max(quantity, taken.get(id) ?? 0))
  return lines.flatMap((line) => {
    const quantity = line.quantity - (taken.get(line.id) ?? 0)
    return quantity > 0 ? [{ ...line, quantity }] : []
  })
}

/** The wanted things with what they come to, or a refusal that names the first one the catalogue does not have. */
export function identified(wanted: readonly KnownWant[]): readonly WantedLine[] | Refusal<'ITEM_NOT_FOUND_IN_CATALOG'> {
  const missing = wanted.find(({ item }) => item === undefined)
  if (missing) return refuse('ITEM_NOT_FOUND_IN_CATALOG', { catalogItemId: missing.reference?.catalogItemId ?? '' })
  return wanted.map(({ item, ...want }) => ({ ...want, same: sameness(want, item!) }))
}

export interface KnownWant extends WantedLine {
  readonly item: Sellable | undefined
}

/** Two references mean the same thing when they come to one variant, with the same words of the buyer and the same price. */
function sameness({ reference, override }: WantedLine, { stock, productId, sku, plan, price, giftCard, elsewhere }: Sellable): string {
  const words = (reference?.options as { customTextFields?: unknown } | undefined)?.customTextFields
  return [
    productId,
    stock?.variantId ?? '',
    sku,
    canonical(words ?? {}),
    canonical(override ?? {}),
    plan?.id ?? '',
    giftCard ? canonical([price, giftCard]) : '',
    elsewhere ? canonical([reference?.appId.toLowerCase(), reference?.options ?? {}]) : '',
  ]
    .join(' ')
    .trimEnd()
}

export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join()}}`
}

/** What a line stands for: the catalogue's thing with what was overridden, or the thing that was described. */
export function itemOf({ custom, override }: WantedLine, found: Sellable | undefined, currency: string): Sellable | undefined {
  if (custom) return described(custom, currency)
  if (!found || !override) return found
  return {
    ...found,
    ...(override.productName && { name: override.productName.original }),
    ...(override.price && {
      price: roundDecimal(override.price, currency),
      fullPrice: roundDecimal(override.fullPrice ?? override.price, currency),
    }),
    ...(override.descriptionLines && { descriptionLines: descriptionOf(override.descriptionLines) }),
    ...(override.image?.url && { image: imageOf(override.image, override.image.url) }),
    ...(typeof override.physicalProperties?.weight === 'number' && { weight: override.physicalProperties.weight }),
    ...(override.physicalProperties?.sku && { sku: override.physicalProperties.sku }),
    ...(typeof override.physicalProperties?.shippable === 'boolean' && { shippable: override.physicalProperties.shippable }),
    ...(override.paymentOption && { payment: paymentOf(override.paymentOption.value, override.depositAmount, currency) }),
  }
}

export function described(custom: NewCustomLineItem, currency: string): Sellable {
  const price = roundDecimal(custom.price, currency)
  const { physicalProperties, media, rootCatalogItemId } = custom
  const itemType = custom.itemType.preset ?? 'PHYSICAL'
  return {
    stock: undefined,
    productId: rootCatalogItemId ?? '',
    sku: physicalProperties?.sku ?? '',
    name: custom.productName?.original ?? custom.itemType.custom ?? (itemType === 'CUSTOM_AMOUNT_ITEM' ? 'Custom amount' : ''),
    price,
    fullPrice: custom.fullPrice ? roundDecimal(custom.fullPrice, currency) : price,
    descriptionLines: descriptionOf(custom.descriptionLines ?? []),
    ...(media?.url && { image: imageOf(media, media.url) }),
    ...(typeof physicalProperties?.weight === 'number' && { weight: physicalProperties.weight }),
    shippable: physicalProperties?.shippable ?? itemType === 'PHYSICAL',
    itemType,
    ...(custom.itemType.custom && !custom.itemType.preset && { otherType: custom.itemType.custom }),
    ...(custom.serviceProperties && { service: serviceOf(custom.serviceProperties) }),
    ...(custom.priceDescription && { priceDescription: custom.priceDescription.original }),
    ...(custom.taxGroupId && { taxGroupId: custom.taxGroupId }),
    ...(custom.paymentOption && { payment: paymentOf(custom.paymentOption, custom.depositAmount, currency) }),
    ...(custom.subscriptionOptionInfo && { plan: planOf(custom.subscriptionOptionInfo) }),
    available: custom.quantityAvailable ?? null,
    state: '',
  }
}

export const descriptionOf = (lines: DescriptionLinesInput): DescriptionLine[] =>
  lines.map(({ name, plainText, colorInfo }) => ({
    ...(name && { name: { original: name.original } }),
    ...(plainText && { plainText: { original: plainText.original } }),
    ...(colorInfo && { colorInfo: { original: colorInfo.original, ...(colorInfo.code && { code: colorInfo.code }) } }),
  }))

export const imageOf = ({ id, width, height, altText, filename }: ImageInput, url: string): Image => ({
  url,
  ...(id && { id }),
  ...(width && { width }),
  ...(height && { height }),
  ...(altText && { altText }),
  ...(filename && { filename }),
})

const serviceOf = ({ scheduledDate, numberOfParticipants }: NonNullable<NewCustomLineItem['serviceProperties']>) => ({
  ...(scheduledDate && { scheduledDate: new Date(scheduledDate).toISOString() }),
  ...(numberOfParticipants && { numberOfParticipants }),
})

/** There is no option of ours for a membership online with an offline remainder: it counts as an offline membership. */
function paymentOf(option: PaymentOptionType, deposit: string | null | undefined, currency: string): PaymentTerms {
  if (option === 'DEPOSIT_ONLINE') return { option, deposit: deposit ? roundDecimal(deposit, currency) : zero }
  return { option: option === 'MEMBERSHIP_ONLINE_WITH_OFFLINE_REMAINDER' ? 'MEMBERSHIP_OFFLINE' : option }
}

function planOf({ title, description, subscriptionSettings: said }: SubscriptionInput): Plan {
  const trial = said.freeTrialPeriod
  return {
    id: '',
    title: title?.original ?? '',
    ...(description && { description: description.original }),
    settings: {
      frequency: said.frequency,
      interval: said.interval ?? 1,
      autoRenewal: said.autoRenewal ?? false,
      ...(said.billingCycles && { billingCycles: said.billingCycles }),
      enableCustomerCancellation: said.enableCustomerCancellation ?? false,
      ...(trial && { freeTrialPeriod: { frequency: trial.frequency, interval: trial.interval ?? 1 } }),
      ...(said.startDate && { startDate: new Date(said.startDate).toISOString() }),
    },
  }
}

/** How many units of a line can be had now. */
export function availabilityOf({ item, quantity }: KnownLine): {
  readonly status: 'AVAILABLE' | 'NOT_FOUND' | 'NOT_AVAILABLE' | 'PARTIALLY_AVAILABLE'
  readonly quantityAvailable?: number
} {
  if (!item) return { status: 'NOT_FOUND', quantityAvailable: 0 }
  if (item.available === null) return { status: 'AVAILABLE' }
  const quantityAvailable = Math.max(0, item.available)
  const status = quantityAvailable >= quantity ? 'AVAILABLE' : quantityAvailable > 0 ? 'PARTIALLY_AVAILABLE' : 'NOT_AVAILABLE'
  return { status, quantityAvailable }
}

/** How many units of a line are preordered, with the message and the date of the preorder; empty where all are in stock. */
export function preorderOf({ item, quantity }: KnownLine): { readonly preorder?: LinePreorder } {
  if (!item?.preorder) return {}
  const { inStock, ...said } = item.preorder
  const missing = quantity - inStock
  return missing > 0 ? { preorder: { quantity: missing, ...said } } : {}
}

/** Whether a line counts towards the total: what is gone does not. */
export const counts = (line: KnownLine): line is KnownLine & { readonly item: Sellable } =>
  line.item !== undefined && availabilityOf(line).status !== 'NOT_AVAILABLE'
