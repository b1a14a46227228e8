import { isId } from '../../kernel/db/id.ts'
import type { Paper } from './paper.ts'
import type { StoredInvoice } from './store.ts'

export interface InvoiceRequest {
  readonly site: string
  readonly method: string
  /** Path and query as they came. */
  readonly path: string
}

export interface InvoiceAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | null
}

export interface InvoiceRouteDeps {
  /** Whether the shop signed a key for the invoice of this order. */
  readonly proves: (site: string, key: string, orderId: string) => Promise<boolean>
  /** The invoice of an order, made now where there is none; undefined where there cannot be one. */
  readonly get: (site: string, orderId: string) => Promise<StoredInvoice | undefined>
  /** A credit note, by a key that the shop signed for it; undefined where it did not, or it is over. */
  readonly creditNoteBy: (site: string, key: string) => Promise<Paper | undefined>
  readonly print: (site: string, paper: Paper) => Promise<Buffer>
  /** The orders that a key for packing slips names; undefined where the shop did not sign it, or it is over. */
  readonly slipsBy: (site: string, key: string) => Promise<readonly string[] | undefined>
  readonly printSlips: (site: string, orderIds: readonly string[]) => Promise<Buffer>
}

/**
 * Invoices, credit notes and packing slips as PDF, `/invoices/<order>.pdf?key=…`, `/invoices/credit-note.pdf?key=…` and
 * `/invoices/packing-slips.pdf?key=…`, to whoever holds a link that the shop signed.
 */
export const invoiceRoute =
  ({ proves, get, creditNoteBy, print, slipsBy, printSlips }: InvoiceRouteDeps) =>
  async ({ site, method, path }: InvoiceRequest): Promise<InvoiceAnswer> => {
    if (method !== 'GET' && method !== 'HEAD') return said(405, 'METHOD_NOT_ALLOWED', 'Invoices are only read.', { allow: 'GET, HEAD' })
    const url = new URL(path, 'http://invoices.invalid')
    if (url.pathname === '/invoices/packing-slips.pdf') {
      const orderIds = await slipsBy(site, url.searchParams.get('key') ?? '')
      return orderIds ? pdf(await printSlips(site, orderIds), 'packing-slips.pdf', method) : missing
    }
    const printed = async (paper: Paper) => pdf(await print(site, paper), `${paper.number.replace(/[^\w.-]+/g, '-')}.pdf`, method)
    if (url.pathname === '/invoices/credit-note.pdf') {
      const paper = await creditNoteBy(site, url.searchParams.get('key') ?? '')
      return paper ? printed(paper) : missing
    }
    const orderId = /^\/invoices\/([^/]+)\.pdf$/.exec(url.pathname)?.[1] ?? ''
    if (!isId(orderId) || !(await proves(site, url.searchParams.get('key') ?? '', orderId))) return missing
    const found = await get(site, orderId)
    return found ? printed(found.paper) : missing
  }

const common = {
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
  'referrer-policy': 'no-referrer',
}

const pdf = (bytes: Buffer, name: string, method: string): InvoiceAnswer => ({
  status: 200,
  headers: {
    ...common,
    'content-type': 'application/pdf',
    'content-length': String(bytes.length),
    'content-disposition': `inline; filename="${name}"`,
  },
  body: method === 'HEAD' ? null : bytes,
})

function said(status: number, code: string, description: string, headers: Readonly<Record<string, string>> = {}): InvoiceAnswer {
  const body = Buffer.from(JSON.stringify({ message: description, details: { applicationError: { code, description, data: {} } } }))
  return { status, headers: { ...common, ...headers, 'content-type': 'application/json', 'content-length': String(body.length) }, body }
}

const missing = said(404, 'INVOICE_NOT_FOUND', 'There is no such invoice, or the link is over.')
