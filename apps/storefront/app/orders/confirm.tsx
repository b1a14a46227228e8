import { Button } from '@vitrine/ui'
import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { checkEmail } from '../checkout/address.ts'
import { useWrong } from '../checkout/use-wrong.ts'
import { OrderEmail } from './order-email.tsx'

/** What came of an email that was said to be that of an order. */
export interface SaidEmail {
  email?: string
  wrong?: { email: string }
}

/** Asks for the email of an order, which opens the whole of it. */
export function Confirm({ said }: { said: SaidEmail | undefined }) {
  const { form, wrong, may } = useWrong<'email'>(said?.wrong)
  const busy = useNavigation().formMethod === 'POST'
  return (
    <Form
      ref={form}
      method="post"
      noValidate
      className="status__confirm"
      onSubmit={(event) => {
        const found = checkEmail(String(new FormData(event.currentTarget).get('email') ?? ''))
        if (busy || !may(found ? { email: found } : {})) event.preventDefault()
      }}
    >
      <OrderEmail written={said?.email} wrong={wrong.email} />
      <Button line wide busy={busy}>
        Confirm
      </Button>
    </Form>
  )
}

/** Nothing for this reader under this address: perhaps they are the buyer, on another device. */
export function Asking({ above, title, lead, said }: { above?: string; title: string; lead: ReactNode; said: SaidEmail | undefined }) {
  return (
    <main id="main" className="wrap status">
      <header className="status__head">
        {above && <p className="soft small">{above}</p>}
        <h1>{title}</h1>
        <p className="lead">{lead}</p>
      </header>
      <div className="status__ask">
        <Confirm said={said} />
      </div>
    </main>
  )
}
