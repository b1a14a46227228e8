import { attempt } from '@vitrine/client'
import { Button, buttonClass } from '@vitrine/ui'
import { data, Form, Link, useNavigation } from 'react-router'
import { Hosted } from '../hosted/frame.tsx'
import { readUnsubscribing } from '../hosted/unsubscribing.server.ts'
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
  const token = new URL(request.url).searchParams.get('token')?.slice(0, 2000)
  const [refused, found] = token ? await attempt(here.client.newsletter.readNewsletterLink({ token })) : []
  if (refused && refused.code !== 'NEWSLETTER_LINK_EXPIRED' && refused.code !== 'INVALID_ARGUMENT') throw refused
  const good = found && found.state !== 'UNSUBSCRIBED' ? found : undefined
  return data({ token, found: good, shopName: here.shop.name }, { status: good ? 200 : 410 })
}

export async function action({ request, context }: Route.ActionArgs) {
  const here = visit(context)
  here.know()
  const { token } = await readUnsubscribing(request)
  const [refused, found] = await attempt(here.client.newsletter.confirmByLink({ token }))
  if (refused && refused.code !== 'NEWSLETTER_LINK_EXPIRED' && refused.code !== 'INVALID_ARGUMENT') throw refused
  return data({ found }, { status: found ? 200 : 410 })
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Newsletter · ${loaderData?.shopName ?? ''}` },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'same-origin' },
]

export default function NewsletterConfirmPage({ loaderData: { token, found, shopName }, actionData }: Route.ComponentProps) {
  const known = actionData ? actionData.found : found
  const busy = useNavigation().state !== 'idle'
  const confirmed = known?.state === 'CONFIRMED'
  return (
    <Hosted picture={0}>
      <h1>{!known ? 'This link has run out' : confirmed ? 'You are subscribed' : 'Shall we write to you?'}</h1>
      <p className="soft" role="status">
        {!known && 'It was good for a week, and until a later email. Give your address once more, and a new one comes.'}
        {known && confirmed && `${shopName} writes to ${known.email} from now on. One click ends it, in any email.`}
        {known && !confirmed && `${shopName} sends its newsletter to ${known.email}, if you say yes here.`}
      </p>
      {token && known && !confirmed && (
        <Form method="post" replace>
          <input type="hidden" name="token" value={token} />
          <Button wide busy={busy}>
            Yes, write to me
          </Button>
        </Form>
      )}
      {!known && (
        <Link className={buttonClass({ wide: true })} to={to.newsletter}>
          Give the address again
        </Link>
      )}
      <Link className={buttonClass({ line: true, wide: true })} to={to.home}>
        To the shop
      </Link>
    </Hosted>
  )
}
