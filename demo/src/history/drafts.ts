import type { PastDraft } from '@vitrine/platform/commerce/flows/seed-drafts'
import type { PastVisit } from '@vitrine/platform/commerce/flows/seed-history'
import { storesApp } from '@vitrine/platform/commerce/selling/apps'
import { wallAt } from '@vitrine/pricing'
import { demoOwnerId, productIdOf, uuidOf } from '../ids.ts'
import type { ProductEntry } from '../morrow.ts'
import { randomFrom } from '../random.ts'
import { pick, type Random } from './chance.ts'
import { type Person, somebody } from './people.ts'
import { onDay } from './story.ts'
import { deliveryTo } from './visits.ts'

const dayMs = 86_400_000
const minuteMs = 60_000

export interface DraftsOptions {
  readonly products: readonly ProductEntry[]
  readonly visits: readonly PastVisit[]
  readonly now: Date
  readonly timeZone: string
  readonly idAt: (at: Date) => string
}

/** A draft that is open: when it was begun, for whom, and what has been said so far. */
interface Open {
  /** How many days ago, and in which minute of the day; of today, how many minutes ago. */
  readonly begun: { readonly back: number; readonly minute: number } | { readonly ago: number }
  /** Somebody who has ordered before, somebody who has not, or nobody yet. */
  readonly who?: 'REGULAR' | 'NEW'
  readonly things: readonly (readonly [slug: string, sku: string, quantity: number])[]
  readonly delivered?: true
  readonly couponCode?: string
  readonly discount?: { readonly name: string; readonly percent: string }
  readonly note?: string
}

const open: readonly Open[] = [
  {
    begun: { back: 6, minute: 15 * 60 + 12 },
    who: 'REGULAR',
    things: [
      ['dinner-plate', 'MRW-PLT-CHALK', 8],
      ['cereal-bowl', 'MRW-BWL-OAT', 8],
    ],
    delivered: true,
    note: 'A wedding table. Asks whether all of it can come in one box.',
  },
  {
    begun: { back: 4, minute: 10 * 60 + 41 },
    who: 'NEW',
    things: [
      ['morning-mug', 'MRW-MUG-INK-R', 12],
      ['pour-over-set', 'MRW-POV-CHALK', 2],
      ['tea-towel', 'MRW-TWL-CHALK', 6],
    ],
    delivered: true,
    discount: { name: 'Trade price', percent: '15' },
  },
  {
    begun: { back: 3, minute: 17 * 60 + 5 },
    who: 'REGULAR',
    things: [
      ['teapot', 'MRW-TEA-INK', 1],
      ['linen-napkins', 'MRW-NAP-SAGE', 2],
    ],
    couponCode: 'SLOWSUNDAY',
  },
  {
    begun: { back: 2, minute: 11 * 60 + 26 },
    who: 'NEW',
    things: [['table-lamp', 'MRW-LMP-OAT-EU', 1]],
    delivered: true,
  },
  {
    begun: { back: 1, minute: 16 * 60 + 33 },
    things: [
      ['moon-vase', 'MRW-MNV-CHALK', 1],
      ['candle-pair', 'MRW-CDL-INK', 1],
    ],
    note: 'Was in the studio, measures the shelf at home and calls again.',
  },
  {
    begun: { ago: 34 },
    who: 'REGULAR',
    things: [
      ['first-light-candle', 'MRW-CNL-CLAY', 2],
      ['tea-towel', 'MRW-TWL-OAT', 3],
    ],
  },
]

/** What was written down in the admin until now for those who called, in the order of its time: each order by telephone was a draft first. */
export function draftsUntil(options: DraftsOptions): readonly PastDraft[] {
  const ordered = options.visits.flatMap((visit) => fromOrder(visit, options))
  return [...ordered, ...open.map((one, nth) => fromCall(one, nth, options))].sort((a, b) => a.at.getTime() - b.at.getTime())
}

const owner = `user:${demoOwnerId}`

/** What an order by telephone was before; of any other visit there was none. */
function fromOrder(
  { at, lines, email, contact, delivery, couponCode, order, channelType }: PastVisit,
  { idAt }: DraftsOptions,
): PastDraft[] {
  if (!order || channelType !== 'BACKOFFICE_MERCHANT') return []
  const how = order.story.some(({ what }) => what === 'PROMISED') ? 'LATER' : 'LINK'
  return [
    {
      id: idAt(at),
      at,
      changedAt: order.at,
      owner,
      lines: lines.flatMap(({ id, quantity, reference }) => (reference ? [{ id, quantity, reference }] : [])),
      buyer: { email, contact },
      ...(delivery && { delivery }),
      ...(couponCode && { couponCode }),
      placed: { at: order.at, orderId: order.id, how },
    },
  ]
}

function fromCall({ begun, who, things, delivered, discount, ...said }: Open, nth: number, options: DraftsOptions): PastDraft {
  const { products, visits, now, timeZone, idAt } = options
  const random = randomFrom(100 + nth)
  const today = wallAt(now.getTime(), timeZone).day
  const at =
    'ago' in begun
      ? new Date(Math.max(onDay(today, 0, timeZone).getTime(), now.getTime() - begun.ago * minuteMs))
      : onDay(today - begun.back * dayMs, begun.minute, timeZone)
  const changedAt = new Date(Math.min(now.getTime(), at.getTime() + (3 + Math.floor(random() * 6)) * minuteMs))
  const person = who && callerOf(who, nth, random, visits)
  return {
    ...said,
    id: idAt(at),
    at,
    changedAt,
    owner,
    lines: things.map(([slug, sku, quantity]) => {
      const isOne = products.find((one) => one.slug === slug)?.options.length === 0
      const choice = isOne ? {} : { options: { variantId: uuidOf(`variant ${sku}`) } }
      return { id: idAt(at), quantity, reference: { appId: storesApp, catalogItemId: productIdOf(slug), ...choice } }
    }),
    ...(person && { buyer: { email: person.email, contact: person.contact } }),
    ...(person && delivered && { delivery: deliveryTo({ at, person, now, timeZone, random }, true) }),
    ...(discount && { discount: { ...discount, id: idAt(at) } }),
  }
}

/** Who calls lives where the shop's telephone number is a usual one. */
function callerOf(who: 'REGULAR' | 'NEW', nth: number, random: Random, visits: readonly PastVisit[]): Person {
  if (who === 'REGULAR') {
    const { email, contact } = pick(
      visits.filter(({ order, contact: { address } }) => order && address?.country === 'DE'),
      random,
    )
    return { email, contact, country: 'DE', nearby: contact.address?.city === 'Berlin' }
  }
  const person = somebody(random, 7 * nth)
  return person.country === 'DE' ? person : callerOf(who, nth, random, visits)
}
