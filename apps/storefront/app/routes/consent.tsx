import { attempt } from '@vitrine/client'
import { Button, Icon } from '@vitrine/ui'
import { Check, X } from 'lucide-react'
import { Form, redirect, redirectDocument, useNavigation } from 'react-router'
import { readCarried } from '../hosted/carried.ts'
import { Hosted } from '../hosted/frame.tsx'
import { continuing, getRequest } from '../hosted/request.server.ts'
import type { Handle } from '../root.tsx'
import { useShop } from '../shop/use-shop.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/consent.ts'
import '@vitrine/ui/hosted.css'

export const handle: Handle = { alone: true, body: 'hosted-body' }

export const headers = () => ({ 'Cache-Control': 'no-store' })

/** Whether another app may know who somebody is. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const here = visit(context)
  const { clientName, returnsTo, account, scope } = await getRequest(here, readCarried(new URL(request.url).searchParams))
  return {
    app: clientName,
    returnsTo,
    account,
    stays: scope?.split(' ').includes('offline_access') ?? false,
    shopName: here.shop.name,
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `May they? · ${loaderData?.shopName ?? ''}` },
  { name: 'robots', content: 'noindex' },
]

export async function action({ request, context }: Route.ActionArgs) {
  const here = visit(context)
  const asked = readCarried(new URL(request.url).searchParams).request ?? ''
  const answer = (await request.formData()).get('answer')
  if (answer !== 'yes') return redirectDocument(continuing(asked, { error: 'access_denied' }), 303)
  const [over, given] = await attempt(here.client.authorizeRequests.consentToAuthorizeRequest({ request: asked }))
  if (over) return redirect('/login?over=yes', 303)
  return redirectDocument(continuing(given.request), 303)
}

export default function ConsentPage({ loaderData: { app, returnsTo, account, stays } }: Route.ComponentProps) {
  const { name } = useShop()
  const answering = useNavigation().formData?.get('answer')
  return (
    <Hosted picture={9}>
      <h1>May {app} know you?</h1>
      <p className="soft">
        {returnsTo && (
          <>
            At <strong>{returnsTo}</strong> you{' '}
          </>
        )}
        {!returnsTo && 'You '}go on with your account at {name}
        {account && (
          <>
            , <strong>{account.email}</strong>
          </>
        )}
        .
      </p>
      <ul className="ticks">
        <li>
          <Icon of={Check} small /> It learns your name, address and orders here
        </li>
        {stays && (
          <li>
            <Icon of={Check} small /> It stays signed in until you end that in your account
          </li>
        )}
        <li>
          <Icon of={X} small /> It never sees your password
        </li>
      </ul>
      <Form method="post" className="hosted__form" onSubmit={(event) => answering && event.preventDefault()}>
        <Button wide name="answer" value="yes" busy={answering === 'yes'}>
          Yes, go on
        </Button>
        <Button line wide name="answer" value="no" busy={answering === 'no'}>
          No, go back
        </Button>
      </Form>
    </Hosted>
  )
}
