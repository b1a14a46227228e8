import type { invoices, OrderActivityType, packingSlips } from '@vitrine/contract'
import { minor } from '@vitrine/pricing'
import type { Context } from '../../kernel/db/context.ts'
import { newId } from '../../kernel/db/id.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { oneByOne } from '../../kernel/http/bulk-results.ts'
import type { Actor } from '../../kernel/http/caller.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { lockSection, readSection, saveSection } from '../../kernel/settings/change.ts'
import { staleOf } from '../../kernel/settings/revised.ts'
import { violation } from '../../kernel/violation.ts'
import type { Amounts } from '../selling/amounts.ts'
import { type CreditDeps, issueCreditNotes } from './credit-notes.ts'
import type { Paper } from './paper.ts'
import { findDocuments, sumUpDocuments, type WantedDocuments } from './search.ts'
import { changedSettings, showInvoiceSettings } from './settings.ts'
import { showDocument, showSummary } from './show.ts'
import { addForeign, findInvoiceOf, insertInvoice, listInvoices, nextNumber, type StoredInvoice } from './store.ts'

export interface InvoiceDeps extends CreditDeps {
  /** Which of these orders somebody may see. */
  readonly readable: (db: Db, site: string, actor: Actor, orderIds: readonly string[]) => Promise<ReadonlySet<string>>
  /** Locks an order: nobody else invoices or changes it until the transaction ends. */
  readonly lockOrder: (context: Context, orderId: string) => Promise<OrderToInvoice | undefined>
  /** Where the PDF of an order's invoice can be fetched for a while. */
  readonly linkTo: (site: string, orderId: string) => Promise<string>
  readonly linkToCreditNote: (site: string, id: string) => Promise<string>
  /** Where the packing slips of orders can be fetched for a while. */
  readonly linkToSlips: (site: string, orderIds: readonly string[]) => Promise<string>
  /** Amounts in the currency of the shop. */
  readonly money: (db: Db, site: string) => Promise<Amounts>
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

/**
 * Makes the invoice of an order. Its number is taken last, in the same transaction: the shop's invoices have no gap. It says what was sold; of
 * what was refunded before there is a credit note at once.
 */
export async function invoice(
  context: Context,
  orderId: string,
  deps: Pick<InvoiceDeps, 'lockOrder' | 'lockOrderToCredit'>,
): Promise<StoredInvoice | NotInvoiced> {
  const { db, site, now } = context
  const order = await deps.lockOrder(context, orderId)
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
  await issueCreditNotes(context, orderId, deps)
  return made
}

const usualLimit = 50

/** Behind which paper the next page begins. */
function placeOf(cursor: string | null | undefined): WantedDocuments['after'] | Refusal<'INVALID_ARGUMENT'> {
  if (!cursor) return undefined
  const [, at, id] = /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(cursor) ?? []
  return at && id ? { at: new Date(Number(at)), id } : violation('cursor', 'is none of a page before')
}

export const invoiceOperations = (deps: InvoiceDeps): Handlers<typeof invoices & typeof packingSlips> => ({
  async 'POST /vitrine/v1/packing-slips'({ orderIds }, scope) {
    const { db, site } = scope
    const may = await deps.readable(db, site, scope, orderIds)
    if (orderIds.some((id) => !may.has(id))) return refuse('ORDER_NOT_FOUND')
    return { link: await deps.linkToSlips(site, [...new Set(orderIds)]) }
  },

  async 'POST /ecom/v1/invoices/list-by-ids'({ orderIds }, scope) {
    const { db, site } = scope
    const may = await deps.readable(db, site, scope, orderIds)
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
    const made = await invoice(context, orderId, deps)
    return made instanceof Refusal ? made : { invoiceId: made.id }
  },

  async 'POST /ecom/v1/bulk/invoices/generate'({ orderIds }, context) {
    return oneByOne(orderIds, async (i) => {
      const made = await invoice(context, orderIds[i]!, deps)
      return made instanceof Refusal ? made : { orderId: orderIds[i]!, invoiceId: made.id }
    })
  },

  async 'POST /ecom/v1/invoices/orders/{orderId}/add-invoice'({ orderId, invoiceInfo: { id, appId } }, context) {
    const { db, site, now } = context
    const order = await deps.lockOrder(context, orderId)
    if (!order) return refuse('ORDER_NOT_FOUND')
    if (await addForeign(db, site, newId(), { orderId, id, appId }, now)) await order.tell('INVOICE_ADDED')
    return { orderInvoices: (await listInvoices(db, site, [orderId])).map((one) => ({ id: one.id, appId: one.appId })) }
  },

  async 'GET /vitrine/v1/invoices/{id}'({ id }, { db, site }) {
    const [found] = await findDocuments(db, site, { id, limit: 1 })
    if (!found) return refuse('INVOICE_NOT_FOUND')
    const { orderId, paper, kind } = found
    const link = kind === 'INVOICE' ? await deps.linkTo(site, orderId) : await deps.linkToCreditNote(site, id)
    return {
      invoice: { id, orderId, number: paper.number, issuedDate: paper.issuedAt, link },
      summary: showSummary(found),
      document: showDocument(paper),
    }
  },

  async 'POST /vitrine/v1/invoices/search'({ kind, orderId, words, from, to, limit, cursor }, { db, site }) {
    const after = placeOf(cursor)
    if (after instanceof Refusal) return after
    const most = limit ?? usualLimit
    const found = await findDocuments(db, site, {
      ...(kind && { kind }),
      ...(orderId && { orderId }),
      ...(words?.trim() && { words: words.trim() }),
      ...(from && { from: new Date(from) }),
      ...(to && { to: new Date(to) }),
      after,
      limit: most + 1,
    })
    const last = found.length > most ? found[most - 1] : undefined
    return {
      invoices: found.slice(0, most).map(showSummary),
      ...(last && { nextCursor: `${last.createdAt.getTime()}.${last.id}` }),
    }
  },

  async 'POST /vitrine/v1/invoices/sum-up'({ from, to }, { db, site }) {
    const { currency, plain } = await deps.money(db, site)
    const time = { ...(from && { from: new Date(from) }), ...(to && { to: new Date(to) }) }
    const sum = async (kind: 'INVOICE' | 'CREDIT_NOTE') => {
      const { count, amount } = await sumUpDocuments(db, site, kind, currency, time)
      return { count, amount: plain(minor(amount)) }
    }
    return { invoices: await sum('INVOICE'), creditNotes: await sum('CREDIT_NOTE'), currency }
  },

  async 'GET /vitrine/v1/invoices/settings'(_, { db, site }) {
    const section = await readSection(db, site, 'invoices')
    return { settings: await showInvoiceSettings(db, site, section?.document ?? {}) }
  },

  async 'PATCH /vitrine/v1/invoices/settings'({ settings }, { db, site, now }) {
    const { document } = await lockSection(db, site, 'invoices', {}, now)
    const stale = staleOf(document, settings.revision)
    if (stale) return stale
    const next = changedSettings(document, settings)
    return saveSection(db, site, 'invoices', { document: next, answer: { settings: await showInvoiceSettings(db, site, next) } }, now)
  },
})
