import type { invoices, OrderActivityType, packingSlips } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { newId } from '../../kernel/db/id.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { oneByOne } from '../../kernel/http/bulk-results.ts'
import type { Actor } from '../../kernel/http/caller.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import type { Paper } from './paper.ts'
import { addForeign, findInvoice, findInvoiceOf, insertInvoice, listInvoices, nextNumber, type StoredInvoice } from './store.ts'

export interface InvoiceDeps {
  /** Which of these orders somebody may see. */
  readonly readable: (db: Db, site: string, actor: Actor, orderIds: readonly string[]) => Promise<ReadonlySet<string>>
  /** Locks an order: nobody else invoices or changes it until the transaction ends. */
  readonly lockOrder: (context: Context, orderId: string) => Promise<OrderToInvoice | undefined>
  /** Where the PDF of an order's invoice can be fetched for a while. */
  readonly linkTo: (site: string, orderId: string) => Promise<string>
  /** Where the packing slips of orders can be fetched for a while. */
  readonly linkToSlips: (site: string, orderIds: readonly string[]) => Promise<string>
}

export interface OrderToInvoice {
  /** Whether it stands: what waits, was rejected or cancelled is not invoiced. */
  readonly stands: boolean
  /** What it comes to on paper; undefined where nobody is known to make it out to. */
  readonly paper: Omit<Paper, 'number' | 'issuedAt'> | undefined
  readonly numbers: { readonly prefix: string; readonly first: number }
  tell(type: OrderActivityType): Promise<void>
}

/** Invoices that the platform makes are the catalogue's app's. */
export const ownApp = '1380b703-ce81-ff05-f115-39571d94dfcd'

type NotInvoiced = Refusal<'ORDER_NOT_FOUND' | 'GENERATE_INVOICE_NOT_SUPPORTED' | 'INVOICE_ALREADY_EXISTS' | 'MISSING_CONTACT'>

/** Makes the invoice of an order. Its number is taken last, in the same transaction: the shop's invoices have no gap. */
export async function invoice(
  context: Context,
  orderId: string,
  { lockOrder }: Pick<InvoiceDeps, 'lockOrder'>,
): Promise<StoredInvoice | NotInvoiced> {
  const { db, site, now } = context
  const order = await lockOrder(context, orderId)
  if (!order) return refuse('ORDER_NOT_FOUND')
  if (await findInvoiceOf(db, site, orderId)) return refuse('INVOICE_ALREADY_EXISTS')
  if (!order.stands) return refuse('GENERATE_INVOICE_NOT_SUPPORTED')
  if (!order.paper) return refuse('MISSING_CONTACT')
  await order.tell('INVOICE_ADDED')
  const number = await nextNumber(db, site, order.numbers.first)
  const made: StoredInvoice = {
    id: newId(),
    orderId,
    paper: { ...order.paper, number: `${order.numbers.prefix}${number}`, issuedAt: now.toISOString() },
    createdAt: now,
  }
  await insertInvoice(db, site, ownApp, number, made)
  return made
}

export const invoiceOperations = ({
  readable,
  lockOrder,
  linkTo,
  linkToSlips,
}: InvoiceDeps): Handlers<typeof invoices & typeof packingSlips> => ({
  async 'POST /vitrine/v1/packing-slips'({ orderIds }, scope) {
    const { db, site } = scope
    const may = await readable(db, site, scope, orderIds)
    if (orderIds.some((id) => !may.has(id))) return refuse('ORDER_NOT_FOUND')
    return { link: await linkToSlips(site, [...new Set(orderIds)]) }
  },

  async 'POST /ecom/v1/invoices/list-by-ids'({ orderIds }, scope) {
    const { db, site } = scope
    const may = await readable(db, site, scope, orderIds)
    const all = await listInvoices(db, site, [...may])
    return {
      invoicesForOrder: [...new Set(orderIds)]
        .filter((id) => may.has(id))
        .map((orderId) => ({
          orderId,
          invoicesInfo: all.filter((one) => one.orderId === orderId).map(({ id, appId }) => ({ id, appId })),
        })),
    }
  },

  async 'POST /ecom/v1/invoices/orders/{orderId}'({ orderId }, context) {
    const made = await invoice(context, orderId, { lockOrder })
    return made instanceof Refusal ? made : { invoiceId: made.id }
  },

  async 'POST /ecom/v1/bulk/invoices/generate'({ orderIds }, context) {
    return oneByOne(orderIds, async (i) => {
      const made = await invoice(context, orderIds[i]!, { lockOrder })
      return made instanceof Refusal ? made : { orderId: orderIds[i]!, invoiceId: made.id }
    })
  },

  async 'POST /ecom/v1/invoices/orders/{orderId}/add-invoice'({ orderId, invoiceInfo: { id, appId } }, context) {
    const { db, site, now } = context
    const order = await lockOrder(context, orderId)
    if (!order) return refuse('ORDER_NOT_FOUND')
    if (await addForeign(db, site, newId(), { orderId, id, appId }, now)) await order.tell('INVOICE_ADDED')
    return { orderInvoices: (await listInvoices(db, site, [orderId])).map((one) => ({ id: one.id, appId: one.appId })) }
  },

  async 'GET /vitrine/v1/invoices/{id}'({ id }, { db, site }) {
    const found = await findInvoice(db, site, id)
    if (!found) return refuse('INVOICE_NOT_FOUND')
    const { orderId, paper } = found
    return { invoice: { id, orderId, number: paper.number, issuedDate: paper.issuedAt, link: await linkTo(site, orderId) } }
  },
})
