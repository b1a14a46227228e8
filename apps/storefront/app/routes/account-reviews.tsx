import { attempt } from '@vitrine/client'
import { Button, Stars } from '@vitrine/ui'
import { data, Form, Link } from 'react-router'
import { Empty } from '../account/empty.tsx'
import { Page, Section } from '../account/page.tsx'
import { ways } from '../account/ways.ts'
import { needAccount } from '../member/member.server.ts'
import { Moment } from '../orders/moment.tsx'
import { to } from '../shop/shop.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/account-reviews.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const here = visit(context)
  await needAccount(here)
  const { reviews } = await here.client.reviews.listMyReviews({})
  return {
    reviews: reviews.map(({ review, product }) => ({
      id: review.id,
      stars: review.content?.rating ?? 0,
      says: review.content?.title ?? review.content?.body?.slice(0, 120) ?? '',
      status: review.moderation?.moderationStatus ?? 'SUBMITTED',
      date: review.createdDate ?? '',
      product: product && { name: product.name, slug: product.slug },
    })),
    shopName: here.shop.name,
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const here = visit(context)
  await needAccount(here)
  const reviewId = String((await request.formData()).get('id') ?? '')
  // Of what is deleted already there is nothing to be said.
  const [refused] = await attempt(here.client.reviews.deleteReview({ reviewId }))
  if (refused && refused.status >= 500) throw refused
  return data({ deleted: true })
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Reviews · ${loaderData?.shopName}` },
  { name: 'robots', content: 'noindex' },
]

const stands = { APPROVED: 'Published', REJECTED: 'Not published' } as const

export default function AccountReviewsPage({ loaderData: { reviews }, actionData }: Route.ComponentProps) {
  return (
    <Page title="Reviews">
      {actionData?.deleted && (
        <p className="small soft" role="status">
          The review is deleted.
        </p>
      )}
      {reviews.length === 0 ? (
        <Empty
          lead="No reviews yet."
          way={
            <Link className="button" to={ways.orders}>
              See your orders
            </Link>
          }
        >
          Your reviews are listed here, and whether they are published.
        </Empty>
      ) : (
        <Section id="reviewed" title="Your reviews">
          <ul className="srows">
            {reviews.map(({ id, stars, says, status, date, product }) => (
              <li key={id} className="srow srow--plain">
                <span className="srow__t">
                  {product ? (
                    <Link className="name" to={to.product(product.slug)}>
                      {product.name}
                    </Link>
                  ) : (
                    <span>A product that is no longer sold</span>
                  )}
                  <span>
                    <Stars of={stars} /> {says}
                  </span>
                  <span className="soft small">
                    {status === 'APPROVED' || status === 'REJECTED' ? stands[status] : 'Waits to be read'}, written on{' '}
                    <Moment at={date} as="long" />
                  </span>
                </span>
                <span className="srow__a small row row--wrap">
                  {product && (
                    <Link className="link" to={`${to.product(product.slug)}/review?change`}>
                      Change<span className="sr"> your review of {product.name}</span>
                    </Link>
                  )}
                  <Form method="post">
                    <input type="hidden" name="id" value={id} />
                    <Button line small>
                      Delete<span className="sr"> your review of {product?.name ?? 'a product that is no longer sold'}</span>
                    </Button>
                  </Form>
                </span>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </Page>
  )
}
