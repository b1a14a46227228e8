import { attempt } from '@vitrine/client'
import { Button, buttonClass } from '@vitrine/ui'
import { data, Form, Link, useNavigation } from 'react-router'
import { Hosted } from '../hosted/frame.tsx'
import { useOneClick } from '../hosted/one-click.ts'
import { readUnsubscribing } from '../hosted/unsubscribing.server.ts'
import type { Handle } from '../root.tsx'
import { to } from '../shop/shop.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/newsletter-off.ts'
import '@vitrine/ui/hosted.css'

export const handle: Handle = { alone: true, body: 'hosted-body' }

export const headers = () => ({ 'Cache-Control': 'no-store' })

/** Programs that look through mailboxes fetch its links: nothing changes before the page itself asks for it. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const here = visit(context)
  here.know()
  const token = new URL(request.url).searchParams.get('token')?.slice(0, 2000)
  const [refused, found] = token ? await attempt(here.client.newsletter.readNewsletterLink({ token })) : []
  if (refused && refused.code !== 'NEWSLETTER_LINK_EXPIRED' && refused.code !== 'INVALID_ARGUMENT') throw refused
  return data({ token, found, shopName: here.shop.name }, { status: found ? 200 : 410 })
}

export async function action({ request, context }: Route.ActionArgs) {
  const here = visit(context)
  here.know()
  const { token } = await readUnsubscribing(request)
  const [refused, found] = await attempt(here.client.newsletter.unsubscribeByLink({ token }))
  if (refused && refused.code !== 'NEWSLETTER_LINK_EXPIRED' && refused.code !== 'INVALID_ARGUMENT') throw refused
  return data({ found }, { status: found ? 200 : 410 })
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Newsletter · ${loaderData?.shopName ?? ''}` },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'same-origin' },
]

export default function NewsletterOffPage({ loaderData: { token, found, shopName }, actionData }: Route.ComponentProps) {
  const known = actionData ? actionData.found : found
  const busy = useNavigation().state !== 'idle'
  const over = known?.state === 'UNSUBSCRIBED'
  useOneClick(found && found.state !== 'UNSUBSCRIBED' ? token : undefined)
  return (
    <Hosted picture={0}>
      <h1>{!known ? 'This link has run out' : over ? 'You are unsubscribed' : 'No more newsletters?'}</h1>
      <p className="soft" role="status">
        {!known && 'Answer any email of ours, and we take you off the list.'}
        {known && over && `${shopName} writes no newsletters to ${known.email}. Emails about your orders come as before.`}
        {known && !over && `${shopName} sends its newsletter to ${known.email}.`}
      </p>
      {token && known && !over && (
        <Form method="post" replace>
          <input type="hidden" name="token" value={token} />
          <Button wide busy={busy}>
            Unsubscribe
          </Button>
        </Form>
      )}
      <Link className={buttonClass({ line: true, wide: true })} to={to.home}>
        To the shop
      </Link>
    </Hosted>
  )
}
