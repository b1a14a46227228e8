import { afterEach, beforeEach } from 'node:test'
import { type Auth, apiKey, token } from '@vitrine/client'
import { startPlatformForFile } from './platform-for-file.ts'
import { storesAppId } from './products.ts'
import { type PublishedHosts, publishedApp, publishedHosts, publishedVisitor, type Seen } from './published-client.ts'
import { type Stocked, stockCatalogue } from './stocked-catalogue.ts'

export type PublishedClient = ReturnType<typeof publishedVisitor> | ReturnType<typeof publishedApp>

/** For a file of tests with the published client, unmodified: a shop with a catalogue, and who calls it there. */
export async function startPublishedCallers() {
  const platform = await startPlatformForFile()
  const stocked = await stockCatalogue(platform)
  let hosts: PublishedHosts
  beforeEach(() => {
    hosts = publishedHosts(platform.url)
  })
  afterEach(() => hosts[Symbol.dispose]())
  const visitor = () => publishedVisitor(platform.clientId)
  const app = () => publishedApp(platform.apiKey, platform.site)
  /** Both kinds of the published client. What is hidden is there for the merchant's own programs only. */
  const callers: readonly {
    readonly who: string
    readonly client: () => PublishedClient
    readonly sees: () => Stocked['products']
    /** Our own client in the same name. */
    readonly own: (client: PublishedClient) => Auth
  }[] = [
    {
      who: 'OAuth client',
      client: visitor,
      sees: () => stocked.products,
      own: (client) => token((client as ReturnType<typeof visitor>).auth.getTokens().accessToken.value),
    },
    {
      who: 'API-key client',
      client: app,
      sees: () => [...stocked.products, stocked.hidden],
      own: () => apiKey(platform.apiKey, { siteId: platform.site }),
    },
  ]
  return {
    platform,
    stocked,
    visitor,
    app,
    callers,
    /** What was sent since the last time anybody looked. */
    takeSeen: (): readonly Seen[] => hosts.takeSeen(),
    /** A checkout with an address and a delivery. */
    async filledCheckout({ checkout }: PublishedClient) {
      const { _id } = await checkout.createCheckout({
        channelType: 'WEB',
        lineItems: [lineOf(stocked.plain.id)],
        checkoutInfo: {
          buyerInfo: { email: 'ada@example.com' },
          shippingInfo: { shippingDestination: { address, contactDetails } },
          billingInfo: { address, contactDetails },
        },
      })
      const checkoutId = _id!
      const { shippingInfo } = await checkout.getCheckout(checkoutId)
      const [option] = shippingInfo!.carrierServiceOptions!.flatMap(({ shippingOptions }) => shippingOptions ?? [])
      await checkout.updateCheckout(checkoutId, { shippingInfo: { selectedCarrierServiceOption: { code: option!.code! } } })
      return { checkoutId }
    },
  }
}

/** An id of the right form that nothing has. */
export const nobody = '01999999-9999-7999-8999-999999999999'
/** On the list of allowed redirects of the test shop's app. */
export const home = 'https://shop.example'

export const lineOf = (catalogItemId: string, quantity = 1, options?: object) => ({
  catalogReference: { appId: storesAppId, catalogItemId, ...(options && { options }) },
  quantity,
})

export const address = {
  country: 'DE',
  subdivision: 'DE-BE',
  city: 'Berlin',
  postalCode: '10997',
  addressLine1: 'Oberbaumstraße 7',
  addressLine2: 'Hinterhaus',
}
export const contactDetails = { firstName: 'Ada', lastName: 'Lovelace', phone: '+49 30 1234' }
