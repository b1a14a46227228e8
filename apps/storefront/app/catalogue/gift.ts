import type { Input } from '@vitrine/contract'
import { instantOf } from '@vitrine/pricing'

/** The gift card as its page sells it. Amounts in the currency's major unit. */
export interface GiftView {
  id: string
  presets: readonly { id: string; price: number; value: number }[]
  /** Bounds of an amount that the buyer names. */
  custom?: { from: number; to: number } | undefined
  /** When it ends: a sentence. */
  ends: string
}

/** What is written into its form. */
export interface GiftWritten {
  /** A preset's id, or `own`. */
  amount: string
  own: string
  name: string
  email: string
  sender: string
  message: string
  /** `2026-12-24` */
  day: string
  /** `8:00` */
  hour: string
}

export type GiftWrong = Readonly<Partial<Record<'own' | 'email' | 'sender' | 'message' | 'day', string>>>

type Options = NonNullable<
  NonNullable<Input<'POST /ecom/v1/carts/current/add-to-cart'>['lineItems']>[number]['catalogReference']['options']
>

/** What the bag's line says of it, as the wire has it. */
export type GiftOptions = Pick<Options, 'variantId' | 'customAmount' | 'giftingInfo' | 'options'>

export const MESSAGE_MOST = 240
export const HOURS = ['8:00', '12:00', '18:00'] as const
/** Nobody plans further ahead. */
const DAYS_AHEAD = 366

export const firstGift = ({ presets }: GiftView): GiftWritten => ({
  amount: presets[Math.floor((presets.length - 1) / 2)]?.id ?? 'own',
  own: '',
  name: '',
  email: '',
  sender: '',
  message: '',
  day: '',
  hour: HOURS[0],
})

export function readGift(form: FormData): GiftWritten {
  const text = (name: string, most: number) =>
    String(form.get(name) ?? '')
      .replace(/\r\n/g, '\n')
      .trim()
      .slice(0, most)
  return {
    amount: text('amount', 40),
    own: text('own', 20),
    name: text('name', 100),
    email: text('email', 320),
    sender: text('sender', 100),
    message: text('message', 2000),
    day: text('day', 10),
    hour: text('hour', 5),
  }
}

/** `75`, `75.5`, `€ 75,50` as decimal text; undefined where it is no amount. */
export function readAmount(written: string): string | undefined {
  const plain = written.replace(/[^\d.,]/g, '').replace(',', '.')
  return /^\d{1,9}(\.\d{1,2})?$/.test(plain) ? plain : undefined
}

/** What it costs as far as that is known. */
export function priceOf({ presets, custom }: GiftView, { amount, own }: Pick<GiftWritten, 'amount' | 'own'>): number | undefined {
  if (amount !== 'own') return presets.find(({ id }) => id === amount)?.price
  const said = Number(readAmount(own) ?? Number.NaN)
  return custom && said >= custom.from && said <= custom.to ? said : undefined
}

/** What the email says it is worth. */
export const valueOf = (gift: GiftView, written: Pick<GiftWritten, 'amount' | 'own'>): number | undefined =>
  gift.presets.find(({ id }) => id === written.amount)?.value ?? priceOf(gift, written)

export interface Here {
  now: Date
  /** The clock on the shop's wall. */
  timeZone: string
  /** How an amount is written here. */
  text: (amount: number) => string
}

/** What is wrong, in the order of the form. */
export function checkGift(gift: GiftView, written: GiftWritten, { now, timeZone, text }: Here): GiftWrong {
  const { custom } = gift
  const { name, email, message, sender, day } = written
  const wrong: { -readonly [K in keyof GiftWrong]: GiftWrong[K] } = {}
  if (priceOf(gift, written) === undefined)
    wrong.own = custom ? `An amount from ${text(custom.from)} to ${text(custom.to)}, please.` : 'Choose an amount, please.'
  if (email && !/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email)) wrong.email = 'This does not look like an e-mail address.'
  if (!email && (name || message || day || sender)) wrong.email = 'Where does it go? To hand it over yourself, write your own address.'
  if (message.length > MESSAGE_MOST) wrong.message = `These are ${message.length} letters, ${MESSAGE_MOST} fit.`
  if (day) {
    const at = momentOf(written, timeZone)
    const days = at && (at.getTime() - now.getTime()) / 86_400_000
    if (days === undefined) wrong.day = 'This is no day of the calendar.'
    else if (days > DAYS_AHEAD) wrong.day = 'We can keep it for a year at most.'
    else if (day < dayAt(now, timeZone)) wrong.day = 'This day has passed.'
  }
  return wrong
}

/** Which day it is there: `2026-12-24`. */
export const dayAt = (moment: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(moment)

/** The moment of a day and an hour on the shop's wall; undefined where nothing is said, or no such day is there. */
export function momentOf({ day, hour }: Pick<GiftWritten, 'day' | 'hour'>, timeZone: string): Date | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? []
  const [, hours, minutes] = /^(\d{1,2}):(\d\d)$/.exec(hour) ?? ['', '8', '00']
  if (!year) return undefined
  const there = Date.UTC(Number(year), Number(month) - 1, Number(date), Number(hours), Number(minutes))
  if (new Date(there).toISOString().slice(0, 10) !== day) return undefined
  return new Date(instantOf(Date.parse(day), { hours: Number(hours), minutes: Number(minutes) }, timeZone))
}

/** As the bag is told of it: checked before. */
export function optionsOf(written: GiftWritten, chosen: Readonly<Record<string, string>>, timeZone: string): GiftOptions {
  const { amount, own, name, email, sender, message } = written
  const at = momentOf(written, timeZone)
  const [firstName = '', ...more] = name.split(/\s+/)
  return {
    ...(amount === 'own' ? { customAmount: readAmount(own) ?? '' } : { variantId: amount }),
    ...(Object.keys(chosen).length > 0 && { options: { ...chosen } }),
    ...(email && {
      giftingInfo: {
        recipientInfo: { ...(firstName && { firstName }), ...(more.length > 0 && { lastName: more.join(' ') }), email },
        ...(sender && { senderInfo: { name: sender } }),
        ...(message && { greetingMessage: message }),
        ...(at && { deliverAt: at.toISOString() }),
      },
    }),
  }
}
