import type { Looked } from './looking.ts'
import type { Compared, Measured } from './rounds.ts'
import type { Start } from './starts.ts'

export interface Line {
  readonly name: string
  readonly atMost: number | undefined
  readonly compared: Compared
}

export interface Shop {
  /** How many products or orders it has. */
  readonly size: number
  readonly lines: readonly Line[]
}

/** Rows of Markdown under a head; the first column is words, the rest numbers. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((cell, i) => Math.max(cell.length, ...rows.map((row) => row[i]!.length)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join(' | ')} |`
  const rule = `|${widths.map((width, i) => (i === 0 ? `${'-'.repeat(width + 2)}` : `${'-'.repeat(width + 1)}:`)).join('|')}|`
  return [line(head), rule, ...rows.map(line)].join('\n')
}

const count = (value: number) => value.toFixed(value < 100 ? 1 : 0)
const ms = (value: number) => value.toFixed(value < 100 ? 1 : 0)
const verdict = (fits: boolean) => (fits ? '✔' : '✖')

export function shopTable(shop: string, lines: readonly Line[]): string {
  const head = [
    '',
    '/s',
    'p50 ms',
    'p99 ms',
    'CPU ms per 1,000: server',
    'database',
    'memory MB',
    'of the floor',
    'its rounds',
    'in CPU',
    'asked',
  ]
  const floors = lines.map(({ compared }) => compared.floor)
  const [floor] = [...floors].sort((a, b) => a.perSecond - b.perSecond).slice(Math.floor(floors.length / 2))
  const cells = (of: Measured) => [
    count(of.perSecond),
    ms(of.p50Ms),
    ms(of.p99Ms),
    of.serverCpu.toFixed(0),
    of.databaseCpu.toFixed(0),
    (of.memory / 1e6).toFixed(0),
  ]
  const rows = lines.map(({ name, atMost, compared: { subject, ratio, spread, cpuRatio } }) => [
    name,
    ...cells(subject),
    `1/${ratio.toFixed(1)}`,
    `1/${spread[0].toFixed(1)} … 1/${spread[1].toFixed(1)}`,
    `1/${cpuRatio.toFixed(1)}`,
    atMost === undefined ? '' : `${verdict(ratio <= atMost)} 1/${atMost}`,
  ])
  return `\n## ${shop}, 16 at once\n\n${table(head, [['the floor', ...cells(floor!), '1', '', '1', ''], ...rows])}\n`
}

/** What becomes dearer with the number of things. */
export function flatness(things: string, shops: readonly Shop[]): string {
  const [small, ...larger] = shops
  const large = larger.at(-1)
  if (!small || !large) return ''
  const rows = small.lines.map(({ name, compared }, i) => {
    const other = large.lines[i]!.compared
    const cost = ({ subject }: Compared) => subject.serverCpu + subject.databaseCpu
    return [name, (other.ratio / compared.ratio).toFixed(2), (cost(other) / cost(compared)).toFixed(2)]
  })
  return `\n## ${large.size.toLocaleString('en')} ${things} against ${small.size.toLocaleString('en')}\n\n${table(['times as dear', 'in requests of the floor', 'in CPU'], rows)}\n`
}

export function startTable(starts: readonly Start[]): string {
  if (starts.length === 0) return ''
  const rows = starts.map(({ name, ms, atMostMs }) => [
    name,
    `${(ms / 1000).toFixed(1)} s`,
    `${verdict(ms <= atMostMs)} ${atMostMs / 1000} s`,
  ])
  return `\n## To a healthy answer\n\n${table(['', 'took', 'asked'], rows)}\n`
}

/** What a page does under somebody's hands. */
export function actTable(looked: readonly Looked[]): string {
  const of = (sorted: readonly number[], part: number) => {
    const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]
    return value === undefined ? '' : value.toFixed(0)
  }
  const head = ['', 'times', 'shown after ms', 'the longest', 'the shop took', 'longest task ms: CPU', 'clock', 'frames over 50 ms', 'of']
  const rows = looked.map(({ name, times, shown, answered, traced: { longest, frames } }) => [
    name,
    String(times),
    of(shown, 0.5),
    of(shown, 1),
    answered.some((value) => value > 0) ? of(answered, 0.5) : '',
    longest.cpu.toFixed(0),
    longest.clock.toFixed(0),
    String(frames.filter((frame) => frame > 50).length),
    String(frames.length),
  ])
  return table(head, rows)
}
