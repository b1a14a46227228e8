import { data } from 'react-router'
import { ofLink, readUnsubscribing, tokenOf } from '../hosted/email-link.server.ts'
import { EmailLink } from '../hosted/email-link.tsx'
import { useOneClick } from '../hosted/one-click.ts'
import type { Handle } from '../root.tsx'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/newsletter-off.ts'
import '@vitrine/ui/hosted.css'

export const handle: Handle = { alone: true, body: 'hosted-body' }

export const headers = () => ({ 'Cache-Control': 'no-store' })

/** Programs that look through mailboxes fetch its links: nothing changes before the page itself asks for it. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const here = visit(context)
  here.know()
  const token = tokenOf(request)
  const found = token ? await ofLink(here.client.newsletter.readNewsletterLink({ token })) : undefined
  return data({ token, found, shopName: here.shop.name }, { status: found ? 200 : 410 })
}

export async function action({ request, context }: Route.ActionArgs) {
  const here = visit(context)
  here.know()
  const { token } = await readUnsubscribing(request)
  const found = await ofLink(here.client.newsletter.unsubscribeByLink({ token }))
  return data({ found }, { status: found ? 200 : 410 })
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Newsletter · ${loaderData?.shopName ?? ''}` },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'same-origin' },
]

export default function NewsletterOffPage({ loaderData: { token, found, shopName }, actionData }: Route.ComponentProps) {
  const known = actionData ? actionData.found : found
  const isOver = known?.state === 'UNSUBSCRIBED'
  useOneClick(found && found.state !== 'UNSUBSCRIBED' ? token : undefined)
  return (
    <EmailLink
      title={!known ? 'This link has run out' : isOver ? 'You are unsubscribed' : 'No more newsletters?'}
      text={
        !known
          ? 'Answer any email of ours, and we take you off the list.'
          : isOver
            ? `${shopName} writes no newsletters to ${known.email}. Emails about your orders come as before.`
            : `${shopName} sends its newsletter to ${known.email}.`
      }
      token={token}
      button={known && !isOver ? { label: 'Unsubscribe' } : undefined}
    />
  )
}
