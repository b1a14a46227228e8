import { createContext, type ReactNode, startTransition, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { useFetcher, useSubmit } from 'react-router'
import { to } from '../shop/shop.ts'
import { type CartLineView, type CartView, foresee } from './cart.ts'
import type { CartWrong } from './estimate.ts'

/** What the bag's action says to a page that stays where it is. */
export interface CartAnswer {
  /** Identifies an addition that is on its way. */
  key?: string | undefined
  error?: { asked: number; left: number | 'over' } | undefined
  wrong?: CartWrong | undefined
}

interface CartContext {
  /** As it will be: what was pressed counts at once. */
  cart: CartView
  /** The platform has not heard yet of all that was pressed. */
  settling: boolean
  /** The line ids of additions that are on their way. */
  adding: readonly string[]
  open: boolean
  /** The line that was put in last, while the drawer is open. */
  added: CartLineView | undefined
  /** What was taken out last, and can be put back. */
  removed: CartLineView | undefined
  error: { line: CartLineView; asked: number; left: number | 'over' } | undefined
  show: () => void
  hide: () => void
  add: (line: CartLineView) => void
  change: (line: CartLineView, quantity: number) => void
  /** Somebody asked to check out while it was settling: that follows as soon as it has. */
  leaving: boolean
  checkOut: () => void
}

const Context = createContext<CartContext | undefined>(undefined)

export function useCart(): CartContext {
  const found = useContext(Context)
  if (!found) throw new Error('There is no bag round this part')
  return found
}

/** An addition to the cart. */
interface Addition {
  line: CartLineView
  /** The idempotency key: a retry after a lost connection adds nothing twice. */
  key: string
  /** The bag before it. The answer may be here earlier than what the bag holds now, and until then the line is still on its way. */
  before: CartView
}

/** Fields without a value are not sent. */
const formOf = (fields: Readonly<Record<string, unknown>>): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ stay: 'yes', ...fields })) if (value) form.set(name, String(value))
  return form
}

/** A pause that lets three presses on "one more" go as one. */
const SETTLE_MS = 300

export function CartProvider({ cart, children }: { cart: CartView; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const [added, setAdded] = useState<Addition>()
  /** Additions without an answer yet; the first one is being sent. */
  const [queue, setQueue] = useState<readonly Addition[]>([])
  const [removed, setRemoved] = useState<CartLineView>()
  const [changes, setChanges] = useState<Readonly<Record<string, number>>>({})
  const adding = useFetcher<CartAnswer>({ key: 'bag-add' })
  const changing = useFetcher<CartAnswer>({ key: 'bag-change' })
  const onWay = useRef('')
  const came = adding.state === 'idle' ? adding.data : undefined
  const next = queue[0]
  const hasCome = next !== undefined && came?.key === next.key && (came.error !== undefined || cart !== next.before)
  const coming = hasCome ? queue.slice(1) : queue

  // One at a time: the first addition of a new visitor creates the visitor and the cart that the others need.
  useEffect(() => {
    if (hasCome) setQueue(coming.map((one) => ({ ...one, before: cart })))
    else if (next && onWay.current !== next.key) {
      onWay.current = next.key
      const { key } = next
      // A failed addition is no longer shown as pending.
      const over = () => startTransition(() => setQueue((now) => now.filter((one) => one.key !== key)))
      const { line } = next
      const form = formOf({
        intent: 'add',
        product: line.productId,
        variant: line.variantId,
        plan: line.planId,
        gift: line.gift && JSON.stringify(line.gift),
        slug: line.slug,
        quantity: line.quantity,
        key,
      })
      void adding.submit(form, { method: 'post', action: to.cart }).then(over, over)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the first one changes with the queue
  }, [queue, hasCome])

  useEffect(() => {
    const asked = Object.entries(changes)
    if (asked.length === 0 || changing.state !== 'idle') return
    const timer = setTimeout(() => {
      const quantities = asked.map(([id, quantity]) => [`quantity.${id}`, `${quantity}`])
      const form = formOf({ intent: 'change', ...Object.fromEntries(quantities) })
      // What was pressed meanwhile is still to be sent. The states in between may never be seen: pages that are busy skip them.
      const over = () =>
        startTransition(() =>
          setChanges((now) => Object.fromEntries(Object.entries(now).filter(([id, quantity]) => changes[id] !== quantity))),
        )
      void changing.submit(form, { method: 'post', action: to.cart }).then(over, over)
    }, SETTLE_MS)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a fetcher is another object at each rendering; its state and its submit count
  }, [changes, changing.state, changing.submit])

  const settling = coming.length > 0 || adding.state !== 'idle' || changing.state !== 'idle' || Object.keys(changes).length > 0
  const submit = useSubmit()
  const [leaving, setLeaving] = useState(false)
  useEffect(() => {
    if (!leaving || settling) return
    // oxlint-disable-next-line react/set-state-in-effect -- it is asked for once
    setLeaving(false)
    void submit(null, { method: 'post', action: to.checkout })
  }, [leaving, settling, submit])
  const refused = added && came?.key === added.key ? came.error : undefined
  const value = useMemo<CartContext>(
    () => ({
      cart: foresee(
        cart,
        changes,
        coming.map(({ line }) => line),
      ),
      settling,
      adding: coming.map(({ line }) => line.id),
      open,
      added: refused ? undefined : added?.line,
      removed,
      error: refused && added ? { line: added.line, ...refused } : undefined,
      show: () => {
        setAdded(undefined)
        setOpen(true)
      },
      hide: () => {
        setOpen(false)
        setAdded(undefined)
        setRemoved(undefined)
      },
      add: (line) => {
        const one = { line, key: `${Date.now()}-${Math.random()}`, before: cart }
        setAdded(one)
        setQueue((now) => [...now, one])
        setRemoved(undefined)
        setOpen(true)
      },
      change: (line, quantity) => {
        setChanges((now) => ({ ...now, [line.id]: quantity }))
        setRemoved(quantity === 0 ? line : undefined)
      },
      leaving,
      checkOut: () => setLeaving(true),
    }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- as above
    [cart, changes, queue, hasCome, settling, open, added, removed, refused, leaving],
  )
  return <Context value={value}>{children}</Context>
}
