// What the shop says of delivery before anybody has a cart.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient, inMemory, visitor } from '@vitrine/client'
import { writeSettings } from '@vitrine/platform/kernel/settings/settings'
import { minor } from '@vitrine/pricing'
import { startPlatformForFile } from '../src/platform-for-file.ts'
import { testSections } from '../src/shop.ts'

const shop = await startPlatformForFile()
const { shop: asked } = createClient({ baseUrl: shop.url, auth: visitor({ clientId: shop.clientId, tokens: inMemory() }) })
const promised = async () => (await asked.getShop()).shop.delivery
const clockAt = (instant: string) => shop.clock.advance(Date.parse(instant) - shop.clock.now().getTime())

test('the promise follows the ways of delivery, and is another one after the cut-off and on the next day', async () => {
  const { shipping } = testSections
  await writeSettings(
    shop.platform.database,
    shop.site,
    'shipping',
    {
      ...shipping,
      closedOn: ['2026-12-02'],
      zones: [
        {
          id: crypto.randomUUID(),
          revision: 1,
          name: 'Germany',
          destinations: [{ country: 'DE' }],
          options: [
            {
              code: 'standard',
              title: 'Standard',
              days: { min: 2, max: 3 },
              cutOff: { hours: 14, minutes: 0 },
              rates: [
                { amount: minor(490), conditions: [] },
                { amount: minor(0), conditions: [{ type: 'BY_TOTAL_PRICE', operator: 'GTE', value: minor(8000) }] },
              ],
            },
          ],
        },
      ],
    } as unknown as typeof shipping,
    shop.clock.now(),
  )
  clockAt('2026-11-30T09:00:00.000Z')
  assert.deepEqual(await promised(), {
    price: '4.90',
    freeFrom: '80.00',
    place: 'Germany',
    arrives: { from: '2026-12-03T07:00:00.000Z', to: '2026-12-04T19:00:00.000Z' },
    orderBefore: '2026-11-30T13:00:00.000Z',
  })
  clockAt('2026-11-30T13:00:00.000Z')
  const { arrives, orderBefore } = (await promised())!
  assert.deepEqual([arrives?.from, orderBefore], ['2026-12-04T07:00:00.000Z', undefined])
  clockAt('2026-12-01T09:00:00.000Z')
  assert.equal((await promised())!.orderBefore, '2026-12-01T13:00:00.000Z')
})
