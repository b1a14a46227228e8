import { attempt, type Refused } from '@vitrine/client'
import type { CatalogReferenceInput, Product, SharedWishlistItem, WishlistEntry } from '@vitrine/contract'
import { data, redirect } from 'react-router'
import { refusedAlert } from '../catalogue/alerts.ts'
import { askForPriceAlert, memberEmail } from '../catalogue/price-alerts.server.ts'
import { productsNamed, showCards } from '../catalogue/read.server.ts'
import { catalogueApp } from '../shop/apps.ts'
import { capital, list as inList, many } from '../shop/text.ts'
import type { Visit } from '../shop.server.ts'
import { wishlistAt } from './addresses.ts'
import { giftTexts, hiddenText, showGiven } from './gifts.server.ts'
import type { ChoosableList, EntryView } from './lists.ts'

type Shown = Omit<WishlistEntry, 'wishlistId' | 'addedPrice' | 'gifts'> &
  Pick<Partial<WishlistEntry>, 'addedPrice' | 'gifts'> &
  Pick<SharedWishlistItem, 'given'>

const text = (form: FormData, name: string, most: number): string =>
  String(form.get(name) ?? '')
    .trim()
    .slice(0, most)

/** Somebody's lists, those of what was saved for later left out; none of somebody without a name. */
export async function myLists(here: Visit, item: { productId?: string; variantId?: string } = {}): Promise<ChoosableList[]> {
  if (!here.known) return []
  const { wishlists } = await here.client.wishlists.listMyWishlists(item)
  return wishlists.filter(({ kind }) => kind !== 'SAVED_FOR_LATER')
}

/** What a form of a product names: by its variant, or by the choices made. */
export function referenceIn(form: FormData): CatalogReferenceInput {
  const variantId = text(form, 'variant', 36)
  const options = Object.fromEntries(
    [...form].flatMap(([name, value]) => (name.startsWith('choice.') ? [[name.slice(7, 57), String(value).slice(0, 250)] as const] : [])),
  )
  const chosen = variantId ? { variantId } : Object.keys(options).length > 0 ? { options } : undefined
  return { appId: catalogueApp, catalogItemId: text(form, 'product', 36), ...(chosen && { options: chosen }) }
}

const choicesOf = (product: Product | undefined, { catalogReference: { options } }: Pick<Shown, 'catalogReference'>) => {
  const { variantId, options: chosen } = (options ?? {}) as { variantId?: string; options?: Record<string, string> }
  return product?.variants.find(({ id }) => id === variantId)?.choices ?? chosen ?? {}
}

/** Items beside the cards of their products. */
export async function showEntries(here: Visit, items: readonly Shown[]): Promise<EntryView[]> {
  const slugs = [...new Set(items.flatMap(({ slug }) => slug ?? []))]
  const products = new Map((await productsNamed(here, slugs)).map((product) => [product.id, product]))
  const chosen = items.map((item) => {
    const product = products.get(item.productId)
    return { item, product, choices: choicesOf(product, item) }
  })
  const there = chosen.flatMap(({ item, product, choices }) =>
    product ? [{ id: item.id, product, choice: Object.values(choices)[0] }] : [],
  )
  const shown = await showCards(
    here,
    there.map(({ product }) => product),
    (_, at) => there[at]?.choice,
  )
  const cards = new Map(there.map(({ id }, at) => [id, shown[at]]))
  return chosen.map(({ item, product, choices }) => {
    const [price, was] = [item.price, item.addedPrice].map((amount) => (amount === undefined ? undefined : Number(amount)))
    return {
      id: item.id,
      name: item.name,
      card: cards.get(item.id),
      chosen: item.choices,
      choices,
      quantity: item.quantity,
      note: item.note,
      availability: product ? item.availability : 'GONE',
      price,
      was: was !== undefined && price !== undefined && was !== price ? was : undefined,
      given: showGiven(here, item),
      ...(item.gifts && { gifts: giftTexts(here, item.gifts) }),
    }
  })
}

/** The page of somebody's lists: all of them, and one with what is on it. */
export async function readLists(here: Visit, asked: string | null) {
  const lists = await myLists(here)
  const one = lists.find(({ id }) => id === asked) ?? lists.find(({ itemCount }) => itemCount > 0) ?? lists[0]
  const [, found] = one ? await attempt(here.client.wishlists.getWishlist({ id: one.id })) : []
  return {
    lists,
    open: one &&
      found && {
        ...one,
        note: found.wishlist.note,
        giftsHiddenUntil: found.wishlist.giftsHiddenUntil,
        hidden: hiddenText(here, found.wishlist.giftsHiddenUntil),
        entries: await showEntries(here, found.wishlist.items),
      },
    tomorrow: new Date(Date.parse(here.shop.today) + 24 * 3_600_000).toISOString().slice(0, 10),
    shopName: here.shop.name,
  }
}

export interface ListsSaid {
  readonly said?: string
  readonly wrong?: string
  /** Of a link that was just made. */
  readonly link?: string
}

const refused: Readonly<Record<string, string>> = {
  WISHLISTS_LIMIT_EXCEEDED: 'You have twenty lists, and that is as many as there can be. Delete one first.',
  WISHLIST_ITEMS_LIMIT_EXCEEDED: 'That list holds a hundred objects, and no more. Take one off first.',
  WISHLIST_NOT_FOUND: 'That list is not there any more.',
  WISHLIST_ITEM_NOT_FOUND: 'That is not on the list any more.',
  WISHLIST_IS_DEFAULT: 'This list stays. You can empty it.',
  PERMISSION_DENIED: 'Sign in first: then the list is yours on every device, and you can share it.',
}

export const refusedText = (code: string): string | undefined => refused[code]

const units = (form: FormData): number => Math.max(1, Math.min(100_000, Math.trunc(Number(form.get('quantity'))) || 1))

/** Does what the page of lists asks for, and says what came of it. */
export async function changeLists(here: Visit, form: FormData, page: string) {
  here.know()
  const { wishlists } = here.client
  const [id, itemId] = [text(form, 'list', 36), text(form, 'item', 36)]
  const say = (said: ListsSaid, status = 200) => data<ListsSaid>(said, { status })
  const refuse = (error: Refused) => {
    const wrong = refused[error.code]
    if (wrong === undefined) throw error
    return say({ wrong }, error.status)
  }
  const answer = async <T>(call: Promise<T>, done: (value: T) => ListsSaid) => {
    const [error, value] = await attempt(call)
    return error ? refuse(error) : say(done(value))
  }
  switch (form.get('intent')) {
    case 'create': {
      const name = text(form, 'name', 60)
      if (!name) return say({ wrong: 'A list needs a name.' }, 400)
      const [error, made] = await attempt(wishlists.createWishlist({ name }))
      if (error) return refuse(error)
      throw redirect(`${page}?list=${made.wishlist.id}`, 303)
    }
    case 'rename': {
      const name = text(form, 'name', 60)
      if (!name) return say({ wrong: 'A list needs a name.' }, 400)
      const day = text(form, 'gifts-hidden-until', 10)
      const [error] = await attempt(
        wishlists.updateWishlist({
          id,
          name,
          note: text(form, 'note', 500) || null,
          ...(form.has('gifts-hidden-until') && { giftsHiddenUntil: day || null }),
        }),
      )
      if (error?.code === 'INVALID_ARGUMENT') return say({ wrong: 'That day is over. Choose one that is still to come.' }, 400)
      return error ? refuse(error) : say({ said: 'Saved.' })
    }
    case 'delete': {
      const [error] = await attempt(wishlists.deleteWishlist({ id }))
      if (error) return refuse(error)
      throw redirect(page, 303)
    }
    case 'share':
      return answer(wishlists.shareWishlist({ id }), ({ token }) => ({
        link: new URL(`${wishlistAt.page}/${token}`, here.host.baseUrl).href,
        said: 'Whoever has this link sees the list.',
      }))
    case 'unshare':
      return answer(wishlists.endSharing({ id }), () => ({ said: 'The links to this list are over. Only you see it now.' }))
    case 'remove':
      return answer(wishlists.removeItem({ itemId }), () => ({ said: `${text(form, 'name', 200)} is off the list.` }))
    case 'change': {
      const [error] = await attempt(wishlists.updateItem({ itemId, quantity: units(form), note: text(form, 'note', 200) || null }))
      if (error) return refuse(error)
      const target = text(form, 'to', 36)
      if (!target || target === id) return say({ said: 'Saved.' })
      return answer(wishlists.moveItem({ itemId, wishlistId: target }), () => ({
        said: `${text(form, 'name', 200)} is on the other list now.`,
      }))
    }
    case 'cart':
      return answer(wishlists.moveToCart({ id, ...(itemId && { itemIds: [itemId] }) }), ({ movedCount, left }) => ({
        said: [
          movedCount === 0 ? 'Nothing went into your bag.' : `${capital(many(movedCount, 'object'))} went into your bag.`,
          ...(left.length > 0 ? [`${inList(left.map(({ name }) => name))} stayed here.`] : []),
        ].join(' '),
      }))
    case 'price':
      return say(await watchPrice(here, id, itemId))
    default:
      throw data(null, { status: 400 })
  }
}

/** Asks for an email to the member's own address when something on a list costs less. */
async function watchPrice(here: Visit, listId: string, itemId: string): Promise<ListsSaid> {
  const [, found] = await attempt(here.client.wishlists.getWishlist({ id: listId }))
  const item = found?.wishlist.items.find(({ id }) => id === itemId)
  const email = await memberEmail(here)
  if (!item) return { wrong: refused['WISHLIST_ITEM_NOT_FOUND'] ?? '' }
  if (email === undefined) return { wrong: 'Sign in first: then one press is enough.' }
  const what = [item.name, item.choices].filter(Boolean).join(', ')
  const { appId, catalogItemId, options } = item.catalogReference
  const { variantId } = (options ?? {}) as { variantId?: string }
  const chosen = variantId ? { options: { variantId } } : options ? { options: options as CatalogReferenceInput['options'] } : {}
  const state = await askForPriceAlert(here, { appId, catalogItemId, ...chosen }, email)
  if (state === 'ASKED') return { said: `One email to ${email} when it costs less: ${what}.` }
  return state === 'WAITS' ? { said: `You wait for that already: ${what}.` } : { wrong: refusedAlert[state] }
}
