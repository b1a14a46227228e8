import { after } from 'node:test'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { startPlatformForFile } from './platform-for-file.ts'
import { fillStock } from './populate.ts'
import { postCarrier } from './settings-writes.ts'
import { fakeStripe } from './stripe/stripe.ts'
import { type RawAnswer, send } from './wire.ts'

/** A filled shop for a file of tests that send writes under an Idempotency-Key and look at what is stored of them. */
export async function startKeyedShop() {
  const stripeApi = await fakeStripe()
  after(() => stripeApi[Symbol.asyncDispose]())
  const shop = await startPlatformForFile({ shippingRateProviders: [postCarrier], host: 'localhost', stripeApi })
  const stockItems = await fillStock(shop)
  const { database } = shop.platform
  return {
    shop,
    stockItems,
    post: (
      path: string,
      token: string,
      key: string | undefined,
      body: unknown,
      headers: Readonly<Record<string, string>> = {},
    ): Promise<RawAnswer> =>
      send(shop, {
        method: 'POST',
        path,
        headers: { authorization: token, ...headers, ...(key !== undefined && { 'idempotency-key': key }) },
        body,
      }),
    /** Whatever is stored of calls under keys, as somebody would read it who has the database. */
    everythingSaved: async (): Promise<string> =>
      JSON.stringify(
        await database.query(
          sql`select caller, key, encode(fingerprint, 'hex') as fingerprint, encode(fingerprint, 'base64') as print, answer from idempotency`,
        ),
      ),
  }
}

/** Whether an answer is that of an earlier write under the same key. */
export const replayed = ({ headers }: RawAnswer): boolean => headers['idempotent-replayed'] === 'true'
