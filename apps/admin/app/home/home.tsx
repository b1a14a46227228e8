import type { Duties, LowStock, Order, SalesPeriod, SalesStretch, TopProduct } from '@vitrine/contract'
import { toDecimal } from '@vitrine/pricing'
import { useState } from 'react'
import { useLoaderData, useRevalidator, useSearchParams } from 'react-router'
import { client } from '../client.ts'
import { isOfOrders } from '../live/rules.ts'
import { useNews } from '../live/use-news.ts'
import { readWaiting, type Waiting } from '../members/waiting.ts'
import { added } from '../orders/sums.ts'
import { many } from '../orders/words.ts'
import { PageHead, usePlace } from '../shell/page.tsx'
import { readShop, useShop } from '../shop.ts'
import { Chart } from './chart.tsx'
import { LiveFeed } from './live-feed.tsx'
import { MeasureButton } from './measure-button.tsx'
import { type MeasureName, measures } from './measures.ts'
import { type Period, partsSoFar, periodNames, periodOf } from './period.ts'
import { RunningLow } from './running-low.tsx'
import { ToDo } from './to-do.tsx'
import { TopProducts } from './top-products.tsx'

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
  readonly toApprove: Waiting | undefined
}

export async function loader({ request: { url, signal } }: { request: Request }): Promise<Loaded> {
  const { timeZone } = await readShop()
  const at = new Date()
  const period = periodOf(new URL(url).searchParams.get('period'), at, timeZone)
  const { from, to, before, parts } = period
  const [sales, { duties, lowStock }, { orders }, toApprove] = await Promise.all([
    client.desk.getSales({ from: from.toISOString(), to: to.toISOString(), before: before.toISOString(), parts }, { signal }),
    client.desk.getDuties({}, { signal }),
    client.orders.searchOrders({ search: { cursorPaging: { limit: 10 } } }, { signal }),
    readWaiting(signal),
  ])
  return { at: at.toISOString(), period, ...sales, duties, lowStock, latest: orders, toApprove }
}

/** What had come by the end of each part. */
function adding(values: readonly number[]): number[] {
  let sum = 0
  return values.map((value) => (sum += value))
}

const dateIn = (at: Date, timeZone: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone }).format(at).replace(/^([A-Za-z]+day) /, '$1, ')

export function Home() {
  const { at, period, currency, now, before, top, duties, lowStock, latest, toApprove } = useLoaderData<Loaded>()
  const { timeZone } = useShop()
  const [, setParams] = useSearchParams()
  const [chosen, setChosen] = useState<MeasureName>('Sales')
  const { revalidate } = useRevalidator()
  usePlace([{ name: 'Home' }])
  useNews(isOfOrders, revalidate)
  const moment = new Date(at)
  const isToday = period.name === 'today'
  const soFar = partsSoFar(period, moment)
  /** As much of the period before as there is of this one: a morning is not held against a whole day. */
  const beforeSoFar = sumOf(before.parts.slice(0, soFar), currency)
  const measure = measures.find(({ name }) => name === chosen)!
  const line = (of: SalesPeriod, parts: number) => {
    const values = of.parts.slice(0, parts).map(measure.of)
    return measure.addsUp ? adding(values) : values
  }
  const partMs = (period.to.getTime() - period.from.getTime()) / period.parts
  const stepName = (step: number) =>
    isToday
      ? `until ${String(step + 1).padStart(2, '0')}:00`
      : dateIn(new Date(period.from.getTime() + (step + 0.5) * partMs), timeZone, { weekday: 'short', day: 'numeric', month: 'short' })
  const ticks = isToday
    ? ['01:00', '05:00', '09:00', '13:00', '17:00', '21:00', '24:00']
    : [0, 0.25, 0.5, 0.75, 1].map((share) =>
        dateIn(new Date(period.from.getTime() + Math.round(share * (period.parts - 1)) * partMs + partMs / 2), timeZone, {
          day: 'numeric',
          month: 'short',
        }),
      )
  const beforeName = isToday
    ? dateIn(period.before, timeZone, { weekday: 'long', day: 'numeric', month: 'long' })
    : `the ${period.says.toLowerCase()} before`
  const write = (value: number) => measure.write(value, currency)
  return (
    <>
      <PageHead
        title={dateIn(moment, timeZone, { weekday: 'long', day: 'numeric', month: 'long' })}
        facts={<span>{compared(now.orders, beforeSoFar.orders, isToday ? 'today' : `in ${period.says.toLowerCase()}`, beforeName)}</span>}
      >
        <div className="seg" role="group" aria-label="Period">
          {periodNames.map(({ name, says }) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === period.name}
              onClick={() => setParams(name === 'today' ? {} : { period: name })}
            >
              {says}
            </button>
          ))}
        </div>
      </PageHead>
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
              <span className="key before">{beforeName}</span>
            </div>
            <span className="faint small">
              {capital(beforeName)} closed at {write(measure.of(before))}
            </span>
          </div>
          <Chart
            key={`${period.name} ${chosen}`}
            of={{ now: line(now, soFar), before: line(before, period.parts) }}
            label={`${chosen}, ${period.says.toLowerCase()}: ${write(measure.of(now))}; by the same time ${beforeName} ${write(measure.of(beforeSoFar))}. Arrow keys read it step by step.`}
            ticks={ticks}
            stepName={stepName}
            nowName={period.says}
            beforeName={isToday ? dateIn(period.before, timeZone, { day: 'numeric', month: 'short' }) : 'Before'}
            write={write}
            writeShort={(value) => (chosen === 'Conversion' ? `${value} %` : short(value, chosen === 'Orders' ? '' : currency))}
          />
        </div>
      </section>
      <div className="home2">
        <ToDo duties={duties} toApprove={toApprove} />
        <LiveFeed latest={latest} />
      </div>
      <div className="home3">
        <TopProducts of={top} period={period.says.toLowerCase()} currency={currency} />
        <RunningLow of={lowStock} />
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
  return orders === 0 && was === 0 ? `No orders yet ${when}.` : `${many(orders, 'order')} ${when}, ${said} by then ${before}.`
}

/** `€2.5k` */
function short(value: number, currency: string): string {
  const [number, unit] = value >= 1_000_000 ? [value / 1_000_000, 'm'] : value >= 1000 ? [value / 1000, 'k'] : [value, '']
  const text = String(Math.round(number * 100) / 100)
  if (currency === '') return `${text}${unit}`
  const symbol =
    new Intl.NumberFormat('en-IE', { style: 'currency', currency }).formatToParts(0).find(({ type }) => type === 'currency')?.value ?? ''
  return `${symbol}${text}${unit}`
}
