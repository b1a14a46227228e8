import { changeStop, readStop } from '../hosted/stop-emails.server.ts'
import { StopEmails } from '../hosted/stop-emails.tsx'
import type { Handle } from '../root.tsx'
import type { Route } from './+types/reminder-emails-off.ts'
import '@vitrine/ui/hosted.css'

export const handle: Handle = { alone: true, body: 'hosted-body' }

export const headers = () => ({ 'Cache-Control': 'no-store' })

export const loader = (asked: Route.LoaderArgs) => readStop(asked, ({ client }, token) => client.checkout.readReminderLink({ token }))

export const action = (asked: Route.ActionArgs) => changeStop(asked, ({ client }, said) => client.checkout.setReminderEmails(said))

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
