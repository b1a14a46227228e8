import { createHash } from 'node:crypto'
import type { AppliedDiscount, CatalogReference } from '@vitrine/contract'
import { type Coupon, type CouponRefusal, type Discount, minor, type Off, roundDecimal, toDecimal } from '@vitrine/pricing'
import type { Db } from '../../kernel/db/sql.ts'
import { fold } from '../../kernel/query/fold.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import { counts, type KnownLine } from './line.ts'
import { NoAnswer, outside } from './outside-calls.ts'

/** Why a service says no to a coupon code: the codes of the published form, which are the wire's own. */
export type ServiceCouponRefusal = 'ERROR_COUPON_DOES_NOT_EXIST' | CouponRefusal

export const couponRefusals: readonly ServiceCouponRefusal[] = [
  'ERROR_COUPON_DOES_NOT_EXIST',
  'ERROR_COUPON_IS_DISABLED',
  'ERROR_COUPON_HAS_EXPIRED',
  'ERROR_COUPON_IS_NOT_ACTIVE_YET',
  'ERROR_COUPON_USAGE_EXCEEDED',
  'ERROR_COUPON_LIMIT_PER_CUSTOMER_EXCEEDED',
]

/** What a service for discounts is asked. */
export interface DiscountsQuestion {
  readonly site: string
  readonly providerId: string
  readonly currency: string
  readonly language: string
  readonly purchaseFlowId: string | undefined
  readonly email: string | undefined
  /** A code that is none of the shop's own. */
  readonly couponCode: string | undefined
  readonly lines: readonly {
    readonly id: string
    readonly quantity: number
    /** One unit, before any discount, as decimal text. */
    readonly price: string
    readonly reference: CatalogReference | undefined
  }[]
}

export type ProvidedRate = { readonly amount: string } | { readonly percent: string }

/** A discount as a service says it; amounts are decimal text in the currency that was asked in. */
export interface ProvidedDiscount {
  readonly name: string
  readonly externalId?: string
  /** Of a coupon. */
  readonly code?: string
  readonly off:
    | { readonly scope: 'GLOBAL' | 'SHIPPING'; readonly rate: ProvidedRate }
    | { readonly scope: 'LINES'; readonly rates: readonly { readonly lineId: string; readonly rate: ProvidedRate }[] }
}

export type ProvidedDiscounts = { readonly discounts: readonly ProvidedDiscount[] } | { readonly refused: ServiceCouponRefusal }

/** Somebody who takes something off: points of a loyalty program, coupons of a voucher book. */
export interface DiscountProvider {
  /** A GUID. */
  readonly id: string
  readonly name: string
  /** Changes when answers of before hold no more. */
  readonly state?: string
  discountsFor(question: DiscountsQuestion, signal: AbortSignal): Promise<ProvidedDiscounts>
}

/** What services take off. */
export interface ServiceDiscounts {
  /** Those that need no code, then those of the coupon. */
  readonly discounts: readonly Discount[]
  /** What each of them is taken from, by its id. */
  readonly scopes: ReadonlyMap<string, AppliedDiscount['discountType']>
  /** Whose coupon the code is. */
  readonly coupon: { readonly providerId: string; readonly coupon: Coupon } | undefined
  /** Why none of them accepts the code. */
  readonly refusal: ServiceCouponRefusal | undefined
  /** Whether there is anybody to ask, and whether one of them did not answer. */
  readonly asked: boolean
  readonly silent: boolean
}

export const noServiceDiscounts: ServiceDiscounts = {
  discounts: [],
  scopes: new Map(),
  coupon: undefined,
  refusal: undefined,
  asked: false,
  silent: false,
}

export type FindServiceDiscounts = (
  db: Db,
  site: string,
  settings: Pick<Sections, 'commerce' | 'plugins'>,
  lines: readonly KnownLine[],
  wanted: {
    readonly couponCode: string | undefined
    readonly buyer: { readonly email?: string | undefined; readonly purchaseFlowId?: string | undefined }
  },
) => Promise<ServiceDiscounts>

export interface DiscountServicesOptions {
  readonly providers: (settings: Pick<Sections, 'plugins'>) => readonly DiscountProvider[]
  readonly timeoutMs: number
  readonly report: (fault: unknown) => void
}

/** A discount ends at any time: an answer holds while a page is made and the next click is. */
const cacheMs = 10_000
const failedMs = 5000
/** The longest code that the published form has. */
const longestCode = 20

/** The same lines may have other ids by now: an answer has them by their places. */
interface Told {
  readonly answer: ProvidedDiscounts
  readonly askedIds: readonly string[]
}

/** Asks each service that the shop has for this; a shop without one asks nobody. */
export function discountServices({ providers, timeoutMs, report }: DiscountServicesOptions): FindServiceDiscounts {
  const { answer } = outside<DiscountsQuestion, Told, DiscountProvider>({
    ask: async (question, signal, provider) => ({
      answer: await provider.discountsFor(question, signal),
      askedIds: question.lines.map(({ id }) => id),
    }),
    keyOf: ({ site, providerId, currency, language, email, couponCode, lines }) => [
      [site, providerId, currency, language, email ?? null, couponCode ?? null],
      lines.map(({ quantity, price, reference }) => ({ quantity, price, reference })),
    ],
    timeoutMs,
    cacheMs,
    failedMs,
    report,
  })

  return async (db, site, settings, known, { couponCode, buyer }) => {
    const asked = providers(settings)
    const bought = known.filter(counts)
    if (asked.length === 0 || bought.length === 0) return noServiceDiscounts
    const { currency, locale } = settings.commerce
    const lines = bought.map(({ id, quantity, reference, item }) => ({
      id,
      quantity,
      price: toDecimal(item.price, currency),
      // In one order of its fields, whether it came with the request or from the database.
      reference: reference && {
        appId: reference.appId,
        catalogItemId: reference.catalogItemId,
        ...(reference.options && { options: reference.options }),
      },
    }))
    const question = { site, currency, language: locale.slice(0, 2), purchaseFlowId: buyer.purchaseFlowId, email: buyer.email, lines }
    const code = couponCode !== undefined && couponCode.length <= longestCode ? couponCode : undefined
    const answers: { readonly provider: DiscountProvider; readonly discounts: readonly ProvidedDiscount[] }[] = []
    const refused: ServiceCouponRefusal[] = []
    let silent = false
    for (const provider of asked) {
      let told = await answer(db, { ...question, providerId: provider.id, couponCode: code }, provider)
      if (!(told instanceof NoAnswer) && 'refused' in told.answer) {
        refused.push(told.answer.refused)
        // What it gives without a code is not lost with it.
        told = await answer(db, { ...question, providerId: provider.id, couponCode: undefined }, provider)
      }
      if (told instanceof NoAnswer || 'refused' in told.answer) silent = true
      else answers.push({ provider, discounts: movedTo(lines, told.answer.discounts, told.askedIds) })
    }
    const forCoupon = new Set(bought.filter(({ item }) => !item.plan).map(({ id }) => id))
    return taken(answers, { currency, code, refused, silent, forCoupon })
  }
}

/** Discounts of the lines that have these places now. */
function movedTo(
  lines: DiscountsQuestion['lines'],
  discounts: readonly ProvidedDiscount[],
  askedIds: readonly string[],
): readonly ProvidedDiscount[] {
  return discounts.map((discount) => {
    if (discount.off.scope !== 'LINES') return discount
    const rates = discount.off.rates.flatMap(({ lineId, rate }) => {
      const id = lines[askedIds.indexOf(lineId)]?.id
      return id === undefined ? [] : [{ lineId: id, rate }]
    })
    return { ...discount, off: { scope: 'LINES', rates } }
  })
}

interface Asked {
  readonly currency: string
  readonly code: string | undefined
  readonly refused: readonly ServiceCouponRefusal[]
  readonly silent: boolean
  /** The lines that a coupon may be taken from: what is bought again and again is not. */
  readonly forCoupon: ReadonlySet<string>
}

/** What was said, as discounts of the price. One service accepts a code: the first that does. */
export function taken(
  answers: readonly { readonly provider: Pick<DiscountProvider, 'id'>; readonly discounts: readonly ProvidedDiscount[] }[],
  { currency, code, refused, silent, forCoupon }: Asked,
): ServiceDiscounts {
  const scopes = new Map<string, AppliedDiscount['discountType']>()
  const isCoupon = (one: ProvidedDiscount) => code !== undefined && one.code !== undefined && fold(one.code) === fold(code)
  const accepting = answers.find(({ discounts }) => discounts.some(isCoupon))
  const automatic: Discount[] = []
  const ofCoupon: Discount[] = []
  for (const { provider, discounts } of answers) {
    for (const discount of discounts) {
      const coupon = isCoupon(discount)
      if (coupon ? provider !== accepting?.provider : discount.code !== undefined) continue
      for (const part of partsOf(discount, currency)) {
        const id = idOf(provider.id, discount, scopes)
        const lineIds = coupon ? (part.lineIds ?? [...forCoupon]).filter((lineId) => forCoupon.has(lineId)) : part.lineIds
        scopes.set(id, part.scope)
        const shared = { id, name: discount.name, off: part.off, ...(lineIds && !('shipping' in part.off) && { lineIds }) }
        if (coupon) ofCoupon.push({ ...shared, source: 'COUPON', code: discount.code! })
        else automatic.push({ ...shared, source: 'RULE' })
      }
    }
  }
  const named = accepting?.discounts.find(isCoupon)
  const first = ofCoupon[0]
  return {
    discounts: [...automatic, ...ofCoupon],
    scopes,
    coupon:
      accepting && named && first
        ? { providerId: accepting.provider.id, coupon: couponOf(first.id, named, 'shipping' in first.off) }
        : undefined,
    refusal: refused.find((one) => one !== 'ERROR_COUPON_DOES_NOT_EXIST') ?? refused[0],
    asked: true,
    silent,
  }
}

interface Part {
  readonly scope: AppliedDiscount['discountType']
  readonly lineIds?: readonly string[]
  readonly off: Off
}

/** Lines of one percentage are one part; an amount is of one line. */
function partsOf({ off }: ProvidedDiscount, currency: string): readonly Part[] {
  const offOf = (rate: ProvidedRate): Off => ('percent' in rate ? rate : { amount: roundDecimal(rate.amount, currency) })
  switch (off.scope) {
    case 'GLOBAL':
      return [{ scope: 'GLOBAL', off: offOf(off.rate) }]
    case 'SHIPPING':
      return [
        {
          scope: 'SHIPPING',
          off: { shipping: true, ...('percent' in off.rate ? off.rate : { amount: roundDecimal(off.rate.amount, currency) }) },
        },
      ]
    case 'LINES': {
      const byPercent = Map.groupBy(
        off.rates.filter(({ rate }) => 'percent' in rate),
        ({ rate }) => ('percent' in rate ? rate.percent : ''),
      )
      const shares = [...byPercent].map(([percent, rates]) => ({ off: { percent }, lineIds: rates.map(({ lineId }) => lineId) }))
      const amounts = off.rates.flatMap(({ lineId, rate }) => ('percent' in rate ? [] : [{ off: offOf(rate), lineIds: [lineId] }]))
      return [...shares, ...amounts].map((part): Part => ({ scope: 'SPECIFIC_ITEMS', ...part }))
    }
  }
}

/** The same discount of a service has the same id each time; several parts of it have several. */
function idOf(providerId: string, { externalId, name, code }: ProvidedDiscount, there: ReadonlyMap<string, unknown>): string {
  for (let n = 0; ; n++) {
    const bytes = createHash('sha256')
      .update(JSON.stringify([providerId, externalId ?? name, code ?? null, n]))
      .digest()
      .subarray(0, 16)
    // RFC 9562, version 8: derived from a hash.
    bytes[6] = (bytes[6]! & 0x0f) | 0x80
    bytes[8] = (bytes[8]! & 0x3f) | 0x80
    const id = bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
    if (!there.has(id)) return id
  }
}

/** As carts and checkouts show a coupon, also where it takes nothing off. */
const couponOf = (id: string, { name, code = '' }: ProvidedDiscount, ofShipping: boolean): Coupon => ({
  id,
  name,
  code,
  active: true,
  off: ofShipping ? { shipping: true } : { amount: minor(0) },
  limitedToOneItem: false,
  appliesToSubscriptions: false,
})
