import { attempt } from '@vitrine/client'
import type { ReviewReportReason } from '@vitrine/contract'
import { Button, buttonClass, Message } from '@vitrine/ui'
import { data, Form, Link, useNavigation } from 'react-router'
import { OneReview } from '../reviews/one-review.tsx'
import { showReview } from '../reviews/reviews.server.ts'
import { to } from '../shop/shop.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/review-report.ts'
import '@vitrine/ui/account.css'

export const headers = () => ({ 'Cache-Control': 'no-store' })

export async function loader({ params: { slug, id }, context }: Route.LoaderArgs) {
  const here = visit(context)
  const [refused, found] = await attempt(here.client.reviews.getReview({ reviewId: id }))
  if (refused) throw refused.status >= 500 ? refused : data(null, { status: 404 })
  return { slug, review: showReview(found.review, here.shop), shopName: here.shop.name }
}

export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  const here = visit(context)
  here.know()
  const form = await request.formData()
  const reason = reasons.find(([name]) => name === form.get('reason'))?.[0]
  if (!reason) return data({ done: false, not: 'Say what is wrong with it, please.' }, { status: 400 })
  const text = String(form.get('text') ?? '')
    .trim()
    .slice(0, 500)
  const [refused] = await attempt(here.client.reviews.reportReview({ reviewId: id, reason, ...(text && { text }) }))
  if (refused && refused.status >= 500) throw refused
  if (refused)
    return data({ done: false, not: words[refused.code] ?? 'It could not be sent. Try once more, please.' }, { status: refused.status })
  return { done: true, not: undefined }
}

const words: Readonly<Partial<Record<string, string>>> = {
  REVIEW_NOT_FOUND: 'This review is not shown any more.',
  REVIEW_REPORT_OWN: 'This one is yours. You can change it, or take it back.',
  TOO_MANY_REQUESTS: 'Those were many at once. Wait a minute, please.',
}

const reasons: readonly (readonly [ReviewReportReason, string])[] = [
  ['ADVERTISING', 'It advertises something'],
  ['INSULTING', 'It insults somebody'],
  ['UNTRUE', 'It is not true, or about another product'],
  ['PERSONAL', 'It names a person, an address or a number'],
  ['OTHER', 'Something else'],
]

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Report a review · ${loaderData?.shopName ?? ''}` },
  { name: 'robots', content: 'noindex' },
]

export default function ReviewReportPage({ loaderData: { slug, review, shopName }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle'
  const back = (
    <Link className={buttonClass({ line: true })} to={`${to.product(slug)}#reviews`}>
      Back to the product
    </Link>
  )
  return (
    <div className="wrap rev-page">
      <main id="main" className="acct__main">
        <header className="acct__head">
          <h1>{actionData?.done ? 'Thank you, we read it' : 'What is wrong with it?'}</h1>
          <p className="soft measure" role="status">
            {actionData?.done
              ? 'Somebody of the shop looks at the review. It is shown until then.'
              : 'Only the shop sees what you say here, and not who said it.'}
          </p>
        </header>
        {actionData?.done ? (
          back
        ) : (
          <>
            <article className="review" aria-label="The review">
              <OneReview of={review} shop={shopName} heading="h2" />
            </article>
            {actionData?.not && (
              <Message tone="bad" what="Not yet.">
                {actionData.not}
              </Message>
            )}
            <Form method="post" className="stack">
              <fieldset className="stack">
                <legend className="sr">What is wrong with it?</legend>
                {reasons.map(([value, says]) => (
                  <label key={value} className="check">
                    <input type="radio" name="reason" value={value} required />
                    <span>{says}</span>
                  </label>
                ))}
              </fieldset>
              <div className="field">
                <label htmlFor="report-text">More about it, if you like</label>
                <textarea className="input" id="report-text" name="text" rows={3} maxLength={500} />
              </div>
              <div className="row row--wrap">
                <Button busy={busy}>Report it</Button>
                {back}
              </div>
            </Form>
          </>
        )}
      </main>
    </div>
  )
}
