import type { customTriggers } from '@vitrine/contract'
import type { Db } from '../../kernel/db/sql.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { inTime } from '../../kernel/in-time.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import { NoAnswer } from '../selling/outside-calls.ts'
import type { DiscountTriggerProvider } from '../selling/triggers.ts'

export interface TriggerDeps {
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
  readonly providers: (settings: Pick<Sections, 'plugins'>) => readonly DiscountTriggerProvider[]
  readonly timeoutMs: number
  readonly report: (fault: unknown) => void
}

/** Whoever does not answer in time is left out: the others are listed all the same. */
export const triggerOperations = ({ readSettings, providers, timeoutMs, report }: TriggerDeps): Handlers<typeof customTriggers> => ({
  async 'POST /ecom/v1/discount-custom-triggers/list'(_, { db, site }) {
    const all = await Promise.all(
      providers(await readSettings(db, site)).map(async (provider) => {
        const late = () => new NoAnswer(`${provider.name} did not answer in time.`, { code: 'TIMEOUT' })
        const told = await inTime(timeoutMs, (signal) => provider.triggers(site, signal), late).catch((error: unknown) => {
          report(error)
          return []
        })
        return told.map(({ id, name }) => ({ id, appId: provider.id, name }))
      }),
    )
    return { triggers: all.flat().slice(0, 1000) }
  },
})
