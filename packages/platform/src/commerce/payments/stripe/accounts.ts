import type Stripe from 'stripe'
import type { Db } from '../../../kernel/db/sql.ts'
import type { KeyWrap } from '../../../kernel/key-wrap/key-wrap.ts'
import { lruOf } from '../../../kernel/lru.ts'
import type { Outbound } from '../../../kernel/outbound/outbound.ts'
import { openClient } from './open-client.ts'
import { type AccountKeys, findKeys } from './stored-keys.ts'

/** An account at Stripe that a shop takes payments with. */
export interface StripeAccount {
  readonly client: Stripe
  readonly webhookSecret: string
  /** Whether it is the account of all shops of the installation. */
  readonly shared: boolean
}

/** The shop has no keys of Stripe (any more). */
export class NoAccount extends Error {
  override readonly name = 'NoAccount'
}

export interface StripeAccountsDeps {
  /** The pool: nobody speaks to Stripe inside a transaction. */
  readonly db: Db
  readonly wrap: KeyWrap
  /** What the environment says; it wins. */
  readonly own: AccountKeys | undefined
  readonly apiBase: string | undefined
  readonly outbound: Outbound
}

/** Which account a shop takes payments with. */
export interface StripeAccounts {
  find(site: string): Promise<StripeAccount | undefined>
}

export function stripeAccounts({ db, wrap, own, apiBase, outbound }: StripeAccountsDeps): StripeAccounts {
  /** By the keys themselves: those of before are of no use. */
  const opened = lruOf<string, Promise<StripeAccount>>(1000)
  const open = async ({ secretKey, webhookSecret }: AccountKeys, guard?: Outbound): Promise<StripeAccount> => ({
    client: await openClient(secretKey, apiBase, guard),
    webhookSecret,
    shared: guard === undefined,
  })
  let ownAccount: Promise<StripeAccount> | undefined
  return {
    async find(site) {
      if (own) return (ownAccount ??= open(own))
      const keys = await findKeys(db, site, wrap)
      if (!keys) return undefined
      const name = `${keys.secretKey} ${keys.webhookSecret}`
      const account = opened.get(name) ?? open(keys, outbound)
      opened.set(name, account)
      return account
    },
  }
}
