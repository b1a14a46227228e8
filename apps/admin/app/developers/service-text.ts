import type { ServicePlugin, ServicePluginType } from '@vitrine/contract'

interface Kind {
  readonly name: string
  readonly asked: string
  readonly without: string
  /** What a test asks about; two mugs where nothing is said. */
  readonly sample?: string
}

/** What each kind of service is asked, as a merchant says it. */
export const kinds: Readonly<Record<ServicePluginType, Kind>> = {
  SHIPPING_RATES: {
    name: 'Delivery rates',
    asked: 'What delivery costs to an address. Choose it in a delivery zone as well.',
    without: 'The backup rate of its zone is charged.',
  },
  ADDITIONAL_FEES: { name: 'Fees', asked: 'What else is charged for an order.', without: 'Its fallback fee is charged, or nothing.' },
  TAX_CALCULATION: {
    name: 'Taxes',
    asked: 'Which tax rates apply at an address. Choose it in a tax region as well.',
    without: 'The shop’s own rates apply.',
  },
  DISCOUNT_TRIGGERS: {
    name: 'Discount triggers',
    asked: 'Whether a trigger of a discount rule applies now. Choose its triggers in a rule as well.',
    without: 'Its triggers do not apply.',
  },
  VALIDATIONS: {
    name: 'Order checks',
    asked: 'Whether something is in the way of an order.',
    without: 'No order is made, or orders are made without it: as you choose.',
  },
  GIFT_CARDS: {
    name: 'Gift cards',
    asked: 'What is on a gift card that is not yours, and to take it off when an order is made.',
    without: 'Its gift cards pay nothing, and orders that count on one are not made.',
    sample: 'a gift card that nobody has',
  },
  DISCOUNTS: {
    name: 'Discounts',
    asked: 'What is taken off a cart, and whether a coupon code that is not yours is one of its own.',
    without: 'It takes nothing off. Orders whose buyers were promised more are not made.',
  },
  PAYMENT_SETTINGS: {
    name: 'Payment settings',
    asked: 'Whether the buyer of an order has to confirm the payment by 3-D Secure.',
    without: 'The buyer’s bank decides, or 3-D Secure is demanded: as you choose.',
    sample: 'an order of two mugs to Berlin',
  },
  RECOMMENDATIONS: {
    name: 'Recommendations',
    asked: 'What goes with a product, by the algorithms that you name. Choose services at a place under Recommendations as well.',
    without: 'The next algorithm of the list recommends.',
    sample: 'what goes with a mug',
  },
  CATALOG: {
    name: 'Catalogue',
    asked: 'Name, price and stock of the items that another app sells through the shop.',
    without: 'Its items cannot be bought: orders with them are not made.',
    sample: 'an item that does not exist',
  },
  INVENTORY: {
    name: 'Inventory',
    asked: 'To take the units of an order of what another app sells, and to put them back.',
    without: 'No order with its items is made, or orders are made and it is asked later: as you choose.',
    sample: 'an item that does not exist',
  },
  MEMBERSHIPS: {
    name: 'Memberships',
    asked: 'Which memberships of another app a member has, and to charge them when an order is made.',
    without: 'Its memberships are not offered, and orders that count on one are not made.',
    sample: 'the memberships of a member that does not exist',
  },
}

/** What happens while this one does not answer. */
export function withoutAnswer({
  type,
  fallbackFee,
  answerRequired,
  requires3dSecureFallback,
}: Pick<ServicePlugin, 'type' | 'fallbackFee' | 'answerRequired' | 'requires3dSecureFallback'>): string {
  if (type === 'VALIDATIONS') return answerRequired ? 'No order is made.' : 'Orders are made without it.'
  if (type === 'INVENTORY') return answerRequired ? 'No order with its items is made.' : 'Orders are made, and it is asked later.'
  if (type === 'ADDITIONAL_FEES') return fallbackFee ? `${fallbackFee.name} of ${fallbackFee.amount} is charged.` : 'Nothing is charged.'
  if (type === 'PAYMENT_SETTINGS') return requires3dSecureFallback ? '3-D Secure is demanded.' : 'The buyer’s bank decides.'
  return kinds[type].without
}

const reasons: Readonly<Record<string, string>> = {
  TIMEOUT: 'It did not answer in time.',
  PLUGIN_UNREACHABLE: 'It cannot be reached.',
  PLUGIN_FAILED: 'It answered with an error.',
  UNUSABLE_ANSWER: 'Its answer is no JSON, or too large.',
  OUTBOUND_ADDRESS_NOT_ALLOWED: 'This server does not call that address.',
}

/** Why a service did not answer: by its own code where it said one. */
export const failureText = ({ code, description }: { readonly code: string; readonly description: string }): string =>
  reasons[code] ?? `It says no: ${code}. ${description}`
