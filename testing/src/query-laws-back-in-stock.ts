import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import * as modules from '@vitrine/client/modules'
import type { Route } from '@vitrine/contract'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { stockOf } from './back-in-stock-writes.ts'
import { newMember } from './member.ts'
import type { TestPlatform } from './platform.ts'
import { addProduct } from './products.ts'
import type { QueryLaw, Row } from './query-law.ts'

/** Fills a shop with people who wait, of every kind that their lists can be asked about. */
export async function fillWithRequests(shop: TestPlatform): Promise<void> {
  const { platform, site, clock } = shop
  const office = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: { ...modules, ...backOffice } })
  const goods = []
  for (const name of ['Mug', 'Lamp', 'Bowl']) goods.push(await addProduct(platform, { site, name, price: 900, stock: 0 }, clock.now()))
  const members = [await newMember(shop), await newMember(shop)]
  for (let n = 0; n < 18; n++) {
    clock.advance(60_000)
    const { request } = await office.backInStock.requestEmail({
      request: {
        email: `waits${n}@example.com`,
        catalogReference: goods[n % 3]!.reference(),
        ...(n % 4 === 1 && { itemUrl: `https://shop.example/${n % 8}` }),
      },
      itemDetails: { name: 'Mug', price: '9.00' },
    })
    if (n % 3 === 2)
      await platform.database.query(sql`
        update back_in_stock_request set contact_id = member.contact_id from member
        where back_in_stock_request.site = ${site} and back_in_stock_request.id = ${request.id!} and member.site = ${site}
          and member.id = ${members[n % 2]!}`)
    if (n % 5 === 0) await office.waitingList.markAsNotificationSent({ id: request.id! })
  }
  await stockOf(shop, goods[1]!, 1)
  await platform.everyMinute()
}

const fields = (of: (row: Row) => Row): QueryLaw['fields'] => ({
  id: { kind: 'id', of: (row) => of(row)['id'] as string },
  createdDate: { kind: 'instant', of: (row) => of(row)['createdDate'] as string },
  contactId: { kind: 'id', of: (row) => of(row)['contactId'] as string | undefined },
  itemUrl: { kind: 'text', of: (row) => of(row)['itemUrl'] as string | undefined },
  status: { kind: 'text', of: (row) => of(row)['status'] as string },
  autoNotified: {
    kind: 'flag',
    of: (row) => of(row)['autoNotified'] as boolean,
    sorted: (row) => (of(row)['autoNotified'] === true ? 1 : 0),
  },
})

export const backInStockLaws: { readonly [R in Route]?: QueryLaw } = {
  'GET /back-in-stock-service/v1/back-in-stock-notification-requests': { rows: 'requests', fields: fields((row) => row) },
  'POST /vitrine/v1/waiting-list/people/search': {
    rows: 'people',
    idOf: ({ request }) => (request as Row)['id'] as string,
    fields: fields(({ request }) => request as Row),
  },
}
