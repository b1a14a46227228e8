import { data } from 'react-router'
import { ofLink, readUnsubscribing, tokenOf } from '../hosted/email-link.server.ts'
import { StopEmails } from '../hosted/stop-emails.tsx'
import type { Handle } from '../root.tsx'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/reminder-emails-off.ts'
import '@vitrine/ui/hosted.css'

export const handle: Handle = { alone: true, body: 'hosted-body' }

export const headers = () => ({ 'Cache-Control': 'no-store' })

/** Programs that look through mailboxes fetch its links: nothing changes before the page itself asks for it. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const here = visit(context)
  here.know()
  const token = tokenOf(request)
  const read = token ? await ofLink(here.client.checkout.readReminderLink({ token })) : undefined
  return data({ token, wanted: read?.wanted, shopName: here.shop.name }, { status: read ? 200 : 410 })
}

export async function action({ request, context }: Route.ActionArgs) {
  const here = visit(context)
  here.know()
  const { token, intent } = await readUnsubscribing(request)
  const changed = await ofLink(here.client.checkout.setReminderEmails({ token, wanted: intent === 'resume' }))
  return data({ wanted: changed?.wanted }, { status: changed ? 200 : 410 })
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Emails about your bag · ${loaderData?.shopName ?? ''}` },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'same-origin' },
]

export default function ReminderEmailsOffPage({ loaderData: { token, wanted, shopName }, actionData }: Route.ComponentProps) {
  return (
    <StopEmails
      token={token}
      before={wanted}
      changed={actionData}
      over={{
        title: 'This link has run out',
        text: 'Answer any email of ours, and we take you off the list.',
      }}
      asks={{ title: 'No more of these?', text: `Where an order was begun and not placed, ${shopName} writes about what is in the bag.` }}
      stopped={{
        title: 'We write no more',
        text: 'We will not write about what is in your bag. Emails about your orders come as before.',
      }}
      resumed={{ title: 'We will write again', text: 'When you begin an order and do not place it.' }}
      stop="Do not write about my bag"
      resume="Write to me again"
    />
  )
}
