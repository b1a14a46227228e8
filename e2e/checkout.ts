import type { OpenShop } from './shop.ts'

const catalogue = '215238eb-22a5-4c36-9e7b-e7c08025e04e'
const oatMug = { Glaze: 'Oat', Size: 'Regular, 280 ml' }
const berlin = { country: 'DE', city: 'Berlin', postalCode: '10435', addressLine: 'Kastanienallee 24' }

export interface Basket {
  /** Of the product; the mug where nothing is said. */
  readonly slug?: string
  /** Of its variant; one that is in stock where nothing is said, of the mug the oat one. */
  readonly choices?: Readonly<Record<string, string>>
  readonly quantity?: number
  /** Whether it comes again and again, by the product's first plan. */
  readonly again?: boolean
  readonly email?: string
  readonly name?: readonly [first: string, last: string]
  readonly address?: { readonly country: string }
  readonly couponCode?: string
  readonly giftCardCode?: string
  /** The code of a way of delivery; the first that is offered where nothing is said, none for `null`. */
  readonly delivery?: string | null
}

/** A checkout that somebody made by the API, as far as the payment. */
export type AtCheckout = Awaited<ReturnType<typeof toCheckout>>

/** Somebody new comes to the checkout, by the API. */
export async function toCheckout(shop: OpenShop, basket: Basket = {}) {
  const { slug = 'morning-mug', quantity = 1, again, email, address = berlin, name = ['Hanna', 'Keller'], delivery } = basket
  const shopper = shop.shopper()
  const { products } = await shopper.products.queryProducts({ query: { filter: { slug } } })
  const [product] = products
  const choices = basket.choices ?? (slug === 'morning-mug' ? oatMug : undefined)
  const variant = product?.variants.find((each) =>
    choices ? Object.entries(choices).every(([of, value]) => each.choices?.[of] === value) : each.stock?.inStock,
  )
  if (!product || !variant) throw new Error(`there is no ${slug} like that`)
  const plan = again ? product.subscriptionDetails?.subscriptions[0]?.id : undefined
  const to = { address, contactDetails: { firstName: name[0], lastName: name[1] } }
  const { couponCode, giftCardCode } = basket
  const { checkout: made } = await shopper.checkout.createCheckout({
    channelType: 'WEB',
    lineItems: [
      {
        quantity,
        catalogReference: {
          appId: catalogue,
          catalogItemId: product.id,
          options: { variantId: variant.id, ...(plan && { subscriptionOptionId: plan }) },
        },
      },
    ],
    checkoutInfo: {
      ...(email && { buyerInfo: { email } }),
      billingInfo: to,
      shippingInfo: { shippingDestination: to, ...(delivery && { selectedCarrierServiceOption: { code: delivery } }) },
    },
    ...(couponCode && { couponCode }),
    ...(giftCardCode && { giftCardCode }),
  })
  const id = made.id ?? ''
  const options = (made.shippingInfo?.carrierServiceOptions ?? []).flatMap(({ shippingOptions = [] }) => shippingOptions)
  const first = delivery === undefined ? options[0]?.code : undefined
  const { checkout } = first
    ? await shopper.checkout.updateCheckout({ checkout: { id, shippingInfo: { selectedCarrierServiceOption: { code: first } } } })
    : { checkout: made }
  return {
    id,
    checkout,
    /** The ways of delivery that it was offered. */
    options,
    payments: shopper.payments,
    /** Makes an order of it that nobody has paid; its id. */
    order: async (): Promise<string> => (await shopper.checkout.createOrder({ id })).orderId,
    /** Pays what is left by card; the id of the order. */
    async pay(): Promise<string> {
      const { token } = await shopper.payments.createCardToken({
        cardNumber: '4242 4242 4242 4242',
        expiryMonth: 12,
        expiryYear: 2040,
        securityCode: '123',
        holder: name.join(' '),
      })
      return (await shopper.payments.placeOrder({ id, paymentToken: token, returnUrl: `${shop.url}/thank-you` })).orderId ?? ''
    },
  }
}
