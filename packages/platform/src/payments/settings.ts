import type { paymentSettings, PaymentSettings as Shown } from '@vitrine/contract'
import type { Db } from '../db/sql.ts'
import type { Handlers } from '../http/handlers.ts'
import { refuse } from '../refusal.ts'
import { lockSection } from '../settings/change.ts'
import type { OfflineMethod, PaymentSettings, Sections } from '../settings/sections.ts'
import { writeSettings } from '../settings/settings.ts'
import type { Providers } from './provider.ts'

export interface PaymentSettingsDeps {
  readonly providers: Providers
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
}

export function paymentSettingsOperations({ providers, readSettings }: PaymentSettingsDeps): Handlers<typeof paymentSettings> {
  const setUp = [...providers.values()].filter(({ offered }) => offered).map(({ id }) => id)
  const show = ({ off = [], offline = [] }: PaymentSettings): Shown => ({
    providers: setUp.map((id) => ({ id, offered: !off.includes(id) })),
    offlineMethods: [...offline],
  })

  return {
    async 'GET /vitrine/v1/payment-settings'(_, { db, site }) {
      return { paymentSettings: show((await readSettings(db, site)).payments ?? {}) }
    },

    async 'PATCH /vitrine/v1/payment-settings'({ paymentSettings: { providers: named, offlineMethods } }, { db, site, now }) {
      const { document: before } = await lockSection(db, site, 'payments', {}, now)
      for (const [i, { id }] of (named ?? []).entries())
        if (!setUp.includes(id)) return violation(`paymentSettings.providers[${i}].id`, 'is none of the providers that are set up')
      for (const [i, { id }] of (offlineMethods ?? []).entries())
        if (providers.has(id) || offlineMethods!.findIndex((other) => other.id === id) < i)
          return violation(`paymentSettings.offlineMethods[${i}].id`, 'is the id of another way to pay')
      const switched = new Map(named?.map(({ id, offered }) => [id, offered]))
      const after: PaymentSettings = {
        off: [...providers.keys()].filter((id) => !(switched.get(id) ?? !(before.off ?? []).includes(id))),
        offline: offlineMethods?.map(methodOf) ?? before.offline ?? [],
      }
      await writeSettings(db, site, 'payments', after, now)
      return { paymentSettings: show(after) }
    },
  }
}

const methodOf = ({
  id,
  name,
  hint,
  instructions,
  onlyFor,
  predefined,
}: { readonly id: string; readonly name: string } & {
  readonly [K in 'hint' | 'instructions' | 'onlyFor' | 'predefined']?: OfflineMethod[K] | null | undefined
}): OfflineMethod => ({
  id,
  name,
  ...(hint && { hint }),
  ...(instructions && { instructions }),
  ...(onlyFor && { onlyFor }),
  ...(predefined && { predefined }),
})

const violation = (field: string, description: string) =>
  refuse('INVALID_ARGUMENT', { fieldViolations: [{ field, description, violatedRule: 'VALIDATION', data: {} }] })
