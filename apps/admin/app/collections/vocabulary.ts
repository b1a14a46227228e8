import { client } from '../client.ts'
import type { Vocabulary } from './rule-text.ts'

const mostOffered = 100

/** Brands, ribbons, and options with their choices, as the shop's products have them. */
export async function readVocabulary(signal: AbortSignal): Promise<Vocabulary> {
  const labels = async (kind: 'brand' | 'ribbon') =>
    (await client.merchantProducts.listProductLabels({ kind, sort: 'PRODUCTS', limit: mostOffered }, { signal })).labels.map(
      ({ name }) => name,
    )
  const [brands, ribbons, { customizations }] = await Promise.all([
    labels('brand'),
    labels('ribbon'),
    client.customizationsV3.queryCustomizations(
      { query: { filter: { customizationType: 'PRODUCT_OPTION' }, cursorPaging: { limit: mostOffered } } },
      { signal },
    ),
  ])
  const options = customizations.map(({ name, choicesSettings }) => ({
    name,
    choices: choicesSettings?.choices.map((one) => one.name) ?? [],
  }))
  return { brands, ribbons, options }
}
