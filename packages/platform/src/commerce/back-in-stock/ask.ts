import type { CatalogReference, ImageInput } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { newId } from '../../kernel/db/id.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { type Actor, visitorOf } from '../../kernel/http/caller.ts'
import { refuse } from '../../kernel/refusal.ts'
import { storesApp } from '../selling/apps.ts'
import type { BackInStockDeps } from './deps.ts'
import { tell } from './events.ts'
import { insertRequest, type RequestKind } from './store.ts'

/** What somebody waits for, as it is stored: without what they would have written into the product's own fields. */
interface Sent {
  readonly catalogItemId: string
  readonly appId: string
  readonly options?:
    | { readonly variantId?: string | null | undefined; readonly options?: Readonly<Record<string, string>> | null | undefined }
    | null
    | undefined
}

export function referenceOf({ catalogItemId, appId, options }: Sent): CatalogReference {
  const { variantId, options: choices } = options ?? {}
  const chosen = { ...(variantId && { variantId: variantId.toLowerCase() }), ...(choices && { options: choices }) }
  return { catalogItemId: catalogItemId.toLowerCase(), appId, ...(Object.keys(chosen).length > 0 && { options: chosen }) }
}

export interface Asked {
  readonly reference: CatalogReference
  readonly email: string
  readonly itemUrl?: string | undefined
  /** That it is in stock, where nothing is said. */
  readonly kind?: RequestKind | undefined
}

/** Puts an address on the list of an item, for when it is in stock or costs less; undefined where the address is on it already. */
export async function ask(
  { findItems, settingsOf, contactOf, currencyOf }: BackInStockDeps,
  context: Context & Pick<Actor, 'caller'>,
  { reference, email, itemUrl, kind = 'STOCK' }: Asked,
) {
  const { db, site, now, caller } = context
  if (reference.appId !== storesApp || !(await settingsOf(db, site)).collectsRequests) return refuse('REQUEST_COLLECTION_DISABLED')
  const [item] = await findItems(db, site, [reference])
  if (!item) return refuse('INVALID_CATALOG_REFERENCE_OPTIONS')
  const memberId = caller.kind === 'member' ? caller.memberId : null
  const request = await insertRequest(
    db,
    site,
    {
      id: newId(),
      kind,
      price: kind === 'PRICE' ? item.price : null,
      currency: kind === 'PRICE' ? await currencyOf(db, site) : null,
      productId: item.productId,
      variantId: item.variantId,
      reference,
      email: email.trim(),
      visitorId: visitorOf(caller) ?? null,
      memberId,
      contactId: memberId ? ((await contactOf(db, site, memberId)) ?? null) : null,
      itemUrl: itemUrl ?? null,
    },
    now,
  )
  if (!request) return undefined
  await tell(context, 'created', [request])
  return request
}

/** The id of a picture, where there is one: by its id, or by its address at this shop. Null where it is no file of the shop. */
export async function pictureIn(
  { isFile, origin }: Pick<BackInStockDeps, 'isFile' | 'origin'>,
  db: Db,
  site: string,
  image: ImageInput | null | undefined,
): Promise<string | undefined | null> {
  const path = image?.url?.startsWith(`${origin}/media/`) ? image.url.slice(`${origin}/media/`.length).split(/[/?#]/)[0] : undefined
  const id = image?.id || (path && decoded(path))
  if (!id) return image?.url ? null : undefined
  return (await isFile(db, site, id)) ? id : null
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
