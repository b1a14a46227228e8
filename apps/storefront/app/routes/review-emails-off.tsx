import { changeStop, readStop } from '../hosted/stop-emails.server.ts'
import { StopEmails } from '../hosted/stop-emails.tsx'
import type { Handle } from '../root.tsx'
import type { Route } from './+types/review-emails-off.ts'
import '@vitrine/ui/hosted.css'

export const handle: Handle = { alone: true, body: 'hosted-body' }

export const headers = () => ({ 'Cache-Control': 'no-store' })

export const loader = (asked: Route.LoaderArgs) => readStop(asked, ({ client }, token) => client.reviews.readReviewLink({ token }))

export const action = (asked: Route.ActionArgs) => changeStop(asked, ({ client }, said) => client.reviews.setReviewEmails(said))

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
