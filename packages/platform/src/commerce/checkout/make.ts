import type { Context } from '../../kernel/db/context.ts'
import { newId } from '../../kernel/db/id.ts'
import { append } from '../../kernel/events/outbox.ts'
import { newSecret } from '../selling/secret.ts'
import { insertCheckout, type StoredCheckout } from './store.ts'

/** Writes a new checkout down, and tells of it. */
export async function makeCheckout(
  { db, site, now }: Context,
  given: Pick<StoredCheckout, 'cartId' | 'owner' | 'document'>,
): Promise<StoredCheckout> {
  const made: StoredCheckout = {
    id: newId(),
    ...given,
    guests: [],
    secret: newSecret(),
    revision: 1,
    orderId: null,
    completed: false,
    createdAt: now,
    updatedAt: now,
  }
  await insertCheckout(db, site, made)
  await append(db, site, now, [{ type: 'wix.ecom.v1.checkout_created', entityId: made.id, payload: { revision: 1 } }])
  return made
}
