import type { Context } from '../../kernel/db/context.ts'
import { fold } from '../../kernel/query/fold.ts'
import type { GiftCardTerms } from '../selling/sellable.ts'
import { type CodeKeys, hashOf, newCode, sealCode, suffixOf } from './code.ts'
import { endsAt } from './product.ts'
import { type CardDocument, findCardByKey, insertCard, type NewCard, type StoredCard } from './store.ts'

export interface CardToIssue
  extends Pick<NewCard, 'initial' | 'currency' | 'expiresAt' | 'source' | 'orderId' | 'document' | 'idempotencyKey'> {
  /** Made up where it is undefined. */
  readonly code?: string | undefined
}

export interface Issued {
  readonly card: StoredCard
  /** Told here and in its emails; undefined where the card was there already. */
  readonly code?: string
}

/** Makes a card, and its email where there is somebody to write to. Undefined where another card has the code. */
export async function issue(context: Context, keys: CodeKeys, choice: CardToIssue): Promise<Issued | undefined> {
  const { db, site, now } = context
  const before = choice.idempotencyKey === null ? undefined : await findCardByKey(db, site, choice.idempotencyKey)
  if (before) return { card: before }
  const key = await keys.get(db, site)
  const code = choice.code ?? newCode()
  const { notification, buyer } = choice.document
  const card = await insertCard(context, {
    hash: hashOf(key, code),
    suffix: suffixOf(code),
    initial: choice.initial,
    currency: choice.currency,
    expiresAt: choice.expiresAt,
    source: choice.source,
    orderId: choice.orderId,
    document: choice.document,
    idempotencyKey: choice.idempotencyKey,
    sealed: sealCode(key, code),
    notifyAt: notification?.recipient?.email ? (notification.notificationDate ? new Date(notification.notificationDate) : now) : null,
    copyAt: buyer ? now : null,
  })
  if (card) return { card, code }
  const meanwhile = choice.idempotencyKey === null ? undefined : await findCardByKey(db, site, choice.idempotencyKey)
  return meanwhile && { card: meanwhile }
}

/** A line of an order that sells gift cards. */
export interface SoldCards {
  readonly lineItemId: string
  readonly quantity: number
  /** One card, in minor units. */
  readonly value: number
  readonly ends?: GiftCardTerms['ends']
  readonly gifting?: GiftCardTerms['gifting']
  readonly picture?: CardDocument['picture']
}

/** Makes the cards that an order sold; once more it changes nothing. */
export async function issueForOrder(
  context: Context,
  keys: CodeKeys,
  order: {
    readonly id: string
    readonly number: number
    readonly currency: string
    readonly email: string
    readonly buyerName?: string | undefined
  },
  lines: readonly SoldCards[],
): Promise<readonly Issued[]> {
  const issued: Issued[] = []
  for (const { lineItemId, quantity, value, ends, gifting, picture } of lines) {
    if (value <= 0) continue
    const document = { orderNumber: String(order.number), ...(picture && { picture }), ...addressed(order, gifting) }
    for (let n = 1; n <= quantity; n++) {
      const made = await issue(context, keys, {
        initial: value,
        currency: order.currency,
        expiresAt: endsAt(ends, context.now),
        source: 'ORDER',
        orderId: order.id,
        idempotencyKey: `order:${order.id}:${lineItemId}:${n}`,
        document,
      })
      if (made) issued.push(made)
    }
  }
  return issued
}

/** Who gets a card that was sold: its buyer, or somebody else and the buyer a copy. */
function addressed(
  { email, buyerName }: { readonly email: string; readonly buyerName?: string | undefined },
  gifting: GiftCardTerms['gifting'],
): Pick<CardDocument, 'notification' | 'buyer'> {
  const buyer = { email, ...(buyerName && { name: buyerName }) }
  if (!gifting) return email ? { notification: { recipient: buyer } } : {}
  const { recipient, sender = buyerName, message, at } = gifting
  return {
    notification: {
      recipient,
      ...((sender || email) && { sender: { ...(sender && { name: sender }), ...(email && { email }) } }),
      ...(message && { personalizedMessage: message }),
      ...(at && { notificationDate: at }),
    },
    ...(email && fold(email) !== fold(recipient.email) && { buyer }),
  }
}
