import type { RefusalCode } from '@vitrine/contract'
import { newId } from '../../../kernel/db/id.ts'
import { nameOf } from '../../../kernel/http/caller.ts'
import type { Scope } from '../../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../../kernel/refusal.ts'
import type { WantedLine } from '../../selling/line.ts'
import { type CartKey, claimCart, findCart, findCartById, type StoredCart } from '../store.ts'

/** Reads a cart to change it, with everything that its lines and the requested ones are priced by. */
export type FindToChange = (scope: Scope<'visitor'>, key: CartKey, wanted?: readonly WantedLine[]) => Promise<StoredCart | undefined>

/** The cart of a call that reads. */
export interface TargetToRead<C extends RefusalCode> {
  toRead(scope: Scope<'visitor'>): Promise<StoredCart | Refusal<C>>
}

/** The cart of a call that changes it. */
export interface TargetToChange<C extends RefusalCode> {
  toChange(scope: Scope<'visitor'>, find: FindToChange): Promise<StoredCart | Refusal<C>>
}

/** The cart of a call that adds lines, which may be a new one. */
export interface TargetToStart<C extends RefusalCode> {
  toStart(scope: Scope<'visitor'>, find: FindToChange, wanted: readonly WantedLine[]): Promise<StoredCart | Refusal<C>>
}

const fresh = ({ caller, now }: Scope<'visitor'>, current: boolean): StoredCart => ({
  id: newId(),
  owner: nameOf(caller),
  current,
  revision: 0,
  document: { lines: [] },
  createdAt: now,
  updatedAt: now,
})

/** The caller's current cart. Adding lines creates it. */
export const currentCart: TargetToRead<'OWNED_CART_NOT_FOUND'> & TargetToChange<'OWNED_CART_NOT_FOUND'> & TargetToStart<never> = {
  toRead: async ({ db, site, caller }) => (await findCart(db, site, nameOf(caller))) ?? refuse('OWNED_CART_NOT_FOUND'),
  toChange: async (scope, find) => (await find(scope, { owner: nameOf(scope.caller) })) ?? refuse('OWNED_CART_NOT_FOUND'),
  toStart: async (scope, find, wanted) => (await find(scope, { owner: nameOf(scope.caller) }, wanted)) ?? fresh(scope, true),
}

/** A current cart for a caller who has none. */
export const newCurrentCart: TargetToStart<'CURRENT_CART_ALREADY_EXISTS'> = {
  async toStart(scope, find, wanted) {
    const there = await find(scope, { owner: nameOf(scope.caller) }, wanted)
    return there ? refuse('CURRENT_CART_ALREADY_EXISTS') : fresh(scope, true)
  },
}

/** A cart beside the current one. With `openAccess` the first buyer to ask for it becomes its owner. */
export const newCart = ({ openAccess = false } = {}): TargetToStart<never> => ({
  async toStart(scope, find, wanted) {
    const made = fresh(scope, false)
    await find(scope, { id: made.id }, wanted)
    return openAccess ? { ...made, document: { ...made.document, openAccess } } : made
  },
})

/** Whether a caller may see and change a cart: its owner and the shop. */
const mayUse = ({ caller, merchant }: Scope<'visitor'>, { owner }: StoredCart): boolean => merchant || owner === nameOf(caller)

type Shut = 'CART_NOT_FOUND' | 'CART_ALREADY_ORDERED'

/** The cart as its caller finds it: a buyer who asks for one with open access owns it from then on. */
async function claimed(
  { db, site, caller, merchant, now }: Scope<'visitor'>,
  found: StoredCart | undefined,
): Promise<StoredCart | undefined> {
  if (!found?.document.openAccess || merchant || (caller.kind !== 'visitor' && caller.kind !== 'member')) return found
  await claimCart(db, site, found, nameOf(caller), now)
  return findCartById(db, site, found.id)
}

/** A cart by its id. Once ordered it can be read but not changed. */
export function cartById(id: string): TargetToRead<'CART_NOT_FOUND'> & TargetToChange<Shut> & TargetToStart<Shut> {
  const own = async (scope: Scope<'visitor'>, found: StoredCart | undefined) => {
    const cart = await claimed(scope, found)
    return cart && mayUse(scope, cart) ? cart : refuse('CART_NOT_FOUND')
  }
  const open = async (scope: Scope<'visitor'>, found: StoredCart | undefined): Promise<StoredCart | Refusal<Shut>> => {
    const cart = await own(scope, found)
    if (cart instanceof Refusal || !cart.document.ordered) return cart
    const { orderId } = cart.document.ordered
    return refuse('CART_ALREADY_ORDERED', { cartId: id, ...(orderId && { orderId }) })
  }
  return {
    toRead: async (scope) => own(scope, await findCartById(scope.db, scope.site, id)),
    toChange: async (scope, find) => open(scope, await find(scope, { id })),
    toStart: async (scope, find, wanted) => open(scope, await find(scope, { id }, wanted)),
  }
}
