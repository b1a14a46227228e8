/** What can be said of an email before it is written: what it is for, and what its words may name. */
interface EmailKindFacts {
  readonly name: string
  /** When it goes out. */
  readonly when: string
  /** To whom. */
  readonly to: 'BUYER' | 'SHOP'
  /** Whether a shop may do without it. What somebody needs to get what they paid for goes out always. */
  readonly mayBeOff: boolean
  readonly fields: readonly string[]
}

const ofOrder = ['customer.firstName', 'order.number'] as const
const amounts = [...ofOrder, 'amount'] as const
const ofReturn = [...ofOrder, 'return.number'] as const
const ofAccount = ['customer.firstName', 'account.email'] as const

/** Every email that the platform writes, in the order of an order's life, and then of an account's. */
export const emailKinds = {
  'order-placed': {
    name: 'Order placed',
    when: 'Sent when an order stands',
    to: 'BUYER',
    mayBeOff: false,
    fields: [...ofOrder, 'order.total', 'delivery.arrives'],
  },
  'order-shipped': {
    name: 'Order is on its way',
    when: 'Sent when the last shipment leaves',
    to: 'BUYER',
    mayBeOff: true,
    fields: [...ofOrder, 'parcel.carrier', 'parcel.number', 'parcel.sentAt', 'delivery.arrives'],
  },
  'order-part-shipped': {
    name: 'Part of the order is on its way',
    when: 'Sent when a shipment leaves and items remain',
    to: 'BUYER',
    mayBeOff: true,
    fields: [...ofOrder, 'parcel.carrier', 'parcel.number', 'parcel.sentAt', 'delivery.arrives'],
  },
  'tracking-number': {
    name: 'Tracking number',
    when: 'Sent when a shipment that has left gets its tracking number',
    to: 'BUYER',
    mayBeOff: true,
    fields: [...ofOrder, 'parcel.carrier', 'parcel.number', 'parcel.sentAt', 'delivery.arrives'],
  },
  'order-delivered': {
    name: 'Order has arrived',
    when: 'Sent when a shipment is delivered',
    to: 'BUYER',
    mayBeOff: true,
    fields: ofOrder,
  },
  'pickup-ready': {
    name: 'Ready to collect',
    when: 'Sent when goods wait at the counter',
    to: 'BUYER',
    mayBeOff: true,
    fields: [...ofOrder, 'pickup.place'],
  },
  'files-ready': {
    name: 'Files to fetch',
    when: 'Sent when files are paid for',
    to: 'BUYER',
    mayBeOff: false,
    fields: [...ofOrder, 'files.until'],
  },
  'order-changed': {
    name: 'Order has changed',
    when: 'Sent when an order is edited',
    to: 'BUYER',
    mayBeOff: true,
    fields: [...ofOrder, 'order.total', 'order.due'],
  },
  'order-canceled': {
    name: 'Order is cancelled',
    when: 'Sent when an order is cancelled, where you say so',
    to: 'BUYER',
    mayBeOff: true,
    fields: amounts,
  },
  'order-refunded': { name: 'Refund', when: 'Sent when money goes back, where you say so', to: 'BUYER', mayBeOff: true, fields: amounts },
  'return-requested': {
    name: 'Return requested',
    when: 'Sent when a buyer asks to return items',
    to: 'BUYER',
    mayBeOff: true,
    fields: ofReturn,
  },
  'return-approved': {
    name: 'Return approved',
    when: 'Sent when a return is approved, with how the items come back',
    to: 'BUYER',
    mayBeOff: false,
    fields: ofReturn,
  },
  'return-received': {
    name: 'Return received',
    when: 'Sent when a return has arrived',
    to: 'BUYER',
    mayBeOff: true,
    fields: ofReturn,
  },
  'return-refunded': {
    name: 'Return refunded',
    when: 'Sent when the money for a return goes back, or store credit is given',
    to: 'BUYER',
    mayBeOff: true,
    fields: [...ofReturn, 'amount'],
  },
  'return-exchanged': {
    name: 'Return exchanged',
    when: 'Sent when the order with the other variants is placed',
    to: 'BUYER',
    mayBeOff: true,
    fields: ofReturn,
  },
  'return-refused': {
    name: 'Return refused',
    when: 'Sent when a return is refused, with your reason',
    to: 'BUYER',
    mayBeOff: true,
    fields: ofReturn,
  },
  'return-asked': {
    name: 'A buyer returns items',
    when: 'Sent to you when a buyer asks to return items',
    to: 'SHOP',
    mayBeOff: true,
    fields: ofReturn,
  },
  'payment-asked': { name: 'Payment link', when: 'Sent when you ask for a payment', to: 'BUYER', mayBeOff: false, fields: amounts },
  'payment-received': {
    name: 'Payment is with us',
    when: 'Sent when money came after the order',
    to: 'BUYER',
    mayBeOff: true,
    fields: [...amounts, 'amount.left'],
  },
  receipt: { name: 'Receipt', when: 'Sent with a receipt', to: 'BUYER', mayBeOff: false, fields: [...amounts, 'amount.left'] },
  'payment-failed': {
    name: 'Payment failed',
    when: 'Sent when a payment fails after the buyer has left',
    to: 'BUYER',
    mayBeOff: true,
    fields: [...amounts, 'payment.method'],
  },
  'gift-card': {
    name: 'Gift card',
    when: 'Sent to whom it is given, on the day',
    to: 'BUYER',
    mayBeOff: false,
    fields: ['recipient.name', 'sender.name', 'amount'],
  },
  'gift-card-copy': {
    name: 'Gift card, copy for the giver',
    when: 'Sent to whoever bought it',
    to: 'BUYER',
    mayBeOff: true,
    fields: ['recipient.name', 'amount', 'order.number'],
  },
  recovery: {
    name: 'You left something',
    when: 'Sent when a checkout was left, as the rules of recovery say',
    to: 'BUYER',
    mayBeOff: true,
    fields: ['customer.firstName', 'bag.total', 'bag.leftOn', 'coupon'],
  },
  'review-request': {
    name: 'How is it?',
    when: 'Sent some days after an order has arrived, as the rules for reviews say',
    to: 'BUYER',
    mayBeOff: true,
    fields: [...ofOrder, 'product.name'],
  },
  'question-answered': {
    name: 'Your question is answered',
    when: 'Sent to whoever asked about a product, when the shop or a buyer answers',
    to: 'BUYER',
    mayBeOff: true,
    fields: ['customer.firstName', 'product.name', 'question.text', 'answer.from'],
  },
  'back-in-stock': {
    name: 'Back in stock',
    when: 'Sent to those who wait for something, when it is in stock again',
    to: 'BUYER',
    mayBeOff: true,
    fields: ['product.name', 'product.choices', 'product.price'],
  },
  'price-drop': {
    name: 'It costs less',
    when: 'Sent to those who asked to be told of a lower price',
    to: 'BUYER',
    mayBeOff: true,
    fields: ['product.name', 'product.choices', 'product.price', 'product.before'],
  },
  'newsletter-confirm': {
    name: 'Confirm the newsletter',
    when: 'Sent to an address that was given for the newsletter; without its click nobody is subscribed',
    to: 'BUYER',
    mayBeOff: false,
    fields: ['account.email'],
  },
  'subscription-unpaid': {
    name: 'Subscription was not paid',
    when: 'Sent when the card of a subscription fails',
    to: 'BUYER',
    mayBeOff: true,
    fields: ['order.number', 'subscription.title', 'amount', 'subscription.nextTry'],
  },
  'subscription-ends': {
    name: 'Subscription ends',
    when: 'Sent when a subscription is ended',
    to: 'BUYER',
    mayBeOff: true,
    fields: ['order.number', 'subscription.title', 'subscription.endsOn'],
  },
  'cancellation-asked': {
    name: 'A buyer asks to cancel',
    when: 'Sent to you when a buyer asks for it',
    to: 'SHOP',
    mayBeOff: true,
    fields: ofOrder,
  },
  'money-taken-back': {
    name: 'A bank took money back',
    when: 'Sent to you when a payment is disputed',
    to: 'SHOP',
    mayBeOff: true,
    fields: amounts,
  },
  'verification-code': {
    name: 'Code for a new address',
    when: 'Sent when somebody opens an account, where addresses have to be verified',
    to: 'BUYER',
    mayBeOff: false,
    fields: [...ofAccount, 'code'],
  },
  'sign-in-code': {
    name: 'Code to sign in',
    when: 'Sent when a member asks for one',
    to: 'BUYER',
    mayBeOff: false,
    fields: [...ofAccount, 'code'],
  },
  'password-reset': { name: 'New password', when: 'Sent when a member asks for it', to: 'BUYER', mayBeOff: false, fields: ofAccount },
  'account-activation': {
    name: 'First password',
    when: 'Sent when you invite somebody to their account',
    to: 'BUYER',
    mayBeOff: false,
    fields: ofAccount,
  },
  'approval-asked': {
    name: 'Account waits for you',
    when: 'Sent to whoever opens an account that you have to approve',
    to: 'BUYER',
    mayBeOff: true,
    fields: ofAccount,
  },
  'account-approved': { name: 'Account is open', when: 'Sent when you approve an account', to: 'BUYER', mayBeOff: true, fields: ofAccount },
  'new-sign-in': {
    name: 'Sign-in from a new device',
    when: 'Sent when a member signs in from a device that they never used',
    to: 'BUYER',
    mayBeOff: true,
    fields: [...ofAccount, 'device.name'],
  },
  'password-changed': {
    name: 'Password was changed',
    when: 'Sent when a member has a new password',
    to: 'BUYER',
    mayBeOff: false,
    fields: ofAccount,
  },
  'second-step-off': {
    name: 'Second step was taken away',
    when: 'Sent to a member whose second step you took away',
    to: 'BUYER',
    mayBeOff: false,
    fields: ofAccount,
  },
  'new-email-code': {
    name: 'Code for another address',
    when: 'Sent to the address that a member wants to sign in with',
    to: 'BUYER',
    mayBeOff: false,
    fields: [...ofAccount, 'code'],
  },
  'email-changed': {
    name: 'Another address',
    when: 'Sent to the address that a member does not sign in with any more',
    to: 'BUYER',
    mayBeOff: false,
    fields: ofAccount,
  },
  'session-stolen': {
    name: 'Sign-in was used twice',
    when: 'Sent when somebody comes with tokens that a member has long replaced, and their sign-in was ended for it',
    to: 'BUYER',
    mayBeOff: false,
    fields: ofAccount,
  },
  'email-known': {
    name: 'Address has an account',
    when: 'Sent when somebody registers with the address of a member',
    to: 'BUYER',
    mayBeOff: false,
    fields: ofAccount,
  },
  'approval-wanted': {
    name: 'Somebody wants to be a member',
    when: 'Sent to you when an account waits for your approval',
    to: 'SHOP',
    mayBeOff: true,
    fields: ofAccount,
  },
  'staff-invitation': {
    name: 'Invitation to the staff',
    when: 'Sent to whoever you invite to run the shop with you',
    to: 'SHOP',
    mayBeOff: false,
    fields: ['account.email', 'staff.role', 'staff.invitedBy'],
  },
  'staff-recovery': {
    name: 'New password for one of the staff',
    when: 'Sent to one of the staff who has forgotten their password',
    to: 'SHOP',
    mayBeOff: false,
    fields: ['account.email'],
  },
  'staff-password-changed': {
    name: 'Password of one of the staff',
    when: 'Sent to one of the staff who has a new password',
    to: 'SHOP',
    mayBeOff: false,
    fields: ['account.email'],
  },
  'staff-second-step-off': {
    name: 'Second step is off',
    when: 'Sent to one of the staff whose second step was taken away, and to all owners',
    to: 'SHOP',
    mayBeOff: false,
    fields: ['account.email', 'staff.name'],
  },
  'webhook-stopped': {
    name: 'Webhook is stopped',
    when: 'Sent to all owners when a webhook has not taken an event for three days',
    to: 'SHOP',
    mayBeOff: false,
    fields: ['account.email', 'webhook.name'],
  },
} as const satisfies Readonly<Record<string, EmailKindFacts>>

export type EmailKind = keyof typeof emailKinds

/** What the words of an email may name, beside the shop. */
export type FieldOf<K extends EmailKind> = (typeof emailKinds)[K]['fields'][number]

export const isEmailKind = (id: string): id is EmailKind => Object.hasOwn(emailKinds, id)

/** Everything that the words of an email may name. */
export const fieldsOf = (kind: EmailKind): readonly string[] => [...emailKinds[kind].fields, 'shop.name']
