import { type LeftItem, type WaitingItem, type WaitingPerson, waitingList } from '@vitrine/contract'
import { type Minor, minor, roundDecimal, toDecimal } from '@vitrine/pricing'
import type { Db } from '../../kernel/db/sql.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { readKeyset } from '../../kernel/query/keyset.ts'
import { holding } from '../../kernel/query/like.ts'
import { readable } from '../../kernel/query/readable.ts'
import { refuse } from '../../kernel/refusal.ts'
import { lockSection } from '../../kernel/settings/change.ts'
import { writeSettings } from '../../kernel/settings/settings.ts'
import { claimPeople } from './claim.ts'
import { findDemand, sumUpDemand, weeksOf } from './demand.ts'
import { countDepartures, departuresOf } from './departures.ts'
import type { BackInStockDeps, ItemFacts } from './deps.ts'
import { findWatched } from './price-drops.ts'
import { newestFirst, requestFields, requestId, showRequest } from './show.ts'
import { pageOfRequests, type StockItem, sumUpRequests } from './store.ts'

export interface WaitingListDeps extends BackInStockDeps {
  /** Units that are on their way between the shop's locations, in the order of the items. */
  readonly incomingOf: (db: Db, site: string, items: readonly StockItem[]) => Promise<readonly number[]>
  readonly outcomesOf: (db: Db, site: string, asked: OutcomesAsked) => Promise<Outcomes>
}

export interface OutcomesAsked {
  readonly since: Date
  /** An order counts that was placed within so many days after the email. */
  readonly withinDays: number
  readonly currency: string
}

export interface Outcomes {
  readonly told: number
  readonly bought: number
  /** A decimal. */
  readonly sales: string
  readonly askedAgain: number
}

const outcomeDays = 90
const boughtWithinDays = 2
const dayMs = 24 * 3_600_000

const usualLimit = 50
const mostPeople = 100_000

const itemOf = ({ productId, variantId }: StockItem, item: ItemFacts | undefined) => ({
  productId,
  variantId,
  name: item?.name ?? '',
  ...(item?.choices && { choices: item.choices }),
  ...(item?.imageId && { imageId: item.imageId }),
})

const worthOf = (waiting: number, price: Minor): Minor => minor(waiting * price)

/** Who waits for what, as the shop sees it. */
export function waitingListOperations(deps: WaitingListDeps): Handlers<typeof waitingList> {
  const { settingsOf, findItems, currencyOf, incomingOf, outcomesOf } = deps
  return {
    async 'GET /vitrine/v1/waiting-list/items'({ limit, offset }, { db, site, now }) {
      const currency = await currencyOf(db, site)
      const all = await findDemand(db, site, now, limit ?? usualLimit, offset ?? 0)
      const items = await findItems(
        db,
        site,
        all.map(({ reference }) => reference),
      )
      const weeks = await weeksOf(db, site, all, now)
      const incoming = await incomingOf(db, site, all)
      const { worth, ...totals } = await sumUpDemand(db, site, findItems)
      return {
        items: all.map((one, i): WaitingItem => {
          const item = items[i]
          const available = item ? item.available : 0
          return {
            ...itemOf(one, item),
            waiting: one.waiting,
            newThisWeek: one.newThisWeek,
            weeks: [...weeks[i]!],
            ...(item && { worth: toDecimal(worthOf(one.waiting, item.price), currency) }),
            ...(available !== null && { available }),
            incoming: incoming[i]!,
          }
        }),
        currency,
        totals: { ...totals, left: await countDepartures(db, site), worth: toDecimal(minor(worth), currency) },
      }
    },

    'POST /vitrine/v1/waiting-list/people/search': ({ search }, { db, site }) =>
      readable(async () => {
        const { search: wanted, ...query } = search ?? {}
        const words = wanted?.expression?.trim()
        const keyset = readKeyset(query, { fields: requestFields, id: requestId, usual: newestFirst, root: 'search' })
        const where = words ? sql`${keyset.where} and request.email_key like ${holding(words)}` : keyset.where
        const { rows, metadata } = keyset.page(await pageOfRequests(db, site, { ...keyset, where }))
        const items = await findItems(
          db,
          site,
          rows.map(({ reference }) => reference),
        )
        return {
          people: rows.map(
            (row, i): WaitingPerson => ({
              request: showRequest(row),
              ...itemOf(row, items[i]),
              ...(row.sentAt && { sentDate: row.sentAt.toISOString() }),
            }),
          ),
          pagingMetadata: metadata,
        }
      }),

    async 'POST /vitrine/v1/waiting-list/items/{productId}/{variantId}/send'({ productId, variantId, all }, { db, site, now }) {
      const claim = { productId, variantId, people: mostPeople, anew: true, all: all === true }
      const people = await claimPeople({ db, site, now }, claim, await settingsOf(db, site))
      return people === undefined ? refuse('WAITING_ITEM_OUT_OF_STOCK') : { people }
    },

    async 'GET /vitrine/v1/price-alerts/items'({ limit, offset }, { db, site }) {
      const currency = await currencyOf(db, site)
      const watched = await findWatched(db, site, currency, limit ?? usualLimit, offset ?? 0)
      const items = await findItems(
        db,
        site,
        watched.map(({ reference }) => reference),
      )
      return {
        items: watched.map(({ waiting, least, most, ...one }, i) => ({
          ...itemOf(one, items[i]),
          waiting,
          ...(items[i] && { price: toDecimal(items[i].price, currency) }),
          least: toDecimal(minor(least), currency),
          most: toDecimal(minor(most), currency),
        })),
        currency,
        totals: await sumUpRequests(db, site, 'PRICE'),
      }
    },

    async 'GET /vitrine/v1/waiting-list/left'({ limit, offset }, { db, site }) {
      const gone = await departuresOf(db, site, limit ?? usualLimit, offset ?? 0)
      const items = await findItems(
        db,
        site,
        gone.map(({ reference }) => reference),
      )
      return {
        left: gone.map(
          (one, i): LeftItem => ({
            ...itemOf(one, items[i]),
            kind: one.kind,
            how: one.how,
            askedDate: one.askedAt.toISOString(),
            leftDate: one.leftAt.toISOString(),
          }),
        ),
        total: await countDepartures(db, site),
      }
    },

    async 'GET /vitrine/v1/waiting-list/outcomes'(_, { db, site, now }) {
      const currency = await currencyOf(db, site)
      const since = new Date(now.getTime() - outcomeDays * dayMs)
      const { sales, ...counts } = await outcomesOf(db, site, { since, withinDays: boughtWithinDays, currency })
      const outcomes = {
        days: outcomeDays,
        withinDays: boughtWithinDays,
        ...counts,
        sales: toDecimal(roundDecimal(sales, currency), currency),
      }
      return { outcomes, currency }
    },

    async 'GET /vitrine/v1/waiting-list/settings'(_, { db, site }) {
      return { settings: await settingsOf(db, site) }
    },

    async 'PATCH /vitrine/v1/waiting-list/settings'({ settings: sent }, { db, site, now }) {
      const known = await settingsOf(db, site)
      const before = { ...known, ...(await lockSection(db, site, 'backInStock', known, now)).document }
      const settings = {
        collectsRequests: sent.collectsRequests ?? before.collectsRequests,
        peoplePerUnit: sent.peoplePerUnit ?? before.peoplePerUnit,
        hoursBetweenWaves: sent.hoursBetweenWaves ?? before.hoursBetweenWaves,
        emailsPerMinute: sent.emailsPerMinute ?? before.emailsPerMinute,
      }
      await writeSettings(db, site, 'backInStock', settings, now)
      return { settings }
    },
  }
}
