import type { Command } from '../command.ts'
import { shopOf, shopOptions, shopUsage } from '../shop.ts'

const marks = { OK: '✔', WARNING: '!', FAILED: '✖' } as const

export const doctor: Command = {
  summary: 'check what a shop on the open internet needs',
  usage: `doctor

Ends with 1 if a check failed; a warning is none.
${shopUsage}`,
  options: shopOptions,
  async run(given) {
    const { checks } = await shopOf(given).systemChecks.checkSystem()
    for (const { id, status, message, figure } of checks)
      given.say(`${marks[status]} ${id.padEnd(16)} ${message}${figure ? ` (${figure})` : ''}`)
    const failed = checks.filter(({ status }) => status === 'FAILED').length
    given.say(failed === 0 ? 'Nothing failed.' : `${failed} of ${checks.length} failed.`)
    return failed === 0 ? 0 : 1
  },
}
