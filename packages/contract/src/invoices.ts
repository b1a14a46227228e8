import * as z from 'zod'
import { BulkActionMetadata, ItemMetadata } from './bulk.ts'
import { operation, operations } from './operation.ts'
import { Guid, Instant, text } from './primitives.ts'

/** An invoice, and the app that made it. */
export const Invoice = z.object({ id: z.string(), appId: z.string() })
export interface Invoice extends z.infer<typeof Invoice> {}

export const InvoicesForOrder = z.object({ orderId: z.string(), invoicesInfo: z.array(Invoice).optional() })
export interface InvoicesForOrder extends z.infer<typeof InvoicesForOrder> {}

export const BulkInvoiceResult = z.object({
  itemMetadata: ItemMetadata,
  item: z.object({ orderId: z.string(), invoiceId: z.string() }).optional(),
})
export interface BulkInvoiceResult extends z.infer<typeof BulkInvoiceResult> {}

/** An invoice of the shop's own, with its number. */
export const InvoicePaper = z.object({
  id: Guid,
  orderId: Guid,
  /** As printed on it; the shop's numbers have no gaps. */
  number: z.string(),
  issuedDate: Instant,
  /** The link to the PDF, valid for a day. */
  link: z.string(),
})
export interface InvoicePaper extends z.infer<typeof InvoicePaper> {}

const refusedWith = ['ORDER_NOT_FOUND', 'GENERATE_INVOICE_NOT_SUPPORTED', 'INVOICE_ALREADY_EXISTS', 'MISSING_CONTACT'] as const

export const invoices = operations({
  /** In the requested order; orders that the caller may not see are left out. */
  'POST /ecom/v1/invoices/list-by-ids': operation({
    as: 'visitor',
    summary: 'List the invoices of several orders',
    input: z.object({ orderIds: z.array(Guid).max(100) }),
    ok: z.object({ invoicesForOrder: z.array(InvoicesForOrder) }),
    errors: [],
    reads: true,
    aliases: ['/ecom/v1/ep-invoices/list-by-ids', '/v1/invoices/list-by-ids'],
  }),

  /** Once for an order in force, with the shop's next number. It lists what was sold, and does not change any more. */
  'POST /ecom/v1/invoices/orders/{orderId}': operation({
    as: 'user',
    summary: 'Make the invoice of an order',
    input: z.object({ orderId: Guid }),
    ok: z.object({ invoiceId: z.string() }),
    errors: refusedWith,
    aliases: ['/ecom/v1/ep-invoices/orders/{orderId}', '/v1/invoices/orders/{orderId}'],
  }),

  /** Each independently. */
  'POST /ecom/v1/bulk/invoices/generate': operation({
    as: 'user',
    summary: 'Make the invoices of several orders',
    input: z.object({ orderIds: z.array(Guid).min(1).max(300) }),
    ok: z.object({ results: z.array(BulkInvoiceResult), bulkActionMetadata: BulkActionMetadata }),
    errors: [],
    aliases: ['/v1/bulk/invoices/generate'],
  }),

  /** One that another app issued. Adding it again changes nothing. */
  'POST /ecom/v1/invoices/orders/{orderId}/add-invoice': operation({
    as: 'user',
    summary: 'Put an invoice to its order',
    input: z.object({ orderId: Guid, invoiceInfo: z.object({ id: text(100, 1), appId: text(100, 1) }) }),
    ok: z.object({ orderInvoices: z.array(Invoice) }),
    errors: ['ORDER_NOT_FOUND'],
    aliases: ['/ecom/v1/ep-invoices/orders/{orderId}/add-invoice', '/v1/invoices/orders/{orderId}/add-invoice'],
  }),

  /** Of the shop's own making. */
  'GET /vitrine/v1/invoices/{id}': operation({
    as: 'user',
    summary: 'Read an invoice',
    input: z.object({ id: Guid }),
    ok: z.object({ invoice: InvoicePaper }),
    errors: ['INVOICE_NOT_FOUND'],
  }),
})
