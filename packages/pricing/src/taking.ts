import { allot, type Minor, minor, share, sum, times, zero } from './money.ts'
import { parsePercent } from './ratio.ts'

/** What a discount takes, from the lines it may take from. */
export type Off =
  /** An amount, at most what the lines cost together. */
  | { readonly amount: Minor }
  /** A percentage from 0 to 100 as decimal text: `"12.5"`. */
  | { readonly percent: string }
  /** An amount off every piece, at most what it costs. */
  | { readonly each: Minor }
  /** A price that every piece comes down to; cheaper ones keep theirs. */
  | { readonly price: Minor }
  /** So many pieces together for a price, the dearest first; only groups that get cheaper by it. */
  | { readonly bundle: { readonly quantity: number; readonly price: Minor } }
  /** Who buys so many gets so many more for nothing: of all pieces the cheapest. */
  | { readonly buy: number; readonly get: number }
  /** The price of the delivery: all of it, an amount or a percentage. */
  | { readonly shipping: true; readonly amount?: Minor; readonly percent?: string }

export interface Taken {
  /** The amount of which it was taken. */
  readonly of: Minor
  /** By line. */
  readonly parts: readonly Minor[]
}

/** Pieces of one line that are worth the same. A line whose amount its pieces do not divide has two sorts, one unit apart. */
interface Run {
  readonly line: number
  readonly value: Minor
  readonly count: number
}

/**
 * What a discount takes from lines.
 * @param left what each line costs now; 0 where nothing may be taken
 * @param quantities the pieces of each line
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

/** What a discount takes of what is left of the price of a delivery. */
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

/** Of all lines only the cheapest piece that costs anything. */
function cheapestOf(left: readonly Minor[], quantities: readonly number[]): Minor[] {
  const [cheapest] = runsOf(left, quantities).toSorted((a, b) => a.value - b.value || a.line - b.line)
  return left.map((_, line) => (line === cheapest?.line ? cheapest.value : zero))
}

/** Pieces that cost something. */
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

/** The dearest pieces first, in groups. Those that fill groups by themselves are reckoned at once, however many they are. */
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

/** What is over after whole rounds is given too, as far as enough of it was bought. */
function given(
  left: readonly Minor[],
  runs: readonly Run[],
  offer: { readonly buy: number; readonly get: number },
  once: boolean,
): Minor[] {
  const [buy, get] = [wholeFrom(1, offer.buy), wholeFrom(1, offer.get)]
  const pieces = runs.reduce((all, { count }) => all + count, 0)
  const over = pieces % (buy + get)
  const won = ((pieces - over) / (buy + get)) * get + Math.max(0, over - buy)
  let free = once ? Math.min(won, get) : won
  const parts = left.map(() => zero)
  for (const { line, value, count } of runs.toSorted((a, b) => a.value - b.value || a.line - b.line)) {
    const some = Math.min(count, free)
    parts[line] = minor((parts[line] ?? zero) + times(value, some))
    free -= some
  }
  return parts
}
