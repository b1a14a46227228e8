import { attempt } from '@vitrine/client'
import { Button, Field, Message } from '@vitrine/ui'
import { data, Form, redirect, useActionData } from 'react-router'
import { checkEmail } from '../checkout/address.ts'
import { useWrong } from '../checkout/use-wrong.ts'
import { OrderEmail } from '../orders/order-email.tsx'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/find-order.ts'
import '@vitrine/ui/after.css'
import '../orders/orders.css'

export const headers = () => ({ 'Cache-Control': 'no-store' })

export const loader = ({ context }: Route.LoaderArgs) => ({ shopName: visit(context).shop.name })

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Where is my order · ${loaderData?.shopName}` },
  { name: 'robots', content: 'noindex' },
]

type Asked = 'number' | 'email'
type Wrong = Readonly<Partial<Record<Asked, string>>>

interface Said {
  wrong?: Wrong
  number: string
  email: string
  /** There is no order with this number and email. */
  none?: boolean
}

const writtenIn = (form: FormData) => ({
  number: String(form.get('number') ?? '')
    .replace(/[^\d]/g, '')
    .slice(0, 20),
  email: String(form.get('email') ?? '')
    .trim()
    .slice(0, 320),
})

function check({ number, email }: { number: string; email: string }): Wrong {
  const wrong = checkEmail(email)
  return { ...(!number && { number: 'The number, like 12684. It stands in the e-mail about your order.' }), ...(wrong && { email: wrong }) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { client } = visit(context)
  const written = writtenIn(await request.formData())
  const wrong = check(written)
  if (Object.keys(wrong).length > 0) return data<Said>({ ...written, wrong }, { status: 400 })
  const [refused, found] = await attempt(client.orders.findOrder(written))
  // The order asks for the email as well: with 307 the browser sends what was written there, once more.
  if (found) return redirect(`/orders/${found.orderId}`, 307)
  if (refused.code === 'TOO_MANY_REQUESTS')
    return data<Said>({ ...written, wrong: { email: 'That was tried often. In a few minutes it works again.' } }, { status: 429 })
  return data<Said>({ ...written, none: true }, { status: 404 })
}

export default function FindOrder() {
  const said = useActionData<typeof action>()
  const { form, wrong, may } = useWrong<Asked>(said?.wrong)
  return (
    <main id="main" className="wrap status">
      <header className="status__head">
        <h1>Where is my order</h1>
        <p className="lead">The number and the e-mail you ordered with show it, without an account.</p>
      </header>
      <div className="status__ask">
        {said?.none && (
          <div role="alert">
            <Message tone="warn" what="There is no order of this number and e-mail.">
              Both are in the e-mail that we sent about it. Perhaps you ordered with another address.
            </Message>
          </div>
        )}
        <Form
          ref={form}
          method="post"
          reloadDocument
          noValidate
          className="status__confirm"
          onSubmit={(event) => {
            if (!may(check(writtenIn(new FormData(event.currentTarget))))) event.preventDefault()
          }}
        >
          <Field
            id="number"
            name="number"
            label="Number of the order"
            inputMode="numeric"
            autoComplete="off"
            maxLength={20}
            required
            defaultValue={said?.number}
            wrong={wrong.number}
          />
          <OrderEmail written={said?.email} wrong={wrong.email} />
          <Button wide>Show it</Button>
        </Form>
      </div>
    </main>
  )
}
