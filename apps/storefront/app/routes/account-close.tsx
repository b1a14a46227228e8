import { attempt } from '@vitrine/client'
import type { ReturnStatus } from '@vitrine/contract'
import { Button, Field, Icon, Message, useMoneyText } from '@vitrine/ui'
import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { data, Form, Link, redirect, useNavigation } from 'react-router'
import { Page } from '../account/page.tsx'
import { ways } from '../account/ways.ts'
import { needAccount } from '../member/member.server.ts'
import { Moment } from '../orders/moment.tsx'
import { capital, many } from '../shop/text.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/account-close.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const here = visit(context)
  const { member } = await needAccount(here)
  const [closing, { returns }] = await Promise.all([
    here.client.myAccount.previewClosing({}),
    here.client.returns.listMyReturns({ limit: 50 }),
  ])
  return {
    closing,
    openReturns: returns.filter(({ status }) => open.has(status)).length,
    email: member.loginEmail ?? '',
    slug: member.privacyStatus === 'PUBLIC' ? member.profile?.slug : undefined,
    shopName: here.shop.name,
  }
}

/** Returns that nobody is done with. */
const open: ReadonlySet<ReturnStatus> = new Set(['REQUESTED', 'APPROVED', 'RECEIVED', 'CHECKED'])

interface Said {
  wrong?: string
  /** Why it cannot be closed yet. */
  not?: string
}

export async function action({ request, context }: Route.ActionArgs) {
  const here = visit(context)
  const { member } = await needAccount(here)
  const form = await request.formData()
  const written = String(form.get('email') ?? '').trim()
  if (written.toLowerCase() !== (member.loginEmail ?? '').toLowerCase())
    return data<Said>({ wrong: 'This is not the e-mail of this account.' }, { status: 400 })
  const [, preview] = await attempt(here.client.myAccount.previewClosing({}))
  const [refused, closed] = await attempt(here.client.myAccount.closeMyAccount({}))
  if (refused?.code === 'INVALID_ARGUMENT')
    return data<Said>({ not: whyNot(refused.fieldViolations.map(({ ruleName }) => ruleName)) }, { status: 409 })
  if (refused) throw refused
  here.signOut()
  const orders = preview?.underWay ?? 0
  throw redirect(`${ways.closed}?${new URLSearchParams({ until: closed.purgeDate, ...(orders > 0 && { orders: String(orders) }) })}`, 303)
}

const whyNot = (rules: readonly (string | undefined)[]) =>
  rules.includes('ACTIVE_SUBSCRIPTION_MEMBER_DELETE_FORBIDDEN')
    ? 'Something still comes again by itself. End it first, under Subscriptions.'
    : 'Who works in this shop cannot close the account here.'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Close the account · ${loaderData?.shopName}` },
  { name: 'robots', content: 'noindex' },
]

export default function AccountClosePage({ loaderData, actionData: said }: Route.ComponentProps) {
  const { closing, openReturns, email, slug } = loaderData
  const { goes, stays, underWay, subscriptions, purgeDate } = closing
  const busy = useNavigation().state !== 'idle'
  const text = useMoneyText()
  return (
    <Page
      title="Before you go"
      above={
        <>
          <Link className="link" to={ways.emails}>
            Letters and data
          </Link>{' '}
          / Close the account
        </>
      }
    >
      {underWay + openReturns > 0 && (
        <Message tone="warn" what={`${capital(goingOn(underWay, openReturns))}.`}>
          {underWay + openReturns === 1 ? 'It goes on; we write about it' : 'They go on; we write about them'} to your e-mail. You follow{' '}
          {underWay + openReturns === 1 ? 'it' : 'them'} by the link in the emails.
        </Message>
      )}
      {subscriptions > 0 && (
        <Message
          tone="warn"
          what={`${capital(many(subscriptions, 'thing'))} still ${subscriptions === 1 ? 'comes' : 'come'} again by ${subscriptions === 1 ? 'itself' : 'themselves'}.`}
          ways={
            <Link className="link" to={ways.subscriptions}>
              End {subscriptions === 1 ? 'it' : 'them'} first
            </Link>
          }
        >
          As long as you pay for something here, there has to be somebody who does.
        </Message>
      )}
      {said?.not && (
        <Message tone="bad" what="It is not closed.">
          {said.not}
        </Message>
      )}
      <div className="goes2">
        <List id="goes" title="This goes">
          <Entry what={`Name, e-mail, phone${goes.addresses > 0 ? `, ${many(goes.addresses, 'address', 'addresses')}` : ''}`}>
            From today nobody sees them; after thirty days they are gone
          </Entry>
          {goes.cards > 0 && <Entry what={capital(many(goes.cards, 'card'))}>Whoever keeps it for us forgets it, too</Entry>}
          <Entry what="Passkeys, sign-ins, the app with six figures">You are signed out everywhere</Entry>
          <Entry what="Your letters">Nothing more from us</Entry>
          {slug && <Entry what={`The page “${slug}”`}>Its address shows an empty shelf</Entry>}
        </List>
        <List id="stays" title="This stays">
          <Entry
            stays
            what={
              stays.orders === 0
                ? 'No invoices'
                : `${capital(many(stays.orders, 'order'))} and ${stays.orders === 1 ? 'its invoice' : 'their invoices'}, without the rest`
            }
          >
            {stays.orders === 0 ? 'You have not bought anything here' : `${text(stays.spent.amount)} in all; the law asks for it for years`}
          </Entry>
          <Entry stays what="Gift cards">
            A card with money on it keeps working by its code
          </Entry>
          <Entry stays what="That you said no to letters">
            So that nobody writes by mistake
          </Entry>
        </List>
      </div>
      {subscriptions === 0 && (
        <Form method="post" className="acct__form measure">
          <Field
            id="email"
            name="email"
            type="email"
            label="Write your e-mail here once more"
            hint={<>{email}. So that nobody closes it by a slip of the hand.</>}
            autoComplete="off"
            required
            wrong={said?.wrong}
          />
          <div className="row row--wrap">
            <Button busy={busy} className="button--danger">
              Close the account
            </Button>
            <Link className="link" to={ways.emails}>
              Stay
            </Link>
          </div>
          <p className="small soft">
            Until <Moment at={purgeDate} as="long" /> you only need to sign in, and all is back.
          </p>
        </Form>
      )}
    </Page>
  )
}

/** `two orders are on their way, one return is open` */
function goingOn(orders: number, returns: number): string {
  return [
    orders > 0 && `${many(orders, 'order')} ${orders === 1 ? 'is on its' : 'are on their'} way`,
    returns > 0 && `${many(returns, 'return')} ${returns === 1 ? 'is' : 'are'} open`,
  ]
    .filter(Boolean)
    .join(', ')
}

function List({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="goes" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul>{children}</ul>
    </section>
  )
}

function Entry({ what, stays, children }: { what: string; stays?: boolean; children: ReactNode }) {
  return (
    <li>
      <Icon of={stays ? Check : Minus} small />
      <span>
        <strong>{what}</strong>
        <br />
        <span className="soft small">{children}</span>
      </span>
    </li>
  )
}
