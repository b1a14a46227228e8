import * as z from 'zod'
import { BulkActionMetadata, ItemMetadata } from './bulk.ts'
import { PaymentStatus } from './enums.ts'
import { operation, operations } from './operation.ts'
import { Price } from './prices.ts'
import { CurrencyCode, Guid, Instant, text, whole } from './primitives.ts'
import { Revision } from './revised.ts'

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

/** A credit note corrects an invoice, which never changes. */
export const InvoiceKind = z.enum(['INVOICE', 'CREDIT_NOTE'])
export type InvoiceKind = z.infer<typeof InvoiceKind>

/** An invoice or a credit note of the shop's own, as a list shows it. */
export const InvoiceSummary = z.object({
  id: Guid,
  kind: InvoiceKind,
  /** As printed on it. Invoices and credit notes have a series of numbers each, without gaps. */
  number: z.string(),
  orderId: Guid,
  orderNumber: z.string(),
  /** The first line of whom it is made out to; their email where nothing else is known. */
  buyer: z.string(),
  issuedDate: Instant,
  /** With tax. Of a credit note what it takes off its invoice, as a positive amount. */
  amount: Price,
  /** What of it is tax. */
  tax: Price,
  currency: CurrencyCode,
  /** How its order is paid now. */
  paymentStatus: PaymentStatus,
  /** The numbers of the credit notes that an invoice has; of a credit note the number of its invoice. */
  refersTo: z.array(z.string()),
  /** Whether credit notes have taken off all of it. */
  isCredited: z.boolean(),
})
export interface InvoiceSummary extends z.infer<typeof InvoiceSummary> {}

/** What is printed on it. */
export const InvoiceDocument = z.object({
  seller: z.object({
    name: z.string(),
    wordmark: z.string(),
    address: z.array(z.string()),
    taxIds: z.array(z.string()),
    notes: z.array(z.string()),
  }),
  buyer: z.array(z.string()),
  lines: z.array(z.object({ name: z.string(), description: z.string().optional(), quantity: z.int(), amount: Price })),
  /** Discounts, delivery, fees and taxes, in their order; what comes off has a negative amount. */
  sums: z.array(z.object({ name: z.string(), amount: Price })),
  total: Price,
  /** Of it, by tax and rate: the net amount and the tax. */
  taxes: z.array(z.object({ name: z.string(), percent: z.string(), net: Price, tax: Price })),
})
export interface InvoiceDocument extends z.infer<typeof InvoiceDocument> {}

/** What stands on the shop's invoices and credit notes beside its name and address, and how they are numbered. */
export const InvoiceSettings = z.object({
  revision: z.string(),
  /** Before each number, such as `2026-`. */
  prefix: z.string(),
  /** The first number of all; it counts as long as no invoice is issued. */
  firstNumber: z.int(),
  creditNotePrefix: z.string(),
  /** Such as `VAT` and `DE123456789`. */
  taxIds: z.array(z.object({ name: z.string(), value: z.string() })),
  /** A register, a bank account; one line each. */
  notes: z.array(z.string()),
  /** A sentence beside the sums; empty for none. */
  thanks: z.string(),
  /** The numbers that the next ones get. */
  next: z.object({ invoice: z.string(), creditNote: z.string() }),
})
export interface InvoiceSettings extends z.infer<typeof InvoiceSettings> {}

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

  /** Of the shop's own making; also a credit note. */
  'GET /vitrine/v1/invoices/{id}': operation({
    as: 'user',
    summary: 'Read an invoice',
    input: z.object({ id: Guid }),
    ok: z.object({ invoice: InvoicePaper, summary: InvoiceSummary, document: InvoiceDocument }),
    errors: ['INVOICE_NOT_FOUND'],
  }),

  /**
   * The shop's own invoices and credit notes, the newest first. `words` are the number of an invoice, a credit note or an order, or the email
   * that an order was placed with.
   *
   * @example
   * const { invoices } = await client.orderInvoices.searchInvoices({ kind: 'CREDIT_NOTE', from: '2026-11-01T00:00:00Z' })
   */
  'POST /vitrine/v1/invoices/search': operation({
    as: 'user',
    personal: 'invoices',
    summary: 'Search invoices and credit notes',
    input: z.object({
      kind: InvoiceKind.nullish(),
      orderId: Guid.nullish(),
      words: text(320).nullish(),
      /** Issued at that time or later. */
      from: Instant.max(40).nullish(),
      /** Issued before that time. */
      to: Instant.max(40).nullish(),
      limit: whole(1, 100).nullish(),
      cursor: text(200).nullish(),
    }),
    ok: z.object({ invoices: z.array(InvoiceSummary), nextCursor: z.string().optional() }),
    errors: [],
    reads: true,
  }),

  /**
   * How many were issued in a time and what they come to, in the currency of the shop; counts stop at 10,000, and sums with them.
   *
   * @example
   * const { invoices, creditNotes } = await client.orderInvoices.sumUpInvoices({ from: '2026-11-01T00:00:00Z' })
   */
  'POST /vitrine/v1/invoices/sum-up': operation({
    as: 'user',
    summary: 'Sum up invoices and credit notes',
    input: z.object({ from: Instant.max(40).nullish(), to: Instant.max(40).nullish() }),
    ok: z.object({
      invoices: z.object({ count: z.int(), amount: Price }),
      creditNotes: z.object({ count: z.int(), amount: Price }),
      currency: CurrencyCode,
    }),
    errors: [],
    reads: true,
  }),

  'GET /vitrine/v1/invoices/settings': operation({
    as: 'user',
    summary: 'Read how invoices are numbered, and what stands on them',
    input: z.object({}),
    ok: z.object({ settings: InvoiceSettings }),
    errors: [],
  }),

  /** Absent fields stay unchanged. Issued invoices and credit notes never change. */
  'PATCH /vitrine/v1/invoices/settings': operation({
    as: 'user',
    merchant: 'settings',
    summary: 'Change how invoices are numbered, and what stands on them',
    input: z.object({
      settings: z.object({
        revision: Revision.nullish(),
        prefix: text(20).nullish(),
        firstNumber: whole(1, 999_999_999).nullish(),
        creditNotePrefix: text(20).nullish(),
        taxIds: z
          .array(z.object({ name: text(40, 1), value: text(60, 1) }))
          .max(5)
          .nullish(),
        notes: z.array(text(120, 1)).max(5).nullish(),
        thanks: text(300).nullish(),
      }),
    }),
    ok: z.object({ settings: InvoiceSettings }),
    errors: [],
  }),
})
