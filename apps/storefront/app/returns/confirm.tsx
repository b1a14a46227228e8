import { Button } from '@vitrine/ui'
import { Form, useNavigation } from 'react-router'
import { OrderEmail } from '../orders/order-email.tsx'

/** Asks for the email of an order, on a page that is nobody's until it is known. */
export function Confirm({ title, written, wrong }: { title: string; written: string | undefined; wrong: string | undefined }) {
  const busy = useNavigation().formMethod === 'POST'
  return (
    <main id="main" className="wrap status">
      <header className="status__head">
        <h1>{title}</h1>
        <p className="lead">Tell us the e-mail you ordered with.</p>
      </header>
      <div className="status__ask">
        <Form method="post" noValidate className="status__confirm">
          <OrderEmail written={written} wrong={wrong} />
          <Button line wide busy={busy}>
            Confirm
          </Button>
        </Form>
      </div>
    </main>
  )
}
