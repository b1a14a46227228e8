import type { Duties, LowStock, Order, ReviewInQueue, SalesPeriod, SalesStretch, TopProduct } from '@vitrine/contract'
import { toDecimal } from '@vitrine/pricing'
import { useState } from 'react'
import { useLoaderData, useRevalidator, useSearchParams } from 'react-router'
import { client } from '../client.ts'
import { readShopTime } from '../clock/shop-time.ts'
import { isOfOrders } from '../live/rules.ts'
import { useNews } from '../live/use-news.ts'
import { readWaiting, type Waiting } from '../members/waiting.ts'
import { added, signOf } from '../orders/sums.ts'
import { many } from '../orders/text.ts'
import { ButtonLink } from '../parts/button.tsx'
import { signedIn } from '../session/session.ts'
import { unreadOf } from '../shell/counts.ts'
import { PageHead, usePlace } from '../shell/page.tsx'
import { readShop, useShop } from '../shop.ts'
import { readMissing } from '../start/read-facts.ts'
import { AgainstMenu } from './against-menu.tsx'
import { Chart } from './chart.tsx'
import { type FailedChecks, readFailedChecks } from './failed-checks.ts'
import { LiveFeed } from './live-feed.tsx'
import { MeasureButton } from './measure-button.tsx'
import { type MeasureName, measures } from './measures.ts'
import { type Against, type Period, type PeriodName, partsSoFar, periodNames, periodOf, stepsSoFar } from './period.ts'
import { ReviewsToRead } from './reviews-to-read.tsx'
import { RunningLow } from './running-low.tsx'
import { ToDo } from './to-do.tsx'
import { linesBeside, todosOf } from './todos.ts'
import { TopProducts } from './top-products.tsx'

interface ToRead {
  readonly count: number
  readonly first: readonly ReviewInQueue[]
}

interface Loaded {
  readonly at: string
  readonly period: Period
  readonly currency: string
  readonly now: SalesPeriod
  readonly before: SalesPeriod
  readonly top: readonly TopProduct[]
  readonly duties: Duties
  readonly lowStock: readonly LowStock[]
  readonly latest: readonly Order[]
  /** How many reviews nobody has read, and the first of them. */
  readonly toRead: ToRead
  readonly toApprove: Waiting | undefined
  readonly failedChecks: FailedChecks | undefined
  /** Steps without which nobody can buy; only asked where nobody has bought yet. */
  readonly missing: number
  readonly hasProducts: boolean
}

export async function loader({ request: { url, signal } }: { request: Request }): Promise<Loaded> {
  const { timeZone } = await readShop()
  const at = await readShopTime((await signedIn())?.rights.has('settings.read') ?? false, signal)
  const asked = new URL(url).searchParams
  const period = periodOf(asked.get('period'), at, timeZone, asked.get('against'))
  const { name, from, to, before, parts } = period
  const [sales, { duties, lowStock }, { orders }, toRead, toApprove, failedChecks] = await Promise.all([
    client.dashboard.getSales(
      { from: from.toISOString(), to: to.toISOString(), before: before.toISOString(), ...(name === 'today' && { parts: parts.length }) },
      { signal },
    ),
    client.dashboard.getDuties({}, { signal }),
    client.orders.searchOrders({ search: { cursorPaging: { limit: 10 } } }, { signal }),
    readToRead(signal),
    readWaiting(signal),
    readFailedChecks(signal),
  ])
  const rights = (await signedIn())?.rights
  const [missing, hasProducts] = await Promise.all([
    orders.length === 0 && rights?.has('settings.read') ? readMissing(signal) : 0,
    orders.length > 0 || lowStock.length > 0 || !rights?.has('products.read') || readHasProducts(signal),
  ])
  return { at: at.toISOString(), period, ...sales, duties, lowStock, latest: orders, toRead, toApprove, failedChecks, missing, hasProducts }
}

async function readToRead(signal: AbortSignal): Promise<ToRead> {
  if (!(await signedIn())?.rights.has('reviews.read')) return { count: 0, first: [] }
  const query = {
    filter: { 'moderation.moderationStatus': { $in: ['SUBMITTED', 'IN_MODERATION'] } },
    sort: [{ fieldName: 'createdDate', order: 'ASC' } as const],
    cursorPaging: { limit: 3 },
  }
  const [{ counts }, { reviews }] = await Promise.all([
    client.reviewManagement.countByStatus({}, { signal }),
    client.reviewManagement.searchReviews({ query, words: '', reported: false }, { signal }),
  ])
  return { count: unreadOf(counts), first: reviews }
}

async function readHasProducts(signal: AbortSignal): Promise<boolean> {
  const { counts } = await client.merchantProducts.countProducts({ filters: [{}] }, { signal })
  return (counts[0] ?? 0) > 0
}

const dateIn = (at: Date, timeZone: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone }).format(at).replace(/^([A-Za-z]+day) /, '$1, ')

export function Home() {
  const { at, period, currency, now, before, top, duties, lowStock, latest, toRead, toApprove, failedChecks, missing, hasProducts } =
    useLoaderData<Loaded>()
  const todos = todosOf({ duties, toRead: toRead.count, toApprove, failedChecks })
  const { timeZone } = useShop()
  const [, setParams] = useSearchParams()
  const [chosen, setChosen] = useState<MeasureName>('Sales')
  const { revalidate } = useRevalidator()
  usePlace([{ name: 'Home' }])
  useNews(isOfOrders, revalidate)
  const moment = new Date(at)
  const isToday = period.name === 'today'
  const soFar = partsSoFar(period, moment)
  /** As much of the period before as there is of this one: a morning is not compared with a whole day. */
  const beforeSoFar = sumOf(before.parts.slice(0, soFar), currency)
  const measure = measures.find(({ name }) => name === chosen)!
  /** What had come by the end of each part; of today also what there was at midnight, which is nothing. */
  const line = (of: SalesPeriod, parts: number) => {
    const all = of.parts.slice(0, parts)
    const soFarOf = (part: number) => measure.of(sumOf(all.slice(0, part), currency))
    if (isToday) return [0, ...all].map((_, part) => soFarOf(part))
    return all.map((part, i) => (measure.addsUp ? soFarOf(i + 1) : measure.of(part)))
  }
  const date = (when: Date, options: Intl.DateTimeFormatOptions) => dateIn(when, timeZone, options)
  const shortDate = (when: Date) => date(when, { day: 'numeric', month: 'short' })
  const hours = period.parts.length
  const hour = (step: number) => (step >= hours ? '24:00' : date(period.parts[step]!, { hour: '2-digit', minute: '2-digit' }))
  const stepName = (step: number) =>
    isToday
      ? `${date(moment, { weekday: 'long' })}, ${step === soFar ? date(moment, { hour: '2-digit', minute: '2-digit' }) : hour(step)}`
      : date(period.parts[step]!, { weekday: 'short', day: 'numeric', month: 'short' })
  const ticks = isToday
    ? [0, 4, 8, 12, 16, 20, 24].map((of24) => hour(Math.round((of24 / 24) * hours)))
    : [0, 0.25, 0.5, 0.75, 1].map((share) => shortDate(period.parts[Math.round(share * (period.parts.length - 1))]!))
  const { against } = period
  const otherYear = against === 'year' ? { year: 'numeric' as const } : {}
  const beforeDate = date(period.before, { day: 'numeric', month: 'short', ...otherYear })
  const beforeName = isToday
    ? date(period.before, { weekday: 'long', day: 'numeric', month: 'long', ...otherYear })
    : against === 'year'
      ? `the same ${period.says.toLowerCase()} a year ago`
      : `the ${period.says.toLowerCase()} before`
  const than = isToday
    ? { before: `last ${date(period.before, { weekday: 'long' })}`, yesterday: 'yesterday', year: `on ${beforeName}` }[against]
    : beforeName
  const look = (next: { readonly name?: PeriodName; readonly against?: Against }) => {
    const { name, against: other } = { ...period, ...next }
    setParams({ ...(name !== 'today' && { period: name }), ...(other !== 'before' && { against: other }) })
  }
  const write = (value: number) => measure.write(value, currency)
  return (
    <>
      <PageHead
        title={dateIn(moment, timeZone, { weekday: 'long', day: 'numeric', month: 'long' })}
        facts={
          <span>
            {compared(
              now.orders,
              beforeSoFar.orders,
              isToday ? `by ${date(moment, { hour: '2-digit', minute: '2-digit' })}` : `in ${period.says.toLowerCase()}`,
              than,
            )}
          </span>
        }
      >
        <div className="seg" role="group" aria-label="Period">
          {periodNames.map(({ name, says }) => (
            <button key={name} type="button" aria-pressed={name === period.name} onClick={() => look({ name })}>
              {says}
            </button>
          ))}
        </div>
        <AgainstMenu
          of={period}
          says={isToday ? beforeDate : against === 'year' ? 'a year ago' : 'the days before'}
          onChoose={(other) => look({ against: other })}
        />
      </PageHead>
      {missing > 0 && (
        <p className="notice" role="status">
          <span className="grow">{`Nobody can buy yet: ${many(missing, 'step')} ${missing === 1 ? 'is' : 'are'} missing.`}</span>
          <ButtonLink kind="primary" small to="/start">
            Go on
          </ButtonLink>
        </p>
      )}
      <section className="pulse" aria-label="Sales">
        <div className="measures" role="radiogroup" aria-label="What the chart shows">
          {measures.map((one) => (
            <MeasureButton
              key={one.name}
              of={one}
              now={one.of(now)}
              was={one.of(beforeSoFar)}
              currency={currency}
              on={one.name === chosen}
              onChoose={() => setChosen(one.name)}
            />
          ))}
        </div>
        <div className="pulse-c">
          <div className="row between">
            <div className="row">
              <span className="key">{period.says}</span>
              <span className="key before">{capital(beforeName)}</span>
            </div>
            <span className="faint small">
              {isToday ? beforeDate : capital(beforeName)} closed at {write(measure.of(before))}
            </span>
          </div>
          <Chart
            key={`${period.name} ${against} ${chosen}`}
            of={{ now: line(now, soFar), before: line(before, period.parts.length), ...(isToday && { end: stepsSoFar(period, moment) }) }}
            label={`${chosen}, ${period.says.toLowerCase()}: ${write(measure.of(now))}; by the same time ${beforeName} ${write(measure.of(beforeSoFar))}. Arrow keys read it step by step.`}
            ticks={ticks}
            stepName={stepName}
            nowName={period.says}
            beforeName={isToday ? beforeDate : 'Before'}
            write={write}
            writeShort={(value) => (chosen === 'Completed checkouts' ? `${value} %` : short(value, chosen === 'Orders' ? '' : currency))}
          />
        </div>
      </section>
      <div className="home2">
        <ToDo of={todos} hasOrders={latest.length > 0} />
        <LiveFeed latest={latest} lines={linesBeside(todos.length)} />
      </div>
      <div className="home3">
        <TopProducts
          of={top}
          period={period.says.toLowerCase()}
          changeTitle={isToday ? `To ${beforeDate}` : 'Change'}
          currency={currency}
        />
        <RunningLow of={lowStock} hasProducts={hasProducts} />
        {toRead.first.length > 0 && <ReviewsToRead of={toRead.first} count={toRead.count} />}
      </div>
    </>
  )
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function sumOf(parts: readonly SalesStretch[], currency: string): SalesStretch {
  const total = (of: (part: SalesStretch) => number) => parts.reduce((sum, part) => sum + of(part), 0)
  const sales = added(
    parts.map((part) => ({ amount: part.sales })),
    currency,
  )
  return {
    sales: toDecimal(sales, currency),
    orders: total(({ orders }) => orders),
    checkouts: total(({ checkouts }) => checkouts),
    bought: total(({ bought }) => bought),
  }
}

function compared(orders: number, was: number, when: string, before: string): string {
  const difference = orders - was
  const said = difference === 0 ? 'just as many as' : `${Math.abs(difference)} ${difference > 0 ? 'more' : 'fewer'} than`
  return orders === 0 && was === 0 ? `No orders yet ${when}.` : `${many(orders, 'order')} ${when}, ${said} ${before}.`
}

/** `€2.5k` */
function short(value: number, currency: string): string {
  const [number, unit] = value >= 1_000_000 ? [value / 1_000_000, 'm'] : value >= 1000 ? [value / 1000, 'k'] : [value, '']
  const text = String(Math.round(number * 100) / 100)
  if (currency === '') return `${text}${unit}`
  return `${signOf(currency)}${text}${unit}`
}
