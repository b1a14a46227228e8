import { noteLeft } from '@vitrine/platform/abandoned/store'
import { newId } from '@vitrine/platform/db/id'
import { connect } from '@vitrine/platform/db/pool'
import { sql } from '@vitrine/platform/db/sql'
import { documentOf } from '@vitrine/platform/wiring/abandoned'
import type { OpenShop } from './shop.ts'

const catalogue = '215238eb-22a5-4c36-9e7b-e7c08025e04e'
const twoHoursMs = 2 * 3600_000

/** Somebody came as far as the card, two hours ago, and left two mugs there; it was found since, and nobody was written to. */
export async function leave({ shopper, databaseUrl }: OpenShop, email: string): Promise<{ readonly id: string }> {
  const { products, checkout } = shopper()
  const { products: found } = await products.queryProducts({ query: { filter: { slug: 'morning-mug' } } })
  const to = {
    address: { country: 'DE', city: 'Berlin', postalCode: '10435', addressLine: 'Kastanienallee 24' },
    contactDetails: { firstName: 'Nora', lastName: 'Fuchs' },
  }
  const { checkout: made } = await checkout.createCheckout({
    channelType: 'WEB',
    lineItems: [
      {
        quantity: 2,
        catalogReference: {
          appId: catalogue,
          catalogItemId: found[0]?.id ?? '',
          options: { options: { Glaze: 'Oat', Size: 'Regular, 280 ml' } },
        },
      },
    ],
    checkoutInfo: { buyerInfo: { email }, billingInfo: to, shippingInfo: { shippingDestination: to } },
  })
  const code = made.shippingInfo?.carrierServiceOptions?.[0]?.shippingOptions?.[0]?.code ?? ''
  const { checkout: left } = await checkout.updateCheckout({
    checkout: { id: made.id ?? '', shippingInfo: { selectedCarrierServiceOption: { code } } },
  })
  const id = newId()
  await using database = connect({ url: databaseUrl })
  const [site] = await database.query<{ site: string }>(sql`select site from checkout where id = ${left.id ?? null}`)
  const what = { id, checkoutId: left.id ?? '', document: documentOf(left), stopped: 'PAYMENT' as const, obstacle: 'NONE' as const }
  await noteLeft(database, site?.site ?? '', what, new Date(Date.now() - twoHoursMs))
  return { id }
}
