import { attempt } from '@vitrine/client'
import { data, redirect } from 'react-router'
import { to } from '../shop/shop.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/review-vote.ts'

/** Says that a review is helpful, or takes it back. Without script it leads back to the review. */
export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  const here = visit(context)
  const form = await request.formData()
  const vote = form.get('vote') === 'NONE' ? 'NONE' : 'HELPFUL'
  here.know()
  const [refused, answer] = await attempt(here.client.reviews.voteForReview({ reviewId: id, vote }))
  const isPage = request.headers.get('accept')?.includes('text/html') === true
  if (refused && refused.status >= 500) throw refused
  if (isPage) throw redirect(`${to.product(String(form.get('slug') ?? ''))}#review-${id}`, 303)
  if (refused) {
    const not = refused.code === 'REVIEW_VOTE_OWN' ? 'This one is yours.' : 'It is not there any more.'
    return data({ vote: 'NONE' as const, helpful: undefined, not }, { status: refused.status })
  }
  return { vote: answer.vote, helpful: answer.review.foundHelpful, not: undefined }
}
