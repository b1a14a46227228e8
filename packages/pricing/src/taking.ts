import { allot, type Minor, minor, share, sum, times, zero } from './money.ts'
import { parsePercent } from './ratio.ts'

/** What a discount takes off the lines that it applies to. */
export type Off =
  /** An amount, at most what the lines cost together. */
  | { readonly amount: Minor }
  /** A percentage from 0 to 100 as decimal text: `"12.5"`. */
  | { readonly percent: string }
  /** An amount off every unit, at most what it costs. */
  | { readonly each: Minor }
  /** A price that every unit comes down to; cheaper ones keep theirs. */
  | { readonly price: Minor }
  /** A number of units together for a price, the most expensive first; only groups that it makes cheaper. */
  | { readonly bundle: { readonly quantity: number; readonly price: Minor } }
  /** Buy a number of units, get a number more free: of all units the cheapest. */
  | { readonly buy: number; readonly get: number }
  /** Buy some of these lines, get units of the discount's own lines for less. */
  | { readonly offer: Offer }
  /** The price of the delivery: all of it, an amount or a percentage. */
  | { readonly shipping: true; readonly amount?: Minor; readonly percent?: string }

/** Buy some, get others for less: of the units that are not needed as bought, the cheapest. */
export interface Offer {
  /** The lines whose units count as bought; they may be the same ones. */
  readonly bought: readonly string[]
  /** The units to buy, or their value at list price, each time. */
  readonly buys: { readonly quantity: number } | { readonly spend: Minor }
  /** The units that are discounted for it, each time. */
  readonly gets: number
  /** What is taken off each of them. */
  readonly off: { readonly percent: string } | { readonly each: Minor } | { readonly price: Minor }
  /** How often at most; unlimited if null or absent. */
  readonly limit?: number | null
}

export interface Taken {
  /** The amount that it was taken off. */
  readonly of: Minor
  /** By line. */
  readonly parts: readonly Minor[]
}

/**
 * Units of one line that are worth the same. A line whose amount cannot be divided equally among its units has two sorts, one minor unit
 * apart.
 */
interface Run {
  readonly line: number
  readonly value: Minor
  readonly count: number
}

/**
 * What a discount takes off lines.
 * @param left what each line costs now; 0 where nothing may be taken off
 * @param quantities the units of each line
 */
export function takenFrom(left: readonly Minor[], quantities: readonly number[], off: Off, one: boolean): Taken {
  if (one && !('buy' in off))
    return takenFrom(
      cheapestOf(left, quantities),
      left.map(() => 1),
      off,
      false,
    )
  const of = sum(left)
  if ('shipping' in off) return { of, parts: left.map(() => zero) }
  if ('amount' in off) return { of, parts: allot(atMost(fromZero(off.amount), of), left) }
  if ('percent' in off) return { of, parts: allot(atMost(share(of, parsePercent(off.percent)), of), left) }
  const runs = runsOf(left, quantities)
  if ('each' in off) return { of, parts: piecewise(left, runs, ({ value }) => atMost(fromZero(off.each), value)) }
  if ('price' in off) return { of, parts: piecewise(left, runs, ({ value }) => minor(Math.max(0, value - fromZero(off.price)))) }
  if ('bundle' in off) return { of, parts: bundled(left, runs, off.bundle) }
  if ('buy' in off) return { of, parts: given(left, runs, off, one) }
  return { of, parts: left.map(() => zero) }
}

/** What a discount takes off the remaining price of a delivery. */
export function takenFromShipping(left: Minor, { amount, percent }: Extract<Off, { readonly shipping: true }>): Minor {
  if (amount !== undefined) return atMost(fromZero(amount), left)
  return percent === undefined ? left : atMost(share(left, parsePercent(percent)), left)
}

const atMost = (amount: Minor, most: Minor): Minor => minor(Math.min(amount, most))

function fromZero(amount: Minor): Minor {
  if (amount < 0) throw new RangeError('A discount cannot be negative')
  return minor(amount)
}

function wholeFrom(least: number, count: number): number {
  if (!Number.isSafeInteger(count) || count < least) throw new RangeError(`${count} is not a number of pieces from ${least}`)
  return count
}

/** Of all lines only the cheapest unit that costs anything. */
function cheapestOf(left: readonly Minor[], quantities: readonly number[]): Minor[] {
  const [cheapest] = runsOf(left, quantities).toSorted((a, b) => a.value - b.value || a.line - b.line)
  return left.map((_, line) => (line === cheapest?.line ? cheapest.value : zero))
}

/** Units that cost something. */
function runsOf(left: readonly Minor[], quantities: readonly number[]): Run[] {
  return left.flatMap((amount, line) => {
    const quantity = quantities[line] ?? 1
    const rest = amount % quantity
    const value = (amount - rest) / quantity
    const runs = [
      { line, value: minor(value + 1), count: rest },
      { line, value: minor(value), count: quantity - rest },
    ]
    return runs.filter((run) => run.count > 0 && run.value > 0)
  })
}

function piecewise(left: readonly Minor[], runs: readonly Run[], off: (run: Run) => Minor): Minor[] {
  const parts = left.map(() => zero)
  for (const run of runs) parts[run.line] = minor((parts[run.line] ?? zero) + times(off(run), run.count))
  return parts
}

/** The most expensive units first, in groups. Those that fill groups on their own are calculated at once, however many they are. */
function bundled(
  left: readonly Minor[],
  runs: readonly Run[],
  { quantity, price }: { readonly quantity: number; readonly price: Minor },
): Minor[] {
  wholeFrom(1, quantity)
  const parts = left.map(() => zero)
  const add = (line: number, amount: number) => {
    parts[line] = minor((parts[line] ?? zero) + amount)
  }
  let group: Run[] = []
  let missing = quantity
  for (const run of runs.toSorted((a, b) => b.value - a.value || a.line - b.line)) {
    let { count } = run
    while (count > 0) {
      if (missing === quantity && count >= quantity) {
        const groups = Math.floor(count / quantity)
        add(run.line, times(minor(Math.max(0, times(run.value, quantity) - fromZero(price))), groups))
        count -= groups * quantity
        continue
      }
      const some = Math.min(count, missing)
      group.push({ ...run, count: some })
      count -= some
      missing -= some
      if (missing > 0) continue
      const worth = group.map((one) => times(one.value, one.count))
      const off = minor(Math.max(0, sum(worth) - fromZero(price)))
      const shares = allot(off, worth)
      group.forEach((one, i) => {
        add(one.line, shares[i] ?? 0)
      })
      group = []
      missing = quantity
    }
  }
  return parts
}

/** What is left after whole rounds is discounted too, as far as enough was bought. */
function given(
  left: readonly Minor[],
  runs: readonly Run[],
  offer: { readonly buy: number; readonly get: number },
  once: boolean,
): Minor[] {
  const [buy, get] = [wholeFrom(1, offer.buy), wholeFrom(1, offer.get)]
  const units = runs.reduce((all, { count }) => all + count, 0)
  const over = units % (buy + get)
  const won = ((units - over) / (buy + get)) * get + Math.max(0, over - buy)
  let free = once ? Math.min(won, get) : won
  const parts = left.map(() => zero)
  for (const { line, value, count } of runs.toSorted((a, b) => a.value - b.value || a.line - b.line)) {
    const some = Math.min(count, free)
    parts[line] = minor((parts[line] ?? zero) + times(value, some))
    free -= some
  }
  return parts
}

/** A line as an offer sees it. */
export interface OfferedLine {
  /** What is left to pay for it; 0 where nothing may be taken off. */
  readonly left: Minor
  /** What is left to pay for it as something bought; 0 where it does not count. */
  readonly bought: Minor
  readonly quantity: number
  /** One unit at list price. */
  readonly price: Minor
}

/**
 * What an offer takes off lines. Units that were bought stay at their price: where lines are both, as many of them as have to be bought are
 * left alone. What is left after whole rounds is discounted too, as far as enough was bought.
 */
export function takenByOffer(lines: readonly OfferedLine[], { buys, gets, off, limit }: Omit<Offer, 'bought'>): Taken {
  const each = wholeFrom(1, gets)
  const rounds = limit === null || limit === undefined ? Number.MAX_SAFE_INTEGER : wholeFrom(1, limit)
  const quantities = lines.map(({ quantity }) => quantity)
  const of = sum(lines.map(({ left }) => left))
  const got = runsOf(
    lines.map(({ left }) => left),
    quantities,
  ).toSorted((a, b) => a.value - b.value || a.line - b.line)
  const counts = (line: number) => (lines[line]?.bought ?? 0) > 0
  const units = got.reduce((all, { count }) => all + count, 0)
  const both = got.reduce((all, { line, count }) => all + (counts(line) ? count : 0), 0)
  const bought = lines.reduce((all, { bought, quantity }) => all + (bought > 0 ? quantity : 0), 0)

  /** The cheapest units, by run; of those that count as bought no more than may be discounted. */
  const pick = (wanted: number, mayGo: number): number[] => {
    let missing = wanted
    let rest = mayGo
    return got.map(({ line, count }) => {
      const some = Math.min(count, missing, counts(line) ? rest : count)
      missing -= some
      if (counts(line)) rest -= some
      return some
    })
  }
  const worth = sum(lines.map(({ bought, price, quantity }) => (bought > 0 ? times(price, quantity) : zero)))
  const mayGo = (wanted: number): number =>
    'quantity' in buys ? Math.min(both, bought - Math.ceil(wanted / each) * wholeFrom(1, buys.quantity)) : both
  const isBought = (wanted: number): boolean => {
    const needed = Math.ceil(wanted / each)
    if (needed > rounds) return false
    if ('quantity' in buys) return mayGo(wanted) >= 0 && units - both + mayGo(wanted) >= wanted
    const gone = pick(wanted, both).reduce((all, some, i) => all + (counts(got[i]!.line) ? times(lines[got[i]!.line]!.price, some) : 0), 0)
    return worth - gone >= needed * fromZero(buys.spend)
  }
  // The more is discounted the more has to be bought, so the maximum is found by binary search.
  let [most, beyond] = [0, units + 1]
  while (beyond - most > 1) {
    const middle = Math.floor((most + beyond) / 2)
    if (isBought(middle)) most = middle
    else beyond = middle
  }
  const chosen = most === 0 ? got.map(() => 0) : pick(most, mayGo(most))
  const parts = lines.map(() => zero)
  const add = (run: Run, amount: Minor) => {
    parts[run.line] = minor((parts[run.line] ?? zero) + amount)
  }
  if ('percent' in off) {
    const values = got.map(({ value }, i) => times(value, chosen[i] ?? 0))
    const whole = sum(values)
    const shares = allot(atMost(share(whole, parsePercent(off.percent)), whole), values)
    for (const [i, run] of got.entries()) add(run, shares[i] ?? zero)
  } else
    for (const [i, run] of got.entries()) {
      const less = 'each' in off ? atMost(fromZero(off.each), run.value) : minor(Math.max(0, run.value - fromZero(off.price)))
      add(run, times(less, chosen[i] ?? 0))
    }
  return { of, parts }
}
