import { Message } from '@vitrine/ui'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useRevalidator, useRouteLoaderData } from 'react-router'
import { to } from '../shop/shop.ts'

const CHANNEL = 'cart'

/** The windows of one browser share a bag: one that changes it tells the others, which read it again; on the way to paying they also say so. */
export function ChangedElsewhere() {
  const cart = useRouteLoaderData<{ readonly cart?: string }>('root')?.cart ?? ''
  const { revalidate } = useRevalidator()
  const { pathname } = useLocation()
  const here = useRef(cart)
  const heard = useRef(false)
  const channel = useRef<BroadcastChannel>(undefined)
  const [changedOn, setChangedOn] = useState<string>()
  useEffect(() => {
    const open = new BroadcastChannel(CHANNEL)
    channel.current = open
    open.onmessage = ({ data }) => {
      if (data === here.current) return
      heard.current = true
      void revalidate()
    }
    return () => open.close()
  }, [revalidate])
  useEffect(() => {
    const isNew = here.current !== cart
    here.current = cart
    if (!heard.current) return channel.current?.postMessage(cart)
    heard.current = false
    if (isNew) setChangedOn(location.pathname)
  }, [cart])
  // It is said on the page that stood open, where what is in the bag is about to be paid.
  const says = changedOn === pathname && (pathname === to.cart || pathname.startsWith('/checkout/'))
  return (
    <div className="elsewhere" role="status">
      {says && (
        <Message
          tone="warn"
          what="Your bag has changed in another window."
          ways={
            pathname !== to.cart && (
              <a className="link" href={to.cart}>
                Look at the bag
              </a>
            )
          }
        >
          {pathname === to.cart ? 'This is how it is now.' : 'This order is still what it was: it shows exactly what is charged.'}
        </Message>
      )}
    </div>
  )
}
