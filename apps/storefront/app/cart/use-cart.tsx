import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { to } from '../shop/shop.ts'
import { type CartLineView, type CartView, foresee } from './cart.ts'
import type { CartWrong } from './estimate.ts'

/** What the bag's action says to a page that stays where it is. */
export interface CartAnswer {
  error?: { asked: number; left: number | 'over' } | undefined
  wrong?: CartWrong | undefined
}

interface InHand {
  /** As it will be: what was pressed counts at once. */
  cart: CartView
  /** The platform has not heard yet of all that was pressed. */
  settling: boolean
  /** What is being put in: the id of its line. */
  adding: string | undefined
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
}

const Context = createContext<InHand | undefined>(undefined)

export function useCart(): InHand {
  const found = useContext(Context)
  if (!found) throw new Error('There is no bag round this part')
  return found
}

/** A pause that lets three presses on "one more" go as one. */
const SETTLE_MS = 300

export function CartProvider({ cart, children }: { cart: CartView; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const [added, setAdded] = useState<CartLineView>()
  const [removed, setRemoved] = useState<CartLineView>()
  const [changes, setChanges] = useState<Readonly<Record<string, number>>>({})
  const adding = useFetcher<CartAnswer>({ key: 'bag-add' })
  const changing = useFetcher<CartAnswer>({ key: 'bag-change' })
  const sent = useRef<Readonly<Record<string, number>>>({})
  const coming = adding.state === 'idle' ? undefined : added

  useEffect(() => {
    if (changing.state !== 'idle') return
    const settled = sent.current
    sent.current = {}
    setChanges((now) => {
      const left = Object.entries(now).filter(([id, quantity]) => settled[id] !== quantity)
      return left.length === Object.keys(now).length ? now : Object.fromEntries(left)
    })
  }, [changing.state])

  useEffect(() => {
    const asked = Object.entries(changes)
    if (asked.length === 0 || changing.state !== 'idle') return
    const timer = setTimeout(() => {
      const form = new FormData()
      form.set('intent', 'change')
      form.set('stay', 'yes')
      for (const [id, quantity] of asked) form.set(`quantity.${id}`, String(quantity))
      sent.current = changes
      void changing.submit(form, { method: 'post', action: to.cart })
    }, SETTLE_MS)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a fetcher is another object at each rendering; its state and its submit count
  }, [changes, changing.state, changing.submit])

  const settling = adding.state !== 'idle' || changing.state !== 'idle' || Object.keys(changes).length > 0
  const refused = adding.state === 'idle' && added ? adding.data?.error : undefined
  const value = useMemo<InHand>(
    () => ({
      cart: foresee(cart, changes, coming),
      settling,
      adding: coming?.id,
      open,
      added: refused ? undefined : added,
      removed,
      error: refused && added ? { line: added, ...refused } : undefined,
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
        const form = new FormData()
        form.set('intent', 'add')
        form.set('stay', 'yes')
        form.set('product', line.productId)
        if (line.variantId) form.set('variant', line.variantId)
        if (line.planId) form.set('plan', line.planId)
        if (line.gift) form.set('gift', JSON.stringify(line.gift))
        form.set('slug', line.slug)
        form.set('quantity', String(line.quantity))
        // So that it is put in once, also where the connection is lost on the way.
        form.set('key', `${Date.now()}-${Math.random()}`)
        setAdded(line)
        setRemoved(undefined)
        setOpen(true)
        void adding.submit(form, { method: 'post', action: to.cart })
      },
      change: (line, quantity) => {
        setChanges((now) => ({ ...now, [line.id]: quantity }))
        setRemoved(quantity === 0 ? line : undefined)
      },
    }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- as above
    [cart, changes, coming, settling, open, added, removed, refused, adding.submit],
  )
  return <Context value={value}>{children}</Context>
}
