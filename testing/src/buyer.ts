import { createClient, inMemory, visitor } from '@vitrine/client'
import type { TestPlatform } from './platform.ts'
import type { TestProduct } from './products.ts'

/** Somebody new in the shop, with a client of their own. */
export const newBuyer = ({ url, clientId }: Pick<TestPlatform, 'url' | 'clientId'>) =>
  createClient({ baseUrl: url, auth: visitor({ clientId, tokens: inMemory() }), timeoutMs: patienceMs })

/** How long a machine may take that is busy with other things. */
const patienceMs = 300_000

export type Buyer = ReturnType<typeof newBuyer>

export const berlin = {
  address: { country: 'DE', city: 'Berlin', postalCode: '10115', addressLine: 'Testweg 2' },
  contactDetails: { firstName: 'Ada', lastName: 'Lovelace' },
}

/** A card of the sandbox as a token. */
export async function card(buyer: Pick<Buyer, 'payments'>, cardNumber = '4242 4242 4242 4242'): Promise<string> {
  const { token } = await buyer.payments.createCardToken({
    cardNumber,
    expiryMonth: 12,
    expiryYear: 2030,
    securityCode: '123',
    holder: 'Ada Lovelace',
  })
  return token
}

/** Brings things to the checkout: one with an address, an email and a way of delivery. */
export async function toCheckout(
  buyer: Pick<Buyer, 'currentCart' | 'checkout'>,
  things: readonly { readonly product: TestProduct; readonly colour?: string; readonly quantity?: number }[],
  code = 'standard',
): Promise<string> {
  await buyer.currentCart.addToCurrentCart({
    lineItems: things.map(({ product, colour, quantity = 1 }) => ({ quantity, catalogReference: product.reference(colour) })),
  })
  const { checkoutId } = await buyer.currentCart.createCheckoutFromCurrentCart({
    channelType: 'WEB',
    email: 'ada@example.com',
    shippingAddress: berlin.address,
  })
  await buyer.checkout.updateCheckout({
    checkout: { id: checkoutId, shippingInfo: { shippingDestination: berlin, selectedCarrierServiceOption: { code } } },
  })
  return checkoutId
}
