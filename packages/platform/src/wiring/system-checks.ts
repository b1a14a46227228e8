import { isLiveKey } from '../commerce/payments/stripe/live-key.ts'
import type { StripeKeys } from '../commerce/payments/stripe/provider.ts'
import type { Clock } from '../kernel/clock/clock.ts'
import type { Db } from '../kernel/db/sql.ts'
import type { KeyWrap } from '../kernel/key-wrap/key-wrap.ts'
import type { Sections } from '../kernel/settings/sections.ts'
import type { EmailDelivery } from '../shop/mail/mailer.ts'
import type { SystemFacts } from '../shop/system-checks/facts.ts'
import { systemChecker } from '../shop/system-checks/operations.ts'

interface SystemChecksDeps {
  readonly options: {
    readonly origin: string
    readonly dataDir: string
    readonly stripe?: StripeKeys | undefined
    readonly sandbox: boolean
    readonly keyWrap?: KeyWrap | undefined
    readonly proxies?: () => SystemFacts['proxies']
    readonly embeddedDatabase?: boolean
  }
  readonly database: Db
  readonly clock: Clock
  readonly delivery: EmailDelivery
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
}

export const systemChecks = ({ options, database, clock, delivery, readSettings }: SystemChecksDeps) =>
  systemChecker({
    database,
    clock,
    dataDir: options.dataDir,
    installation: {
      publicUrl: options.origin,
      hasSecret: (options.keyWrap?.id ?? null) !== null,
      delivery,
      stripe: options.stripe && (isLiveKey(options.stripe.secretKey) ? 'LIVE' : 'TEST'),
      sandbox: options.sandbox,
      embedded: options.embeddedDatabase ?? false,
      proxies: options.proxies ?? (() => ({ trusted: false, notTrusted: undefined })),
    },
    async manualMethods(db, site) {
      const { payments } = await readSettings(db, site)
      return (payments?.offline ?? []).filter(({ active }) => active !== false).map(({ name }) => name)
    },
  })
