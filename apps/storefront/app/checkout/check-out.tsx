import { Button } from '@vitrine/ui'
import { useEffect, useRef, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { useCart } from '../cart/use-cart.tsx'
import { to } from '../shop/shop.ts'

/** The button that leads from the bag to paying for it; first the bag has to be as it is shown. */
export function CheckOut({ wide }: { wide?: boolean }) {
  const form = useRef<HTMLFormElement>(null)
  const { settling } = useCart()
  const { formAction } = useNavigation()
  const waits = useRef(false)
  const [asked, setAsked] = useState(false)
  useEffect(() => {
    if (settling || !waits.current) return
    waits.current = false
    form.current?.requestSubmit()
  }, [settling])
  return (
    <Form
      ref={form}
      method="post"
      action={to.checkout}
      onSubmit={(event) => {
        if (!settling) return
        event.preventDefault()
        waits.current = true
        setAsked(true)
      }}
    >
      <Button wide={wide} busy={(asked && settling) || formAction === to.checkout}>
        Check out
      </Button>
    </Form>
  )
}
