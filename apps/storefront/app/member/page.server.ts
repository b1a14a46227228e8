import type { AnswerOfMember, Ok } from '@vitrine/contract'
import { localeIn } from '@vitrine/pricing'
import { ownFile } from '../shop/own-file.ts'
import type { Visit } from '../shop.server.ts'
import type { MemberPageView } from './page.ts'

type Page = Ok<'GET /vitrine/v1/members/by-slug/{slug}/page'>

const productOf = ({ name, slug, picture }: AnswerOfMember['product']) => ({ name, slug, picture: picture && ownFile(picture) })

/** What a member has chosen to show; nothing where it cannot be had. */
export function showPage(page: Page | undefined, { locale, country, timeZone }: Visit['shop']): MemberPageView {
  const month = new Intl.DateTimeFormat(localeIn(locale, country), { month: 'long', year: 'numeric', timeZone })
  const shared = page?.wishlist
  return {
    reviews: (page?.reviews ?? []).map(({ id, rating, title, body, bought, reviewDate, product }) => ({
      id,
      stars: rating,
      title,
      text: body,
      bought: bought === true,
      month: month.format(new Date(reviewDate)),
      product: productOf(product),
    })),
    answers: (page?.answers ?? []).map(({ product, ...answer }) => ({ ...answer, product: productOf(product) })),
    list: shared && {
      name: shared.name || 'A wish list',
      token: shared.token,
      count: shared.itemCount,
      given: shared.givenCount ?? 0,
      pictures: shared.imageIds.map((id) => `/media/${encodeURIComponent(id)}`),
    },
    indexable: page?.indexable === true,
  }
}
