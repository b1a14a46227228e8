import type { MerchantProductRow, ProductImport } from '@vitrine/contract'
import { client } from '../client.ts'
import { type Delivery, methodsIn } from '../delivery/delivery.ts'
import { currencyName } from '../general/choices.ts'
import { money } from '../orders/sums.ts'
import { countryName } from '../parts/countries.ts'
import { type Facts, type Step, stepsOf } from './steps.ts'

export interface StartData {
  readonly facts: Facts
  readonly delivery: Delivery
  /** Where the shop is: `DE`. */
  readonly country: string
  /** Products that shoppers see. */
  readonly products: readonly MerchantProductRow[]
  /** The last import of the sample products. */
  readonly samples: ProductImport | undefined
}

/** Pages without which a shop is not opened to the public, where the templates of its country have them. */
const obligatory: ReadonlySet<string> = new Set(['IMPRINT', 'PRIVACY', 'TERMS', 'WITHDRAWAL', 'RETURNS'])

/** As many as the preview of the shop has room for. */
const mostPreviewed = 3

/** What there is of a shop on its way to the first order. */
export async function readStart(signal: AbortSignal): Promise<StartData> {
  const asked = { signal }
  const [
    { generalSettings },
    { products },
    { counts },
    { taxRegions },
    delivery,
    { paymentSettings },
    { checks },
    { orders },
    { productImports },
    { pages },
    { templates },
    { versions },
  ] = await Promise.all([
    client.generalSettings.getGeneralSettings({}, asked),
    client.merchantProducts.listProducts({ query: { filter: { visible: true }, cursorPaging: { limit: mostPreviewed } } }, asked),
    client.merchantProducts.countProducts({ filters: [{ visible: true }] }, asked),
    client.taxRegions.queryTaxRegions({ query: { cursorPaging: { limit: 100 } } }, asked),
    client.deliveryPlan.getDelivery({}, asked),
    client.paymentSettings.getPaymentSettings({}, asked),
    client.systemChecks.checkSystem({}, asked),
    client.orders.searchOrders({ search: { cursorPaging: { limit: 1 } } }, asked),
    client.productImports.listProductImports({}, asked),
    client.sitePages.listPages({}, asked),
    client.sitePages.listTemplates({}, asked),
    client.look.listLookVersions({}, asked),
  ])
  const email = checks.find(({ id }) => id === 'EMAIL')
  const regions = delivery.deliveryProfile.deliveryRegions.flatMap(({ id, active }) => (id && active !== false ? [id] : []))
  const methods = new Map(
    regions.flatMap((id) => methodsIn(delivery, id)).flatMap((method) => (method.active ? [[method.id, method.title] as const] : [])),
  )
  const facts: Facts = {
    name: generalSettings.name,
    address: generalSettings.address.join(' '),
    country: countryName(generalSettings.country),
    currency: currencyName(generalSettings.currency).toLowerCase(),
    products: counts[0] ?? 0,
    product: products[0] && productText(products[0], generalSettings.currency),
    taxRegions: taxRegions.length,
    // A rate of the same name in several zones is one to the reader.
    deliveries: [...new Set(methods.values())],
    payments: [
      ...paymentSettings.providers.flatMap(({ name, offered }) => (offered ? [name] : [])),
      ...paymentSettings.offlineMethods.flatMap(({ name, active }) => (active ? [name] : [])),
    ],
    lookPublished: versions.length > 0,
    legalMissing: templates.flatMap(({ kind, title }) =>
      obligatory.has(kind) && !pages.some((page) => page.kind === kind && page.publishedVersion !== undefined) ? [title] : [],
    ),
    emailFault: email && email.status !== 'OK' ? email.message : undefined,
    orders: orders.length,
    open: generalSettings.open,
  }
  const samples = productImports.find(({ sample }) => sample)
  return { facts, delivery, country: generalSettings.country, products, samples }
}

/** `Halde Mug, 3 variants, €24.00, 36 in stock` */
const productText = ({ name, variants, price, quantity }: MerchantProductRow, currency: string): string =>
  [
    name,
    ...(variants > 1 ? [`${variants} variants`] : []),
    money(String(price), currency),
    ...(quantity === undefined ? [] : [`${quantity} in stock`]),
  ].join(', ')

/** The way to the first order; for those who may see the settings. */
export const readSteps = async (signal: AbortSignal): Promise<readonly Step[]> => stepsOf((await readStart(signal)).facts)

/** How many steps there still are without which nobody can buy; for those who may see the settings. */
export const readMissing = async (signal: AbortSignal): Promise<number> =>
  (await readSteps(signal)).filter(({ needed, done }) => needed && !done).length
