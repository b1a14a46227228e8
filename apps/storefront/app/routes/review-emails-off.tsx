import { data } from 'react-router'
import { ofLink, readUnsubscribing, tokenOf } from '../hosted/email-link.server.ts'
import { StopEmails } from '../hosted/stop-emails.tsx'
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

export default function ReviewEmailsOffPage({ loaderData: { token, wanted, shopName }, actionData }: Route.ComponentProps) {
  return (
    <StopEmails
      token={token}
      before={wanted}
      changed={actionData}
      over={{
        title: 'This link has run out',
        text: 'It was good for half a year. Answer any email of ours, and we take you off the list.',
      }}
      asks={{ title: 'No more of these?', text: `After an order, ${shopName} asks once by email how things are.` }}
      stopped={{
        title: 'We ask no more',
        text: 'We will not ask you for reviews by email. Emails about your orders come as before.',
      }}
      resumed={{ title: 'We will ask again', text: 'Once about an order, some days after it has arrived.' }}
      stop="Do not ask me any more"
      resume="Ask me again"
    />
  )
}
