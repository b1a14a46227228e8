import { attempt } from '@vitrine/client'
import { buttonClass, Icon } from '@vitrine/ui'
import { CircleAlert } from 'lucide-react'
import { data, Link, redirect } from 'react-router'
import { checkEmail } from '../checkout/address.ts'
import { NewsletterForm } from '../shop/newsletter.tsx'
import { to } from '../shop/shop.ts'
import { useShop } from '../shop/use-shop.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/newsletter.ts'
import '@vitrine/ui/text-page.css'

const places = new Set(['footer', 'thank-you', 'newsletter'])

/** The page of the shop that the form stood on. */
function pageBehind(request: Request): string | undefined {
  const referrer = request.headers.get('referer')
  if (!referrer || !URL.canParse(referrer)) return undefined
  const { host, pathname } = new URL(referrer)
  return host === new URL(request.url).host ? pathname.slice(0, 500) : undefined
}

export const loader = ({ request }: Route.LoaderArgs) => ({ given: new URL(request.url).searchParams.get('given') })

export async function action({ request, context }: Route.ActionArgs) {
  const here = visit(context)
  const form = await request.formData()
  const email = String(form.get('email') ?? '')
    .trim()
    .slice(0, 254)
  const sentPlace = new URL(request.url).searchParams.get('place') ?? ''
  const place = places.has(sentPlace) ? sentPlace : 'newsletter'
  const wrong = checkEmail(email)
  if (wrong) return data({ email, wrong }, { status: 400 })
  here.know()
  const page = pageBehind(request)
  const [refused, done] = await attempt(here.client.newsletter.subscribe({ email, place, ...(page && { page }) }))
  if (refused?.code === 'INVALID_ARGUMENT') return data({ email, wrong: 'This is no email address that we can write to.' }, { status: 400 })
  if (refused?.code === 'TOO_MANY_REQUESTS')
    return data({ email, wrong: 'That was often. Wait a little, then try once more.' }, { status: 429 })
  if (refused && refused.code !== 'NEWSLETTER_CLOSED') throw refused
  throw redirect(`${to.newsletter}?given=${refused ? 'closed' : done?.confirmed ? 'confirmed' : 'sent'}`, 303)
}

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Newsletter · ${matches[0].loaderData?.shop.name ?? ''}` },
  { name: 'robots', content: 'noindex' },
]

export default function NewsletterPage({ loaderData: { given }, actionData }: Route.ComponentProps) {
  const { newsletter, joining } = useShop()
  const privacy = joining.find(({ kind }) => kind === 'PRIVACY')
  const asks = newsletter && (!given || actionData)
  return (
    <main id="main">
      <article className="wrap text-page" aria-labelledby="page-title">
        <h1 id="page-title">
          {asks ? newsletter.title : given === 'sent' ? 'One more click.' : given === 'confirmed' ? 'You are subscribed.' : 'Not just now.'}
        </h1>
        {asks ? (
          <>
            <p>{newsletter.text}</p>
            <NewsletterForm place="newsletter" email={actionData?.email ?? ''} />
            {actionData?.wrong && (
              <p className="bad" role="alert">
                <Icon of={CircleAlert} />
                <span>{actionData.wrong}</span>
              </p>
            )}
            {privacy && (
              <p className="small soft">
                What becomes of your address is on the page{' '}
                <Link className="link" to={privacy.href}>
                  {privacy.label}
                </Link>
                .
              </p>
            )}
          </>
        ) : (
          <>
            <p role="status">
              {given === 'sent'
                ? 'If this address is not subscribed yet, an email with a link is on its way. With its click we write to you, without it we do not. It may lie in the folder for spam.'
                : given === 'confirmed'
                  ? 'Your address is known to be yours, so there is nothing more to do. You end it with one click, in your account or in any email.'
                  : 'This shop takes no subscribers at the moment.'}
            </p>
            <Link className={buttonClass({ line: true })} to={to.home}>
              To the shop
            </Link>
          </>
        )}
      </article>
    </main>
  )
}
