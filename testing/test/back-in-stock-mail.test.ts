/** Emails about what is back in stock through a real mail server: exactly the right people, also when a process is killed in the middle. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { stockOf } from '../src/back-in-stock-writes.ts'
import { newBuyer } from '../src/buyer.ts'
import { killedInTheMiddle } from '../src/killed-in-the-middle.ts'
import { startMailServer } from '../src/mail-server.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'

let shop: TestPlatform
let mail: Awaited<ReturnType<typeof startMailServer>>
/** Who got an email, in the order in which they did. */
const delivered = () => mail.delivered.map(({ to }) => to)

before(async () => {
  mail = await startMailServer()
  shop = await startTestPlatform({ smtpUrl: mail.url })
})
after(async () => {
  await shop?.[Symbol.asyncDispose]()
  await mail.close()
})

const add = (name: string) => addProduct(shop.platform, { site: shop.site, name, price: 2600, stock: 0 }, shop.clock.now())
async function waitFor(product: TestProduct, emails: readonly string[]): Promise<void> {
  for (const email of emails) {
    shop.clock.advance(1000)
    await newBuyer(shop).backInStock.requestEmail({
      request: { email, catalogReference: product.reference() },
      itemDetails: { name: 'Whatever', price: '1.00' },
    })
  }
}
const minutes = async (count: number) => {
  shop.clock.advance(count * 60_000)
  await shop.platform.everyMinute().catch(() => undefined)
}
const statusesOf = async (emails: readonly string[]) => {
  const { waitingList } = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
  return Promise.all(
    emails.map(async (expression) => {
      const { people } = await waitingList.searchPeople({ search: { search: { expression } } })
      return people[0]?.request.status
    }),
  )
}

test('a process that is killed in the middle leaves nobody out, and tells nobody twice', async () => {
  const mug = await add('Mug')
  const emails = ['one', 'two', 'three', 'four', 'five'].map((name) => `${name}@killed.example`)
  await waitFor(mug, emails)
  await stockOf(shop, mug, 2)
  const third = Promise.withResolvers<void>()
  mail.decide((recipient) => {
    if (recipient !== emails[2]) return undefined
    third.resolve()
    return 'never'
  })
  await killedInTheMiddle(shop, mail.url, third.promise)
  assert.deepEqual(delivered(), emails.slice(0, 2))
  assert.deepEqual(await statusesOf(emails), ['NOTIFICATION_SENT', 'NOTIFICATION_SENT', 'PROCESSING', 'PROCESSING', 'PROCESSING'])

  mail.decide(() => undefined)
  // Whoever comes next takes those over that nobody has begun, and the one that was begun when its lease is over.
  await minutes(1)
  await minutes(4)
  assert.deepEqual(delivered().toSorted(), emails.toSorted())
  assert.deepEqual(await statusesOf(emails), Array(5).fill('NOTIFICATION_SENT'))
  await minutes(10)
  assert.equal(delivered().length, 5)
})

test('a mail server that is away is tried again, ever later; the sixth failure is the last', async () => {
  const lamp = await add('Lamp')
  const [waits, gone] = ['waits@later.example', 'gone@later.example'] as const
  await waitFor(lamp, [waits, gone])
  await stockOf(shop, lamp, 2)
  const tries: string[] = []
  mail.decide((recipient) => {
    tries.push(recipient)
    const isDown = recipient === gone || tries.filter((one) => one === waits).length < 3
    return isDown ? Object.assign(new Error('not now'), { responseCode: 451 }) : undefined
  })
  await minutes(1)
  assert.deepEqual([tries, await statusesOf([waits])], [[waits, gone], ['PROCESSING']])
  await minutes(1)
  assert.equal(tries.length, 4)
  await minutes(1)
  assert.equal(tries.length, 4, 'not before five minutes')
  await minutes(5)
  assert.deepEqual([delivered().filter((one) => one === waits).length, await statusesOf([waits])], [1, ['NOTIFICATION_SENT']])
  for (const wait of [15, 60, 240]) await minutes(wait)
  assert.deepEqual([tries.filter((one) => one === gone).length, await statusesOf([gone])], [6, ['FAILED']])
  await minutes(600)
  assert.equal(tries.filter((one) => one === gone).length, 6)
})

test('an address that does not exist has failed at once', async () => {
  const bowl = await add('Bowl')
  await waitFor(bowl, ['nobody@never.example'])
  await stockOf(shop, bowl, 1)
  mail.decide(() => Object.assign(new Error('no such mailbox'), { responseCode: 550 }))
  await minutes(1)
  assert.deepEqual(await statusesOf(['nobody@never.example']), ['FAILED'])
})
