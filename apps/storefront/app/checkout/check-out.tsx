import { Button } from '@vitrine/ui'
import { Form, useNavigation } from 'react-router'
import { useCart } from '../cart/use-cart.tsx'
import { to } from '../shop/shop.ts'

/** The button that leads from the bag to paying for it; first the bag has to be as it is shown. */
export function CheckOut({ wide }: { wide?: boolean }) {
  const { settling, leaving, checkOut } = useCart()
  const { formAction } = useNavigation()
  return (
    <Form
      method="post"
      action={to.checkout}
      onSubmit={(event) => {
        if (!settling) return
        event.preventDefault()
        checkOut()
      }}
    >
      <Button wide={wide} busy={leaving || formAction === to.checkout}>
        Check out
      </Button>
    </Form>
  )
}
