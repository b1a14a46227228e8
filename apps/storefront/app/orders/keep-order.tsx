import { Button } from '@vitrine/ui'
import { useState } from 'react'
import { Form } from 'react-router'
import { ways } from '../account/ways.ts'
import { withCarried } from '../hosted/carried.ts'
import { Legal } from '../hosted/legal.tsx'
import { PasswordField } from '../hosted/password-field.tsx'
import { useShop } from '../shop/use-shop.ts'

/** A guest opens an account with what the shop knows already: the order, and all that comes after it, is there. */
export function KeepOrder({ orderId, email, firstName }: { orderId: string; email: string; firstName: string }) {
  const shop = useShop()
  const [busy, setBusy] = useState(false)
  return (
    <section className="thanks__keep" aria-labelledby="keep-order">
      <h2 id="keep-order">Keep this order</h2>
      <p className="soft">Choose a password, and the order, its invoice and your address are in your account. Nothing else is asked.</p>
      {/* A document of its own: what is wrong with the password is said by the page that opens accounts. */}
      <Form
        method="post"
        reloadDocument
        action={withCarried('/register', { to: ways.order(orderId) })}
        className="stack"
        onSubmit={() => setBusy(true)}
      >
        <input type="hidden" name="name" value={firstName} />
        <input type="hidden" name="email" autoComplete="username" value={email} />
        <PasswordField
          id="keep-password"
          label={`A password for ${email}`}
          autoComplete="new-password"
          measured={{ known: [email, shop.name] }}
        />
        <Button busy={busy}>Keep it</Button>
      </Form>
      <Legal pages={shop.joining} listed={shop.footer.base} />
    </section>
  )
}
