import { data } from 'react-router'
import { ofLink, readUnsubscribing, tokenOf } from '../hosted/email-link.server.ts'
import { EmailLink } from '../hosted/email-link.tsx'
import { useOneClick } from '../hosted/one-click.ts'
import type { Handle } from '../root.tsx'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/review-emails-off.ts'
import '@vitrine/ui/hosted.css'

export const handle: Handle = { alone: true, body: 'hosted-body' }

export const headers = () => ({ 'Cache-Control': 'no-store' })

/** Programs that look through mailboxes fetch its links: nothing changes before the page itself asks for it. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const here = visit(context)
  here.know()
  const token = tokenOf(request)
  const read = token ? await ofLink(here.client.reviews.readReviewLink({ token })) : undefined
  return data({ token, wanted: read?.wanted, shopName: here.shop.name }, { status: read ? 200 : 410 })
}

export async function action({ request, context }: Route.ActionArgs) {
  const here = visit(context)
  here.know()
  const { token, intent } = await readUnsubscribing(request)
  const changed = await ofLink(here.client.reviews.setReviewEmails({ token, wanted: intent === 'resume' }))
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
  useOneClick(known === undefined ? undefined : token)
  return (
    <EmailLink
      title={known === undefined ? 'This link has run out' : !done ? 'No more of these?' : known ? 'We will ask again' : 'We ask no more'}
      text={
        known === undefined
          ? 'It was good for half a year. Answer any email of ours, and we take you off the list.'
          : !done
            ? `After an order, ${shopName} asks once by email how things are.`
            : known
              ? 'Once about an order, some days after it has arrived.'
              : 'We will not ask you for reviews by email. Emails about your orders come as before.'
      }
      token={token}
      button={
        known === undefined
          ? undefined
          : done && !known
            ? { label: 'Ask me again', intent: 'resume' }
            : { label: 'Do not ask me any more', intent: 'stop' }
      }
    />
  )
}
