import { ItemTypePreset, NewCustomLineItem } from '@vitrine/contract'
import { appOf, type PluginSettings } from '../../kernel/settings/plugin-settings.ts'
import type { CatalogProvider, CatalogQuestion, ListedItem } from '../selling/catalogs.ts'
import { described } from '../selling/line.ts'
import { NoAnswer } from '../selling/outside-calls.ts'
import { decimal, isObject, listOf, type Said, stateOf, text } from './answers.ts'
import type { CallPlugin } from './call.ts'

const mostUnits = 100_000

/** Asks another app for name, price and availability of its items. */
export const catalogOf = (plugin: PluginSettings, call: CallPlugin): CatalogProvider => ({
  id: plugin.id,
  appId: appOf(plugin),
  name: plugin.name,
  state: stateOf(plugin),
  async itemsOf({ site, currency, language, weightUnit, items }, signal) {
    const request = {
      catalogReferences: items.map(({ reference, quantity }) => ({ catalogReference: reference, quantity })),
      weightUnit,
      currency,
    }
    const answer = await call(plugin, { site, currency, language }, request, signal)
    return { items: listOf(answer, 'catalogItems', plugin).flatMap((item) => itemOf(item, items, currency, plugin)) }
  },
})

/** One of the things asked about; one that was not asked about is none of ours. */
function itemOf({ catalogReference, data }: Said, asked: CatalogQuestion['items'], currency: string, plugin: PluginSettings): ListedItem[] {
  const id = isObject(catalogReference) ? text(catalogReference['catalogItemId']) : undefined
  const known = asked.find(({ reference }) => reference.catalogItemId === id)
  if (!known || id === undefined) return []
  const options = isObject(catalogReference) && isObject(catalogReference['options']) ? catalogReference['options'] : {}
  const read = NewCustomLineItem.safeParse(isObject(data) ? written(data) : undefined)
  if (!read.success || !read.data.productName)
    throw new NoAnswer(`What ${plugin.name} said of ${id.slice(0, 36)} cannot be used.`, { code: 'UNUSABLE_ANSWER' })
  const { url } = read.data
  const page = { ...(url?.url && { url: url.url }), ...(url?.relativePath && { relativePath: url.relativePath }) }
  const item = {
    ...described(read.data, currency),
    productId: id,
    catalog: { appId: appOf(plugin), collectionIds: [] },
    elsewhere: page.url !== undefined ? { url: page } : {},
  }
  return [{ reference: { appId: appOf(plugin), catalogItemId: id, options }, item }]
}

/** In the form of a line that brings its own description: amounts may be numbers, and what a later version says besides is not read. */
function written(data: Said): Said {
  const { itemType, quantityAvailable, price, fullPrice, depositAmount, descriptionLines, media, url, ...rest } = data
  const preset = isObject(itemType) ? ItemTypePreset.safeParse(itemType['preset']) : undefined
  const custom = isObject(itemType) ? text(itemType['custom']) : undefined
  const picture = isObject(media) && isWebAddress(media['url']) ? media : undefined
  const page = isObject(url) && isWebAddress(url['url']) ? url : undefined
  return {
    ...rest,
    price: decimal(price),
    ...(decimal(fullPrice) !== '' && { fullPrice: decimal(fullPrice) }),
    ...(decimal(depositAmount) !== '' && { depositAmount: decimal(depositAmount) }),
    ...(Array.isArray(descriptionLines) && { descriptionLines: descriptionLines.slice(0, 10) }),
    itemType: { preset: preset?.success ? preset.data : custom ? undefined : 'PHYSICAL', ...(custom && { custom }) },
    ...(typeof quantityAvailable === 'number' && { quantityAvailable: Math.max(0, Math.min(mostUnits, Math.floor(quantityAvailable))) }),
    ...(picture && { media: picture }),
    ...(page && { url: page }),
  }
}

/** No page of the shop leads to `javascript:` because another app says so. */
const isWebAddress = (value: unknown): boolean => typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value)
