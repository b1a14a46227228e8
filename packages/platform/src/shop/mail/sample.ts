import { type Minor, minor, roundDecimal, toDecimal } from '@vitrine/pricing'
import { backInStockEmail, priceDropEmail } from './back-in-stock.ts'
import type { EmailBranding } from './branding.ts'
import { cancellationAsked } from './cancellation-asked.ts'
import type { EmailMessage } from './email.ts'
import type { EmailKind } from './email-kinds.ts'
import { filesReady } from './files-ready.ts'
import { giftCardCopy, giftCardEmail } from './gift-card.ts'
import { newsletterConfirm } from './newsletter-confirm.ts'
import { orderChanged } from './order-changed.ts'
import { type OrderFacts, orderConfirmation } from './order-confirmation.ts'
import { orderCanceled, orderRefunded } from './order-news.ts'
import { orderDelivered, orderShipped, pickupReady, type ShipmentFacts } from './order-on-its-way.ts'
import { paymentAsked, paymentReceived } from './payment-asked.ts'
import { paymentFailed } from './payment-failed.ts'
import { questionAnswered } from './question-answered.ts'
import { recoveryEmail } from './recovery.ts'
import {
  type ReturnFacts,
  returnApproved,
  returnAsked,
  returnExchanged,
  returnReceived,
  returnRefunded,
  returnRefused,
  returnRequested,
} from './returns.ts'
import { reviewRequest } from './review-request.ts'
import {
  type AccountFacts,
  accountActivation,
  accountApproved,
  approvalAsked,
  approvalWanted,
  emailChanged,
  emailKnown,
  newEmailCode,
  newSignIn,
  passwordChanged,
  passwordReset,
  secondStepOff,
  sessionStolen,
  signInCode,
  verificationCode,
} from './sign-in-emails.ts'
import { staffInvitation, staffPasswordChanged, staffRecovery, staffSecondStepOff, webhookStopped } from './staff-emails.ts'
import { cycleUnpaid, subscriptionEnds } from './subscription.ts'
import { takenBack } from './taken-back.ts'

const dayMs = 24 * 3_600_000

/** Where the reader of a sample takes their address off a list. */
export const sampleStopOf = ({ url }: EmailBranding): string => `${url}/unsubscribe/sample`

/** An order that nobody made, for a shop without any. */
export function sampleOrder(shop: EmailBranding, currency: string, now: Date): OrderFacts {
  const of = (whole: number): Minor => roundDecimal(String(whole), currency)
  return {
    shop,
    number: '10482',
    placedAt: new Date(now.getTime() - dayMs),
    firstName: 'Hanna',
    currency,
    lines: [
      { id: 'mug', name: 'Morning Mug', description: 'Sage, large', quantity: 2, amount: of(60) },
      { id: 'plate', name: 'Table Plate', description: 'Chalk', quantity: 2, amount: of(64) },
    ],
    sums: {
      subtotal: of(124),
      discounts: [],
      delivery: { title: 'Standard', amount: minor(0) },
      taxes: [],
      taxIncluded: true,
      total: of(124),
    },
    payment: { state: 'paid', method: 'Visa ending 4242' },
    delivery: { kind: 'shipping', to: ['Hanna Keller', 'Kastanienallee 24', '10435 Berlin'], arrives: 'Tue 24 to Wed 25 November' },
    statusUrl: `${shop.url}/orders/sample`,
  }
}

/** An email of a kind about an order; what such an email needs beside that is made up, and never stored. */
export function sampleOf(kind: EmailKind, facts: OrderFacts, now: Date): EmailMessage {
  const { shop, currency, lines, sums, statusUrl, firstName } = facts
  const some = (share: number): Minor => roundDecimal((Number(toDecimal(sums.subtotal, currency)) * share).toFixed(2), currency)
  const shipment: ShipmentFacts = {
    units: lines.flatMap(({ id, quantity, sent }) => (id !== undefined && sent !== false ? [{ lineId: id, quantity }] : [])),
    carrier: 'DHL',
    trackingNumber: '0034 0434 1617',
    trackingLink: 'https://www.dhl.de/',
    sentAt: new Date(now.getTime() - dayMs / 6),
    earlier: false,
    waiting: 0,
  }
  const pickedUp: OrderFacts = {
    ...facts,
    delivery:
      facts.delivery.kind === 'pickup' ? facts.delivery : { kind: 'pickup', at: shop.address.length > 0 ? shop.address : [shop.name] },
  }
  const method = facts.payment.state === 'free' ? undefined : facts.payment.method
  const paid = { amount: some(0.5), method: method ?? 'Visa ending 4242', rest: some(0.25) }
  const card = {
    shop,
    code: 'MEIS-2KQM-9PWD-WAL3',
    value: roundDecimal('25', currency),
    currency,
    expiresAt: new Date(now.getTime() + 3 * 365 * dayMs),
    recipient: 'Ada',
    sender: firstName ?? 'Hanna',
    message: 'For many slow mornings.',
  }
  const link = statusUrl
  switch (kind) {
    case 'order-placed':
      return orderConfirmation(facts)
    case 'order-shipped':
      return orderShipped(facts, shipment, { again: false })
    case 'order-part-shipped':
      return orderShipped(facts, { ...shipment, waiting: 1 }, { again: false })
    case 'tracking-number':
      return orderShipped(facts, shipment, { again: true })
    case 'order-delivered':
      return orderDelivered(facts, shipment)
    case 'pickup-ready':
      return pickupReady(pickedUp, shipment)
    case 'files-ready':
      return filesReady(facts, [{ name: 'two-vessels.pdf', bytes: 4_840_000, link, until: new Date(now.getTime() + 30 * dayMs), times: 5 }])
    case 'order-changed':
      return orderChanged(facts, { total: sums.subtotal, paid: some(0.75) })
    case 'order-canceled':
      return orderCanceled(facts, { paid: minor(0), pendingRefund: minor(0), refunded: some(1) })
    case 'order-refunded':
      return orderRefunded(facts, { amount: some(0.5), byHand: false, reason: 'Arrived broken' })
    case 'payment-asked':
      return paymentAsked(facts, { amount: some(0.25), url: link })
    case 'payment-received':
      return paymentReceived(facts, paid)
    case 'receipt':
      return paymentReceived(facts, { ...paid, receipt: 'R-1042' })
    case 'payment-failed':
      return paymentFailed(facts, { amount: sums.total, method: paid.method, payUrl: link })
    case 'gift-card':
      return giftCardEmail(card)
    case 'gift-card-copy':
      return giftCardCopy({ ...card, orderNumber: facts.number, to: 'ada@example.com' })
    case 'recovery':
      return recoveryEmail({
        shop,
        ...(firstName && { firstName }),
        currency,
        lines,
        subtotal: sums.subtotal,
        total: sums.subtotal,
        url: link,
        linkDays: 30,
        stopUrl: sampleStopOf(shop),
        leftAt: new Date(now.getTime() - dayMs),
        turn: { nth: 1, of: 1 },
      })
    case 'review-request':
      return reviewRequest({
        shop,
        ...(firstName && { firstName }),
        orderNumber: facts.number,
        products: lines.length > 0 ? lines.slice(0, 3).map(({ name }) => ({ name, url: link })) : [{ name: 'Morning Mug', url: link }],
        stopUrl: sampleStopOf(shop),
      })
    case 'question-answered':
      return questionAnswered({
        shop,
        ...(firstName && { firstName }),
        product: lines[0]?.name ?? 'Morning Mug',
        question: 'Does the large one fit under an espresso machine?',
        answer: 'It is 10.6 cm tall; most machines leave 11. With the drip tray up it may touch.',
        url: link,
        askedAt: new Date(now.getTime() - dayMs),
      })
    case 'newsletter-confirm':
      return newsletterConfirm({
        shop,
        email: 'ada@example.com',
        words: `News from ${shop.name}. Now and then, by email.`,
        url: link,
        askedAt: now,
      })
    case 'back-in-stock': {
      const { name, description, amount } = lines[0] ?? { name: 'Morning Mug', amount: sums.subtotal }
      return backInStockEmail({
        shop,
        name,
        ...(description && { choices: description }),
        price: amount,
        currency,
        url: link,
        stopUrl: sampleStopOf(shop),
        askedAt: new Date(now.getTime() - 30 * dayMs),
      })
    }
    case 'price-drop': {
      const { name, description, amount } = lines[0] ?? { name: 'Morning Mug', amount: sums.subtotal }
      return priceDropEmail({
        shop,
        name,
        ...(description && { choices: description }),
        price: amount,
        before: minor(Math.round(amount * 1.25)),
        currency,
        url: link,
        stopUrl: sampleStopOf(shop),
        askedAt: new Date(now.getTime() - 30 * dayMs),
      })
    }
    case 'subscription-unpaid':
      return cycleUnpaid(facts, {
        title: lines[0]?.name ?? 'Coffee every month',
        amount: some(0.5),
        reason: 'CARD_DECLINED',
        retryAt: new Date(now.getTime() + 3 * dayMs),
        payUrl: link,
      })
    case 'subscription-ends':
      return subscriptionEnds(facts, {
        title: lines[0]?.name ?? 'Coffee every month',
        at: new Date(now.getTime() + 9 * dayMs),
        atOnce: false,
      })
    case 'return-requested':
    case 'return-approved':
    case 'return-received':
    case 'return-refunded':
    case 'return-exchanged':
    case 'return-refused':
    case 'return-asked':
      return sampleOfReturn(kind, facts)
    case 'cancellation-asked':
      return cancellationAsked(facts, { email: 'hanna@example.com', reason: 'Ordered twice by mistake', units: '' })
    case 'money-taken-back':
      return takenBack(facts, { amount: sums.total })
    default:
      return sampleOfAccount(kind, { shop, email: 'hanna@example.com', ...(firstName && { firstName }) }, now)
  }
}

type ReturnKind = Extract<EmailKind, `return-${string}`>

const returnWriters: Readonly<Record<ReturnKind, (facts: OrderFacts, of: ReturnFacts) => EmailMessage>> = {
  'return-requested': returnRequested,
  'return-approved': returnApproved,
  'return-received': returnReceived,
  'return-refunded': returnRefunded,
  'return-exchanged': returnExchanged,
  'return-refused': returnRefused,
  'return-asked': returnAsked,
}

function sampleOfReturn(kind: ReturnKind, facts: OrderFacts): EmailMessage {
  const { number, statusUrl, shop } = facts
  const lines = facts.lines.slice(0, 1).map((line) => ({ ...line, reason: 'The colour is not what I saw' }))
  const amount = lines[0]?.amount ?? minor(0)
  return returnWriters[kind](facts, {
    number: `${number}-R1`,
    url: statusUrl,
    lines,
    isExchange: kind === 'return-exchanged',
    isApproved: false,
    note: 'The sage one was lovelier on the picture.',
    ...(kind === 'return-refused' && { message: 'It has stood on a flame; the glaze inside is cracked.' }),
    shipping: {
      address: [shop.name, ...shop.address],
      instructions: 'The box that it came in is best.',
      inPerson: false,
      keepsGoods: false,
      isFree: true,
    },
    refund: { amount, method: 'PAYMENT' },
    exchangeNumber: '10500',
  })
}

type AccountKind =
  | 'verification-code'
  | 'sign-in-code'
  | 'password-reset'
  | 'account-activation'
  | 'approval-asked'
  | 'account-approved'
  | 'new-sign-in'
  | 'password-changed'
  | 'second-step-off'
  | 'new-email-code'
  | 'email-changed'
  | 'session-stolen'
  | 'email-known'
  | 'approval-wanted'
  | 'staff-invitation'
  | 'staff-recovery'
  | 'staff-password-changed'
  | 'staff-second-step-off'
  | 'webhook-stopped'

function sampleOfAccount(kind: AccountKind, facts: AccountFacts, now: Date): EmailMessage {
  const { url: shop } = facts.shop
  const asked = {
    agent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 15_6) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
    at: now,
  }
  const code = '418022'
  const link = { url: `${shop}/reset/new?token=sample`, codeUrl: `${shop}/login/code` }
  switch (kind) {
    case 'verification-code':
      return verificationCode(facts, { code, url: `${shop}/verify` })
    case 'sign-in-code':
      return signInCode(facts, { code, url: `${shop}/login/code` })
    case 'password-reset':
      return passwordReset(facts, { ...link, code, ...asked })
    case 'account-activation':
      return accountActivation(facts, link)
    case 'approval-asked':
      return approvalAsked(facts)
    case 'account-approved':
      return accountApproved(facts, { url: `${shop}/login` })
    case 'new-sign-in':
      return newSignIn(facts, { url: `${shop}/account/security`, ...asked })
    case 'password-changed':
      return passwordChanged(facts, { url: `${shop}/reset`, ...asked })
    case 'second-step-off':
      return secondStepOff(facts, { url: `${shop}/account/security`, resetUrl: `${shop}/reset`, at: now })
    case 'new-email-code':
      return newEmailCode(facts, { code, url: `${shop}/account/security` })
    case 'email-changed':
      return emailChanged(facts, asked)
    case 'session-stolen':
      return sessionStolen(facts, { url: `${shop}/account/security`, ...asked })
    case 'email-known':
      return emailKnown(facts, { loginUrl: `${shop}/login`, resetUrl: `${shop}/reset`, ...asked })
    case 'approval-wanted':
      return approvalWanted(facts, { url: `${shop}/admin/members` })
    case 'staff-invitation': {
      const until = new Date(now.getTime() + 7 * dayMs)
      return staffInvitation(facts, { url: `${shop}/admin/join`, role: 'one of the warehouse', invitedBy: 'Mira Lindqvist', until })
    }
    case 'staff-recovery':
      return staffRecovery(facts, { url: `${shop}/admin/new-password`, ...asked })
    case 'staff-password-changed':
      return staffPasswordChanged(facts, { url: `${shop}/admin/account`, ...asked })
    case 'staff-second-step-off':
      return staffSecondStepOff(facts, { url: `${shop}/admin/staff`, whose: 'Tom Okafor', mine: false, by: 'Mira Lindqvist', ...asked })
    case 'webhook-stopped':
      return webhookStopped(facts, { name: 'Warehouse', to: 'https://warehouse.example/in', url: `${shop}/admin/developers/webhooks` })
  }
}

/** The default text of a kind of email, with the names of what they say in the place of it. */
export function originalOf(kind: EmailKind, shop: EmailBranding, currency: string, now: Date): EmailMessage['words'] {
  const { emails: _, ...plain } = shop
  const { words, values } = sampleOf(kind, sampleOrder(plain, currency, now), now)
  const named = Object.entries(values)
    .filter(([, value]) => value.length > 1)
    .toSorted(([, a], [, b]) => b.length - a.length)
  const asTemplate = (text: string) => named.reduce((all, [field, value]) => all.replaceAll(value, `{{ ${field} }}`), text)
  return {
    subject: asTemplate(words.subject),
    headline: asTemplate(words.headline),
    lead: asTemplate(words.lead),
    ...(words.button !== undefined && { button: asTemplate(words.button) }),
  }
}
