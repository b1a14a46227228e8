import { attempt } from '@vitrine/client'
import type { BackInStockAlert } from '@vitrine/contract'
import { Button, buttonClass, Icon } from '@vitrine/ui'
import { MailCheck, MailX } from 'lucide-react'
import { Fragment } from 'react'
import { data, Form, Link, useNavigation } from 'react-router'
import { uprightPicture } from '../catalogue/upright.ts'
import { ofLink, readUnsubscribing, tokenOf } from '../hosted/email-link.server.ts'
import { Hosted } from '../hosted/frame.tsx'
import { useOneClick } from '../hosted/one-click.ts'
import type { Handle } from '../root.tsx'
import { to } from '../shop/shop.ts'
import { capital, inWords } from '../shop/text.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/back-in-stock-off.ts'
import '@vitrine/ui/hosted.css'
import '../catalogue/back-in-stock-off.css'

export const handle: Handle = { alone: true, body: 'hosted-body' }

export const headers = () => ({ 'Cache-Control': 'no-store' })

interface Listed {
  readonly alert: BackInStockAlert
  readonly waits: boolean
  readonly others: readonly BackInStockAlert[]
  readonly token: string
}

/** Programs that look through mailboxes fetch its links: nothing changes before the page itself asks for it. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const here = visit(context)
  here.know()
  const token = tokenOf(request)
  const listed = token ? await ofLink(here.client.backInStockLinks.readLink({ token })) : undefined
  return data({ listed, shopName: here.shop.name }, { status: listed ? 200 : 410 })
}

export async function action({ request, context }: Route.ActionArgs) {
  const here = visit(context)
  here.know()
  const { token, intent, id } = await readUnsubscribing(request)
  const { stopByLink, resumeByLink } = here.client.backInStockLinks
  const [refused, listed] =
    intent === 'resume'
      ? await attempt(resumeByLink({ token }))
      : await attempt(stopByLink({ token, ...(intent === 'all' && { all: true }), ...(intent === 'one' && id && { id }) }))
  return data<{ listed?: Listed | undefined; closed: boolean }>({ listed, closed: refused?.code === 'REQUEST_COLLECTION_DISABLED' })
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Emails you asked for · ${loaderData?.shopName ?? ''}` },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'same-origin' },
]

const nameOf = ({ name, choices, kind }: BackInStockAlert) =>
  [name || 'something that is gone', choices, kind === 'PRICE' && 'when it costs less'].filter(Boolean).join(', ')

export default function BackInStockOffPage({ loaderData, actionData }: Route.ComponentProps) {
  const listed = actionData?.listed ?? loaderData.listed
  const done = actionData !== undefined
  const busy = useNavigation().state !== 'idle'
  useOneClick(loaderData.listed?.token)
  if (!listed)
    return (
      <Hosted picture={0}>
        <h1>{actionData?.closed ? 'Not just now' : 'This link has run out'}</h1>
        <p className="soft" role="status">
          {actionData?.closed
            ? 'This shop takes no requests for emails just now.'
            : 'Your address is on no list that this link is about. There is nothing more to do.'}
        </p>
        <Link className={buttonClass({ line: true, wide: true })} to={to.home}>
          To the shop
        </Link>
      </Hosted>
    )
  const { alert, waits, others } = listed
  return (
    <Hosted picture={0} {...(alert.imageId && { image: uprightPicture(alert.imageId, 1000) })}>
      <h1>{!done ? 'No more of this?' : waits ? 'We will write' : 'Then no email'}</h1>
      <p className="soft" role="status">
        {!done && (
          <>
            You asked for an email about {alert.kind === 'PRICE' && 'a lower price of '}
            <span className="name">{alert.name}</span>
            {alert.choices && `, ${alert.choices}`}.
          </>
        )}
        {done && waits && (
          <>
            You are back on the list for <span className="name">{alert.name}</span>
            {alert.choices && `, ${alert.choices}`}.
          </>
        )}
        {done && !waits && (
          <>
            We will not write about <span className="name">{alert.name || 'it'}</span>
            {alert.choices && `, ${alert.choices}`}. Your address is gone from that list.
          </>
        )}
      </p>
      {!done && (
        <Press token={listed.token} intent="stop" busy={busy} wide>
          Take my address off the list
        </Press>
      )}
      {done && !waits && (
        <div className="say">
          <Icon of={MailX} />
          <div className="off-said">
            <strong>One click was enough.</strong>{' '}
            {alert.name && (
              <Press token={listed.token} intent="resume" busy={busy}>
                Put me back
              </Press>
            )}
          </div>
        </div>
      )}
      {done && waits && (
        <div className="say">
          <Icon of={MailCheck} />
          <div className="off-said">
            <strong>{alert.kind === 'PRICE' ? 'One email when it costs less than now.' : 'One email when it is back.'}</strong>{' '}
            <Press token={listed.token} intent="stop" busy={busy}>
              Take me off again
            </Press>
          </div>
        </div>
      )}
      {done && others.length > 0 && (
        <div className="soft small off-others">
          {others.length === 1 ? 'One more email waits for you: ' : `${capital(inWords(others.length))} more emails wait for you: `}
          {others.map((other, i) => (
            <Fragment key={other.id}>
              {i > 0 && (i === others.length - 1 ? ' and ' : ', ')}
              <Press token={listed.token} intent="one" id={other.id} busy={busy}>
                <span className="sr">Stop </span>
                {nameOf(other)}
              </Press>
            </Fragment>
          ))}
          .{' '}
          {others.length > 1 && (
            <Press token={listed.token} intent="all" busy={busy}>
              Stop all
            </Press>
          )}
        </div>
      )}
      <Link className={buttonClass({ line: true, wide: true })} to={to.home}>
        To the shop
      </Link>
    </Hosted>
  )
}

function Press({
  token,
  intent,
  id,
  busy,
  wide = false,
  children,
}: {
  token: string
  intent: 'stop' | 'resume' | 'one' | 'all'
  id?: string
  busy: boolean
  wide?: boolean
  children: React.ReactNode
}) {
  return (
    <Form method="post" replace>
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="intent" value={intent} />
      {id && <input type="hidden" name="id" value={id} />}
      {wide ? (
        <Button wide busy={busy}>
          {children}
        </Button>
      ) : (
        <button className="link" type="submit">
          {children}
        </button>
      )}
    </Form>
  )
}
