import { data } from 'react-router'
import { Empty } from '../account/empty.tsx'
import { Page } from '../account/page.tsx'
import { needAccount } from '../member/member.server.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/account-later.ts'

/** What a shop may have, and this one has none of. */
const kinds: Readonly<Record<string, { title: string; lead: string; say: string }>> = {
  bookings: { title: 'Bookings', lead: 'Nothing is booked.', say: 'This shop has no hours to book. When it has, yours are here.' },
  events: {
    title: 'Events',
    lead: 'You are going to nothing yet.',
    say: 'This shop holds no events. When it does, your tickets are here.',
  },
}

export async function loader({ params: { kind }, context }: Route.LoaderArgs) {
  const here = visit(context)
  await needAccount(here)
  const found = kinds[kind]
  if (!found) throw data(null, { status: 404 })
  return { ...found, shopName: here.shop.name }
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.title} · ${loaderData?.shopName}` },
  { name: 'robots', content: 'noindex' },
]

export default function AccountLaterPage({ loaderData: { title, lead, say } }: Route.ComponentProps) {
  return (
    <Page title={title}>
      <Empty lead={lead}>{say}</Empty>
    </Page>
  )
}
