import { attempt } from '@vitrine/client'
import { Button, Icon, Ledger } from '@vitrine/ui'
import { X } from 'lucide-react'
import { data, Form, redirectDocument, useNavigation } from 'react-router'
import type { Handle } from '../root.tsx'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/sandbox-bank.ts'
import '@vitrine/ui/checkout.css'
import '../checkout/checkout.css'

/** The page of a bank that exists only in the sandbox: it knows the payment and nothing of the shop's visitor. */
export const handle: Handle = { alone: true, body: 'bank-body' }

export const headers = () => ({ 'Cache-Control': 'no-store' })

export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  const { client } = visit(context)
  const [refused, asked] = await attempt(client.payments.getSandboxAuthentication({ id }))
  if (refused) throw data(null, { status: 404 })
  // Whoever comes back here has answered already, and is led on to what it came to.
  if (!asked.open) throw redirectDocument(asked.returnUrl, 303)
  return asked
}

export const meta: Route.MetaFunction = () => [{ title: 'Sandbox Bank' }, { name: 'robots', content: 'noindex' }]

export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  const { client } = visit(context)
  const answer = (await request.formData()).get('answer') === 'CONFIRM' ? 'CONFIRM' : 'REFUSE'
  const [refused, said] = await attempt(client.payments.answerSandboxAuthentication({ id, answer }))
  if (refused) return data(null, { status: 409 })
  return redirectDocument(said.returnUrl, 303)
}

export default function SandboxBankPage({ loaderData: { shop, formattedAmount, returnUrl } }: Route.ComponentProps) {
  const answering = useNavigation().formData?.get('answer')
  return (
    <main id="main" className="bank">
      <div className="sca modal bank__window">
        <div className="between">
          <h1 className="bank__title">Your bank asks: is it you?</h1>
          <a className="icon-button" href={returnUrl} aria-label="Close, pay another way">
            <Icon of={X} />
          </a>
        </div>
        <div className="sca__bank">
          <p className="between small">
            <strong>Sandbox Bank</strong>
            <span className="soft">Your test card</span>
          </p>
          <Ledger
            className="small"
            rows={[
              { label: 'To', amount: shop },
              { label: 'Amount', amount: <span className="money">{formattedAmount}</span> },
            ]}
          />
          <Form method="post" className="bank__ways" onSubmit={(event) => answering && event.preventDefault()}>
            <Button wide name="answer" value="CONFIRM" busy={answering === 'CONFIRM'}>
              Confirm
            </Button>
            <Button line wide name="answer" value="REFUSE" busy={answering === 'REFUSE'}>
              No, that is not me
            </Button>
          </Form>
        </div>
        <p className="small soft">This window belongs to a bank for trying things out: no money moves. If it closes, your order waits.</p>
      </div>
    </main>
  )
}
