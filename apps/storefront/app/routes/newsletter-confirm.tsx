import { buttonClass } from '@vitrine/ui'
import { data, Link } from 'react-router'
import { ofLink, readUnsubscribing, tokenOf } from '../hosted/email-link.server.ts'
import { EmailLink } from '../hosted/email-link.tsx'
import type { Handle } from '../root.tsx'
import { to } from '../shop/shop.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/newsletter-confirm.ts'
import '@vitrine/ui/hosted.css'

export const handle: Handle = { alone: true, body: 'hosted-body' }

export const headers = () => ({ 'Cache-Control': 'no-store' })

/** Programs that look through mailboxes fetch its links: that is nobody's yes, so it takes a button. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const here = visit(context)
  here.know()
  const token = tokenOf(request)
  const found = token ? await ofLink(here.client.newsletter.readNewsletterLink({ token })) : undefined
  const good = found && found.state !== 'UNSUBSCRIBED' ? found : undefined
  return data({ token, found: good, shopName: here.shop.name }, { status: good ? 200 : 410 })
}

export async function action({ request, context }: Route.ActionArgs) {
  const here = visit(context)
  here.know()
  const { token } = await readUnsubscribing(request)
  const found = await ofLink(here.client.newsletter.confirmByLink({ token }))
  return data({ found }, { status: found ? 200 : 410 })
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Newsletter · ${loaderData?.shopName ?? ''}` },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'same-origin' },
]

export default function NewsletterConfirmPage({ loaderData: { token, found, shopName }, actionData }: Route.ComponentProps) {
  const known = actionData ? actionData.found : found
  const isConfirmed = known?.state === 'CONFIRMED'
  return (
    <EmailLink
      title={!known ? 'This link has run out' : isConfirmed ? 'You are subscribed' : 'Shall we write to you?'}
      text={
        !known
          ? 'It was good for a week, and until a later email. Give your address once more, and a new one comes.'
          : isConfirmed
            ? `${shopName} writes to ${known.email} from now on. One click ends it, in any email.`
            : `${shopName} sends its newsletter to ${known.email}, if you say yes here.`
      }
      token={token}
      button={known && !isConfirmed ? { label: 'Yes, write to me' } : undefined}
    >
      {!known && (
        <Link className={buttonClass({ wide: true })} to={to.newsletter}>
          Give the address again
        </Link>
      )}
    </EmailLink>
  )
}
