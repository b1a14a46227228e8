import { attempt } from '@vitrine/client'
import { Button, buttonClass } from '@vitrine/ui'
import { data, Form, Link, useNavigation } from 'react-router'
import { Hosted } from '../hosted/frame.tsx'
import { useOneClick } from '../hosted/one-click.ts'
import { readUnsubscribing } from '../hosted/unsubscribing.server.ts'
import type { Handle } from '../root.tsx'
import { to } from '../shop/shop.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/review-emails-off.ts'
import '@vitrine/ui/hosted.css'

export const handle: Handle = { alone: true, body: 'hosted-body' }

export const headers = () => ({ 'Cache-Control': 'no-store' })

/** Programs that look through mailboxes fetch its links: nothing changes before the page itself asks for it. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const here = visit(context)
  here.know()
  const token = new URL(request.url).searchParams.get('token')?.slice(0, 2000)
  const [refused, read] = token ? await attempt(here.client.reviews.readReviewLink({ token })) : []
  if (refused && refused.code !== 'REVIEW_LINK_EXPIRED' && refused.code !== 'INVALID_ARGUMENT') throw refused
  return data({ token, wanted: read?.wanted, shopName: here.shop.name }, { status: read ? 200 : 410 })
}

export async function action({ request, context }: Route.ActionArgs) {
  const here = visit(context)
  here.know()
  const { token, intent } = await readUnsubscribing(request)
  const [refused, changed] = await attempt(here.client.reviews.setReviewEmails({ token, wanted: intent === 'resume' }))
  if (refused && refused.code !== 'REVIEW_LINK_EXPIRED' && refused.code !== 'INVALID_ARGUMENT') throw refused
  return data({ wanted: changed?.wanted }, { status: changed ? 200 : 410 })
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Emails that ask for reviews · ${loaderData?.shopName ?? ''}` },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'same-origin' },
]

export default function ReviewEmailsOffPage({ loaderData, actionData }: Route.ComponentProps) {
  const { token, shopName } = loaderData
  const known = actionData ? actionData.wanted : loaderData.wanted
  const done = actionData !== undefined
  const busy = useNavigation().state !== 'idle'
  useOneClick(known === undefined ? undefined : token)
  return (
    <Hosted picture={0}>
      <h1>
        {known === undefined ? 'This link has run out' : !done ? 'No more of these?' : known ? 'We will ask again' : 'We ask no more'}
      </h1>
      <p className="soft" role="status">
        {known === undefined && 'It was good for half a year. Answer any email of ours, and we take you off the list.'}
        {known !== undefined && !done && `After an order, ${shopName} asks once by email how things are.`}
        {done && known === false && 'We will not ask you for reviews by email. Emails about your orders come as before.'}
        {done && known === true && 'Once about an order, some days after it has arrived.'}
      </p>
      {token && known !== undefined && (
        <Form method="post" replace>
          <input type="hidden" name="token" value={token} />
          <input type="hidden" name="intent" value={done && !known ? 'resume' : 'stop'} />
          <Button wide busy={busy}>
            {done && !known ? 'Ask me again' : 'Do not ask me any more'}
          </Button>
        </Form>
      )}
      <Link className={buttonClass({ line: true, wide: true })} to={to.home}>
        To the shop
      </Link>
    </Hosted>
  )
}
