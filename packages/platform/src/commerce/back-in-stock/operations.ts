import type { BackInStockNotificationRequestsCount, backInStock } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { isId } from '../../kernel/db/id.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { readKeyset } from '../../kernel/query/keyset.ts'
import { readable } from '../../kernel/query/readable.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { lockSection } from '../../kernel/settings/change.ts'
import { writeSettings } from '../../kernel/settings/settings.ts'
import { storesApp } from '../selling/apps.ts'
import { mayTakePlace } from '../selling/checkout-page.ts'
import { ask, pictureIn, referenceOf } from './ask.ts'
import { remove, step } from './change.ts'
import type { BackInStockDeps } from './deps.ts'
import { newestFirst, requestFields, requestId, showRequest } from './show.ts'
import { countWaiting, findRequest, pageOfRequests, type StoredRequest } from './store.ts'

/** Those about a price are none of the published client's. */
const forStock = sql`request.kind = 'STOCK'`

async function findStockRequest(db: Db, site: string, id: string): Promise<StoredRequest | undefined> {
  const request = await findRequest(db, site, id)
  return request?.kind === 'STOCK' ? request : undefined
}

/** Requests for emails about what is back in stock, as the published client has them. */
export function backInStockOperations(deps: BackInStockDeps): Handlers<typeof backInStock> {
  const { settingsOf, findItems, mayLeadTo } = deps

  async function collecting(context: Context, appId: string, collectsRequests: boolean) {
    const { db, site, now } = context
    const known = await settingsOf(db, site)
    if (appId.toLowerCase() !== storesApp) return shown(known.collectsRequests)
    const before = { ...known, ...(await lockSection(db, site, 'backInStock', known, now)).document }
    await writeSettings(db, site, 'backInStock', { ...before, collectsRequests }, now)
    return shown(collectsRequests)
  }

  return {
    async 'POST /back-in-stock-service/v1/back-in-stock-notification-requests'({ request, itemDetails }, scope) {
      const { db, site } = scope
      if ((await pictureIn(deps, db, site, itemDetails.image)) === null) return refuse('INVALID_ITEM_IMAGE_URL')
      const { catalogReference, email, itemUrl } = request
      if (itemUrl && !(await mayTakePlace(scope, itemUrl, mayLeadTo))) return refuse('REDIRECT_URI_NOT_ALLOWED', { url: itemUrl })
      const asked = { reference: referenceOf(catalogReference), email, itemUrl: itemUrl ?? undefined }
      const made = await ask(deps, scope, asked)
      if (made instanceof Refusal) return made
      return made ? { request: showRequest(made) } : refuse('BACK_IN_STOCK_NOTIFICATION_REQUEST_ALREADY_EXISTS')
    },

    async 'GET /back-in-stock-service/v1/back-in-stock-notification-requests/{id}'({ id }, { db, site }) {
      const request = await findStockRequest(db, site, id)
      return request ? { request: showRequest(request) } : refuse('BACK_IN_STOCK_NOTIFICATION_REQUEST_NOT_FOUND')
    },

    async 'DELETE /back-in-stock-service/v1/back-in-stock-notification-requests/{id}'({ id }, scope) {
      const [gone] = await remove(scope, sql`request.id = ${id} and ${forStock}`, 'SHOP')
      return gone ? {} : refuse('BACK_IN_STOCK_NOTIFICATION_REQUEST_NOT_FOUND')
    },

    async 'PUT /back-in-stock-service/v1/back-in-stock-notification-requests/{id}/mark-as-notification-sent'({ id }, scope) {
      const [marked] = await step(scope, sql`request.id = ${id} and ${forStock}`, 'MARK', sql`, sent_at = ${scope.now}, next_try_at = null`)
      const request = marked ?? (await findStockRequest(scope.db, scope.site, id))
      return request ? { request: showRequest(request) } : refuse('BACK_IN_STOCK_NOTIFICATION_REQUEST_NOT_FOUND')
    },

    'GET /back-in-stock-service/v1/back-in-stock-notification-requests': ({ query }, { db, site }) =>
      readable(async () => {
        const keyset = readKeyset(query ?? {}, { fields: requestFields, id: requestId, usual: newestFirst, root: 'query' })
        const { rows, metadata } = keyset.page(await pageOfRequests(db, site, keyset))
        return { requests: rows.map(showRequest), metadata }
      }),

    async 'GET /back-in-stock-service/v1/back-in-stock-notification-requests/count-by-catalog-reference'(
      { catalogReferences },
      { db, site },
    ) {
      const references = catalogReferences.map(referenceOf)
      const items = await findItems(db, site, references)
      const ids = references.filter(({ appId, catalogItemId }) => appId === storesApp && isId(catalogItemId))
      const counts = await countWaiting(
        db,
        site,
        ids.map(({ catalogItemId }) => catalogItemId),
      )
      return {
        countsPerCatalogReference: references.map((catalogReference, i): BackInStockNotificationRequestsCount => {
          const { catalogItemId, options, appId } = catalogReference
          // What is hidden has no facts, but those who wait for it do not go away.
          const variantId = options && (items[i]?.variantId ?? options['variantId'])
          const own = counts.filter((one) => one.productId === catalogItemId && (variantId === undefined || one.variantId === variantId))
          return { catalogReference, count: appId === storesApp ? own.reduce((all, { count }) => all + count, 0) : 0 }
        }),
      }
    },

    async 'POST /back-in-stock-service/v1/back-in-stock-notification-requests/report-items-back-in-stock'(input, scope) {
      const { db, site, now } = scope
      const { itemDetails, catalogReference, requestIds } = input
      if ((catalogReference ? 1 : 0) + (requestIds?.length ? 1 : 0) !== 1)
        return refuse('REQUEST_CONTAINS_BOTH_CATALOG_REFERENCE_AND_REQUEST_IDS')
      const imageId = await pictureIn(deps, db, site, itemDetails.image)
      if (imageId === null) return refuse('INVALID_ITEM_IMAGE_URL')
      const { name, price } = itemDetails
      const reported = JSON.stringify({ name, price, ...(imageId && { imageId }) })
      const told = sql`, auto_notified = false, reported = ${reported}::jsonb, tries = 0, next_try_at = ${now}`
      if (requestIds?.length) await step(scope, sql`request.id = any(${requestIds}::uuid[]) and ${forStock}`, 'TELL', told)
      else if (catalogReference) {
        const reference = referenceOf(catalogReference)
        const [item] = await findItems(db, site, [reference])
        const variantId = reference.options && (item?.variantId ?? reference.options['variantId'])
        if (reference.appId === storesApp && isId(reference.catalogItemId))
          await step(
            scope,
            sql`request.status = 'RECEIVED' and ${forStock} and request.product_id = ${reference.catalogItemId}
              ${typeof variantId === 'string' ? sql`and request.variant_id = ${variantId}` : sql``}`,
            'TELL',
            told,
          )
      }
      return {}
    },

    async 'PUT /back-in-stock-service/v1/back-in-stock-notification-requests/settings'(_, { db, site }) {
      return shown((await settingsOf(db, site)).collectsRequests)
    },

    async 'POST /back-in-stock-service/v1/back-in-stock-notification-requests/settings/start-collecting'({ appId }, scope) {
      return appId.toLowerCase() === storesApp ? collecting(scope, appId, true) : refuse('NOT_SUPPORTED_APP_DEF_ID')
    },

    'POST /back-in-stock-service/v1/back-in-stock-notification-requests/settings/stop-collecting': ({ appId }, scope) =>
      collecting(scope, appId, false),
  }
}

const shown = (collectingRequests: boolean) => ({ settings: { collectionStates: [{ appId: storesApp, collectingRequests }] } })
