import { client } from '../client.ts'
import { waysIn } from '../delivery/delivery.ts'
import { currencyName } from '../general/choices.ts'
import { countryName } from '../parts/countries.ts'
import { type Facts, stepsOf } from './steps.ts'

/** What there is of a shop on its way to the first order. */
export async function readFacts(signal: AbortSignal): Promise<Facts> {
  const asked = { signal }
  const [{ generalSettings }, { products }, { counts }, { taxRegions }, delivery, { paymentSettings }, { checks }, { orders }] =
    await Promise.all([
      client.generalSettings.getGeneralSettings({}, asked),
      client.merchantProducts.listProducts({ query: { filter: { visible: true }, cursorPaging: { limit: 1 } } }, asked),
      client.merchantProducts.countProducts({ filters: [{ visible: true }] }, asked),
      client.taxRegions.queryTaxRegions({ query: { cursorPaging: { limit: 100 } } }, asked),
      client.deliveryPlan.getDelivery({}, asked),
      client.paymentSettings.getPaymentSettings({}, asked),
      client.systemChecks.checkSystem({}, asked),
      client.orders.searchOrders({ search: { cursorPaging: { limit: 1 } } }, asked),
    ])
  const email = checks.find(({ id }) => id === 'EMAIL')
  const regions = delivery.deliveryProfile.deliveryRegions.flatMap(({ id, active }) => (id && active !== false ? [id] : []))
  const ways = new Map(regions.flatMap((id) => waysIn(delivery, id)).flatMap((way) => (way.active ? [[way.id, way.title] as const] : [])))
  return {
    name: generalSettings.name,
    address: generalSettings.address.join(' '),
    country: countryName(generalSettings.country),
    currency: currencyName(generalSettings.currency).toLowerCase(),
    products: counts[0] ?? 0,
    product: products[0]?.name,
    taxRegions: taxRegions.length,
    deliveries: [...ways.values()],
    payments: [
      ...paymentSettings.providers.flatMap(({ name, offered }) => (offered ? [name] : [])),
      ...paymentSettings.offlineMethods.flatMap(({ name, active }) => (active ? [name] : [])),
    ],
    emailFault: email && email.status !== 'OK' ? email.message : undefined,
    orders: orders.length,
  }
}

/** How many steps there still are without which nobody can buy; for those who may see the settings. */
export async function readMissing(signal: AbortSignal): Promise<number> {
  return stepsOf(await readFacts(signal)).filter(({ needed, done }) => needed && !done).length
}
