import type { RefusalCode } from '@vitrine/contract'
import { append } from '../../../kernel/events/outbox.ts'
import type { Scope } from '../../../kernel/http/handlers.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { dropCart } from '../store.ts'
import type { TargetToRead } from './target.ts'

/** Deletes a cart, the same in both versions of the wire. */
export async function drop<G extends RefusalCode>(scope: Scope<'visitor'>, target: TargetToRead<G>) {
  const found = await target.toRead(scope)
  if (found instanceof Refusal) return found
  const { db, site, now } = scope
  await dropCart(db, site, found)
  await append(db, site, now, [{ type: 'wix.ecom.v1.cart_deleted', entityId: found.id, payload: {} }])
  return {}
}
