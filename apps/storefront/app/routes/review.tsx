import { attempt } from '@vitrine/client'
import { Message, Picture, Sun } from '@vitrine/ui'
import { data, Form, Link, redirect } from 'react-router'
import { Column } from '../account/column.tsx'
import { ways } from '../account/ways.ts'
import { findProduct, showProduct } from '../catalogue/read.server.ts'
import { withCarried } from '../hosted/carried.ts'
import { findAccount } from '../member/member.server.ts'
import { ReviewForm } from '../reviews/form.tsx'
import { OneReview } from '../reviews/one-review.tsx'
import { showReview } from '../reviews/reviews.server.ts'
import { readForm } from '../reviews/write.server.ts'
import { type Sent, starsIn } from '../reviews/write.ts'
import { ownFile } from '../shop/own-file.ts'
import { to } from '../shop/shop.ts'
import { useShop } from '../shop/use-shop.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/review.ts'
import '@vitrine/ui/account.css'

export const headers = () => ({ 'Cache-Control': 'no-store' })

/** The address of what is written of a product. */
const here = (slug: string, search = '') => `${to.product(slug)}/review${search}`

export async function loader({ request, params: { slug }, context }: Route.LoaderArgs) {
  const visitor = visit(context)
  const found = await findProduct(visitor, slug)
  if (!found) throw data(null, { status: 404 })
  const { searchParams } = new URL(request.url)
  const token = searchParams.get('token')
  const stars = starsIn(searchParams)
  if (token) {
    // From now on this visitor is known as the buyer; the link is not passed on with the page's address.
    visitor.know()
    const [refused] = await attempt(visitor.client.reviews.openReviewLink({ token: token.slice(0, 2000) }))
    if (refused && refused.status >= 500) throw refused
    const search = new URLSearchParams({ ...(refused && { expired: '' }), ...(stars > 0 && { stars: String(stars) }) })
    throw redirect(here(slug, search.size > 0 ? `?${search}` : ''))
  }
  const [mine, account] = await Promise.all([visitor.client.reviews.getMyReview({ entityId: found.id }), findAccount(visitor)])
  const { name, pictures } = showProduct(found, visitor.shop)
  const { review } = mine
  return {
    product: { slug: found.slug, name, picture: pictures[0] },
    stars,
    isMember: account !== undefined,
    mayWrite: mine.mayWrite,
    writers: mine.writers,
    name: mine.authorName ?? '',
    bought: mine.bought,
    review: review && {
      ...showReview(review, visitor.shop),
      status: review.moderation?.moderationStatus ?? 'SUBMITTED',
      files: (review.content?.media ?? []).flatMap(({ image }) =>
        image?.id && image.url ? [{ id: image.id, url: ownFile(image.url), width: image.width || 1, height: image.height || 1 }] : [],
      ),
      filmFiles: (review.content?.media ?? []).flatMap(({ video }) =>
        video?.id && video.url ? [{ id: video.id, url: ownFile(video.url) }] : [],
      ),
    },
    mayChange: mine.mayChange,
    changes: mine.mayChange && searchParams.has('change'),
    isExpired: searchParams.has('expired'),
    shopName: visitor.shop.name,
  }
}

export async function action({ request, params: { slug }, context }: Route.ActionArgs) {
  const visitor = visit(context)
  const product = await findProduct(visitor, slug)
  if (!product) throw data(null, { status: 404 })
  const form = await request.formData()
  visitor.know()
  const { reviews } = visitor.client
  const { review: before } = await reviews.getMyReview({ entityId: product.id })
  if (form.get('intent') === 'take-back') {
    if (before) await attempt(reviews.deleteReview({ reviewId: before.id }))
    throw redirect(to.product(slug), 303)
  }
  const sent: Sent = await readForm(visitor, form)
  if (Object.values(sent.wrong).some(Boolean)) return data({ sent, not: undefined }, { status: 400 })
  const { stars: rating, title, text: body, name: authorName, pictures, films } = sent
  const media = [...pictures.map((id) => ({ image: { id } })), ...films.map((id) => ({ video: { id } }))]
  const content = { rating, title: title || null, body, media }
  const [refused] = await attempt(
    before
      ? reviews.updateReview({ review: { id: before.id, revision: before.revision ?? '', content, author: { authorName } } })
      : reviews.createReview({ review: { namespace: 'stores', entityId: product.id, content, author: { authorName } } }),
  )
  if (refused && refused.status >= 500) throw refused
  if (refused)
    return data({ sent, not: words[refused.code] ?? 'It could not be saved. Send it once more, please.' }, { status: refused.status })
  throw redirect(here(slug), 303)
}

const words: Readonly<Partial<Record<string, string>>> = {
  REVIEW_MEDIA_NOT_FOUND: 'A picture or film is not there any more. Add it again, please.',
  REVIEW_NOT_ALLOWED: 'Here only those write who have bought it, or who are signed in.',
  TOO_MANY_REQUESTS: 'Those were many at once. Wait a minute, please.',
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `Your review of ${loaderData.product.name} · ${loaderData.shopName}` : 'Your review' },
  { name: 'robots', content: 'noindex' },
]

export default function ReviewPage({ loaderData, actionData }: Route.ComponentProps) {
  const { product, isMember, review, changes, mayWrite } = loaderData
  const isSent = review !== undefined && !changes && !actionData
  return (
    <div className={isMember ? 'wrap acct' : 'wrap rev-page'}>
      {isMember && <Column within={ways.reviews} />}
      <main id="main" className="acct__main">
        {isSent ? (
          <Written {...loaderData} review={review} />
        ) : (
          <>
            <header className="acct__head">
              <h1>How is it?</h1>
            </header>
            <div className="rev">
              <What product={product} bought={loaderData.bought} />
              {loaderData.isExpired && !loaderData.bought && (
                <Message tone="neutral" what="The link of the email has run out.">
                  You can write all the same; it only does not say that you have bought it.
                </Message>
              )}
              {actionData?.not && (
                <Message tone="bad" what="Not yet.">
                  {actionData.not}
                </Message>
              )}
              {mayWrite || review ? (
                <ReviewForm
                  said={
                    actionData?.sent ?? {
                      stars: review?.stars ?? loaderData.stars,
                      title: review?.title ?? '',
                      text: review?.text ?? '',
                      name: loaderData.name,
                    }
                  }
                  pictures={review?.files ?? []}
                  films={review?.filmFiles ?? []}
                  wrong={actionData?.sent.wrong}
                  note="We never change words, and leave out only insults."
                />
              ) : (
                <Closed {...loaderData} />
              )}
            </div>
          </>
        )}
      </main>
    </div>
  )
}

type Loaded = Route.ComponentProps['loaderData']

function What({ product: { slug, name, picture }, bought }: Pick<Loaded, 'product' | 'bought'>) {
  return (
    <div className="askrev">
      {picture ? <Picture of={picture} sizes="88px" ratio={4 / 5} silent eager /> : <span />}
      <div>
        <p className="name">
          <Link to={to.product(slug)}>{name}</Link>
        </p>
        {bought && <p className="soft small">You have bought it.</p>}
      </div>
    </div>
  )
}

/** Where only some may write. */
function Closed({ writers, isMember, product }: Pick<Loaded, 'writers' | 'isMember' | 'product'>) {
  const back = here(product.slug)
  return (
    <Message
      tone="neutral"
      what={writers === 'MEMBERS' ? 'Here members write.' : 'Here those write who have bought it.'}
      ways={!isMember && <Link to={withCarried(ways.login, { to: back })}>Sign in</Link>}
    >
      {writers === 'MEMBERS' ? 'With an account you can.' : 'Sign in with the account that you ordered with.'}
    </Message>
  )
}

const says = {
  APPROVED: { head: 'Thank you, it is shown', more: 'Everybody reads it now, on the page of the product.' },
  REJECTED: { head: 'We could not show it', more: 'Something in it names people or insults. Change it, and we read it again.' },
  waits: { head: 'Thank you, we read it next', more: 'Usually the same day. Until then only you see it.' },
} as const

function Written({ review, product, bought, mayChange, shopName }: Loaded & { review: NonNullable<Loaded['review']> }) {
  const { name } = useShop()
  const { head, more } = says[review.status === 'APPROVED' || review.status === 'REJECTED' ? review.status : 'waits']
  return (
    <>
      <header className="acct__head">
        <h1>{head}</h1>
        <p className="soft measure">{more}</p>
      </header>
      <What product={product} bought={bought} />
      <article className={review.status === 'APPROVED' ? 'review' : 'review review--wait'} aria-label="Your review">
        {review.status !== 'APPROVED' && (
          <p className="tag small">
            <Sun rise={0.3} />
            {review.status === 'REJECTED' ? 'Not published' : 'Waits to be read'}
          </p>
        )}
        <OneReview
          of={review}
          shop={name || shopName}
          heading="h2"
          foot={
            mayChange && (
              <div className="review__foot small">
                <Link className="link" to={here(product.slug, '?change')}>
                  Change
                </Link>
                <Form method="post" encType="multipart/form-data">
                  <input type="hidden" name="intent" value="take-back" />
                  <button className="link">Take it back</button>
                </Form>
              </div>
            )
          }
        />
      </article>
    </>
  )
}
