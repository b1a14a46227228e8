import { attempt, type Refused } from '@vitrine/client'
import type { SharedWishlistItem, WishlistGift } from '@vitrine/contract'
import { localeIn } from '@vitrine/pricing'
import { data, redirect } from 'react-router'
import { readGiftCard } from '../catalogue/gift.server.ts'
import { lineImage } from '../catalogue/image.server.ts'
import { findProductById, showProduct } from '../catalogue/read.server.ts'
import { to } from '../shop/shop.ts'
import { many } from '../shop/text.ts'
import type { Visit } from '../shop.server.ts'
import type { GiftAnswer, GivenView } from './lists.ts'

/** `21 November` */
function dayText({ locale, country, timeZone }: Visit['shop'], at: string): string {
  const isDay = at.length === 10
  const format = new Intl.DateTimeFormat(localeIn(locale, country), { day: 'numeric', month: 'long', timeZone: isDay ? 'UTC' : timeZone })
  return format.format(new Date(at))
}

/** How an item stands for whoever could give it; undefined for whoever made the list. */
export const showGiven = ({ shop }: Visit, { given }: Pick<SharedWishlistItem, 'given'>): GivenView | undefined =>
  given && { given: given.given, byMe: given.givenByMe, left: given.left, on: given.lastDate && dayText(shop, given.lastDate) }

/** What the owner is told, and when: `Hanna K. does not see who gives what before 24 December.` */
export function secrecyText({ shop }: Visit, owner: string | undefined, until: string | undefined): string {
  const who = owner ?? 'Whoever made the list'
  if (until === undefined) return `${who} does not see who gives what.`
  return until <= shop.today ? `${who} sees who gives what.` : `${who} does not see who gives what before ${dayText(shop, until)}.`
}

/** What the owner reads of it on their own page. */
export const hiddenText = ({ shop }: Visit, until: string | undefined): string | undefined =>
  until === undefined || until <= shop.today ? undefined : `Who gives what stays hidden from you until ${dayText(shop, until)}.`

/** Who gives something, as its owner reads it when the day has come: `Ben O. gives two, since 3 December`. */
export const giftTexts = ({ shop }: Visit, gifts: readonly WishlistGift[]): readonly string[] =>
  gifts.map(
    ({ giverName, quantity, givenDate }) =>
      `${giverName ?? 'Somebody'} gives ${many(quantity, 'piece')}, since ${dayText(shop, givenDate)}`,
  )

/** What can be given in place of anything on the list, where the shop sells it. */
export async function giftCardBeside(here: Visit) {
  const card = await readGiftCard(here)
  if (!card) return undefined
  const product = await findProductById(here, card.id)
  const { image } = card
  const picture = (product && showProduct(product, here.shop).pictures[0]) ?? lineImage(image)
  return picture && { picture, name: card.customVariant ? 'Or a card, any amount' : 'Or a gift card' }
}

const refused: Readonly<Record<string, string>> = {
  WISHLIST_ITEM_GIVEN: 'Somebody was faster: this is given already.',
  WISHLIST_ITEM_NOT_FOUND: 'That is not on the list any more.',
  WISHLIST_IS_YOURS: 'This list is yours: others give from it.',
  WISHLIST_GIFT_NOT_FOUND: 'You do not give this.',
}
const notBuyable = new Set(['ITEM_NOT_AVAILABLE', 'ITEM_NOT_FOUND_IN_CATALOG', 'INVALID_ARGUMENT'])

/** Gives something from a list, which puts it into the bag as well; or takes it back. */
export async function changeGift(here: Visit, token: string, form: FormData) {
  const itemId = String(form.get('item') ?? '').slice(0, 36)
  const say = (said: GiftAnswer, status = 200) => data<GiftAnswer>(said, { status })
  const refuse = (error: Refused) => {
    // A list that is shared no more: the page itself says so.
    if (error.code === 'WISHLIST_NOT_FOUND') return say({}, 404)
    const wrong = refused[error.code]
    if (wrong === undefined) throw error
    return say({ item: itemId, wrong }, error.status)
  }
  here.know()
  const { wishlists, currentCart } = here.client
  if (form.get('intent') === 'take-back') {
    const [error] = await attempt(wishlists.takeBackGift({ token, itemId }))
    return error
      ? refuse(error)
      : say({ item: itemId, said: 'You do not give it. If it is in your bag, it stays there until you take it out.' })
  }
  const [error] = await attempt(wishlists.giveItem({ token, itemId }))
  if (error) return refuse(error)
  const [, found] = await attempt(wishlists.readSharedWishlist({ token }))
  const item = found?.wishlist.items.find(({ id }) => id === itemId)
  if (item?.availability === 'CHOICE_NEEDED' && item.slug) throw redirect(to.product(item.slug, {}), 303)
  if (item?.availability !== 'AVAILABLE') return say({ item: itemId, said: 'You give it. The shop has none of it now.' })
  const { catalogItemId, appId, options } = item.catalogReference
  const [full] = await attempt(
    currentCart.addToCurrentCart({ lineItems: [{ quantity: 1, catalogReference: { catalogItemId, appId, ...(options && { options }) } }] }),
  )
  if (full && !notBuyable.has(full.code)) throw full
  return full
    ? say({ item: itemId, said: 'You give it. It did not go into your bag: no more of it can be bought now.' })
    : say({ item: itemId, said: 'You give it, and it is in your bag.', inCart: true })
}
