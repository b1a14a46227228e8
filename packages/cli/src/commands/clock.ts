import { type Command, WrongUse } from '../command.ts'
import { shopOf, shopOptions, shopUsage } from '../shop.ts'

const unitMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** The intended moment: an instant, or a time span from now. */
export function momentOf(text: string, now: Date): string {
  const [, count, unit] = /^\+(\d{1,5})([mhd])$/.exec(text) ?? []
  if (count !== undefined && unit !== undefined) return new Date(now.getTime() + Number(count) * unitMs[unit]!).toISOString()
  if (/^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(Date.parse(text))) return new Date(text).toISOString()
  throw new WrongUse(`${text} is no moment: say 2026-12-24T09:00:00Z, or +90m, +12h, +30d`)
}

export const clock: Command = {
  summary: 'show and move the clock of a shop with the payment sandbox',
  usage: `clock [show]
vitrine clock advance +30d      or +90m, +12h, 2026-12-24T09:00:00Z: what falls due on the way is carried out
vitrine clock freeze | run | return
${shopUsage}`,
  options: shopOptions,
  async run(given) {
    const [action = 'show', to, ...others] = given.words
    if (others.length > 0 || (action !== 'advance' && to !== undefined)) throw new WrongUse(`too many words after "clock ${action}"`)
    const { storeClock } = shopOf(given)
    const told = ({ now, state }: { readonly now: string; readonly state: string }, more = ''): undefined => {
      given.say(`${now}  ${state}${more}`)
    }
    if (action === 'show') {
      const { storeClock: shown } = await storeClock.getStoreClock()
      return told(shown, shown.movable ? '' : '  (it cannot be moved here)')
    }
    if (action === 'freeze') return told((await storeClock.freeze()).storeClock)
    if (action === 'run') return told((await storeClock.run()).storeClock)
    if (action === 'return') return told((await storeClock.returnToRealTime()).storeClock)
    if (action !== 'advance' || to === undefined) throw new WrongUse('say show, advance MOMENT, freeze, run or return')
    const { storeClock: before } = await storeClock.getStoreClock()
    const { storeClock: after, effects } = await storeClock.advance({ to: momentOf(to, new Date(before.now)) }, { timeoutMs: 600_000 })
    told(after, `  ${effects} fell due`)
  },
}
