import { createContext, useContext } from 'react'

/** In which money and by which language's habits the amounts of a page are written. */
export interface MoneyHabit {
  /** ISO 4217. */
  currency: string
  /** BCP 47, such as `en` or `de-DE`. */
  locale: string
}

const Habit = createContext<MoneyHabit>({ currency: 'EUR', locale: 'en' })
export const MoneyProvider = Habit.Provider

/** Making a formatter costs a hundred times what using it does. */
const formatters = new Map<string, Intl.NumberFormat>()
function formatter({ currency, locale }: MoneyHabit) {
  const key = `${locale} ${currency}`
  let found = formatters.get(key)
  if (!found) {
    found = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    formatters.set(key, found)
  }
  return found
}

/** An amount as a plain sentence has it: `€14.50`; whole amounts without cents. */
export function moneyText(amount: number | string, habit: MoneyHabit) {
  const parts = formatter(habit).formatToParts(Number(amount))
  const whole = parts.every((part) => part.type !== 'fraction' || /^0*$/.test(part.value))
  return parts.flatMap((part) => (whole && (part.type === 'decimal' || part.type === 'fraction') ? [] : [part.value])).join('')
}

export const useMoneyText = () => {
  const habit = useContext(Habit)
  return (amount: number | string) => moneyText(amount, habit)
}

export interface AmountProps {
  /** Decimal text or a number in the currency's major unit: `"14.50"`. */
  of: number | string
  /** The currency, where it is not the page's. */
  currency?: string | undefined
}

const useHabit = (currency: string | undefined) => {
  const habit = useContext(Habit)
  return currency ? { ...habit, currency } : habit
}

/** A price as on a shelf ticket: the sign and the cents raised, no cents when there are none. */
export function Price({ of, currency }: AmountProps) {
  const habit = useHabit(currency)
  const parts = formatter(habit).formatToParts(Number(of))
  const cents = parts.find((part) => part.type === 'fraction')?.value ?? ''
  const figures = parts.flatMap((part) => (/integer|group|minusSign/.test(part.type) ? [part.value] : [])).join('')
  const sign = parts.find((part) => part.type === 'currency')?.value
  const before = parts.findIndex((part) => part.type === 'currency') < parts.findIndex((part) => part.type === 'integer')
  const some = /[1-9]/.test(cents)
  const drawn = (
    <>
      {before && <b>{sign}</b>}
      {figures}
      {some && <b className="cents">{cents}</b>}
      {!before && <b className="after">{sign}</b>}
    </>
  )
  if (!some) return <span className="price">{drawn}</span>
  return (
    <span className="price">
      <span aria-hidden="true">{drawn}</span>
      <span className="sr">{formatter(habit).format(Number(of))}</span>
    </span>
  )
}

/** What it costs now, and what it cost before. */
export function Reduced({ now, before }: { now: number | string; before: number | string }) {
  return (
    <>
      <span className="is-off">
        <span className="sr">now </span>
        <Price of={now} />
      </span>
      <span className="was">
        <span className="sr">before </span>
        <s>
          <Price of={before} />
        </s>
      </span>
    </>
  )
}

/** An amount in a column of amounts: plain tabular figures with all their places. `less` writes it as taken off. */
export function Money({ of, currency, less }: AmountProps & { less?: boolean }) {
  const habit = useHabit(currency)
  return (
    <span className="money">
      {less && '−'}
      {formatter(habit).format(Number(of))}
    </span>
  )
}
