import type { InvoiceKind, InvoiceSettings, InvoiceSummary, Ok } from '@vitrine/contract'
import { Settings2 } from 'lucide-react'
import { useState } from 'react'
import { Link, Outlet, useLoaderData } from 'react-router'
import { client } from '../client.ts'
import { List } from '../list/list.tsx'
import type { Filter, Listing } from '../list/listing.ts'
import { loaderOf } from '../list/load.ts'
import { daysBetween, within } from '../list/range.ts'
import { useSettled } from '../list/use-settled.ts'
import { numberOf, shortDate } from '../orders/text.ts'
import { ButtonLink } from '../parts/button.tsx'
import { listSearch } from '../promotions/address.ts'
import { shopTimeZone, useShop } from '../shop.ts'
import { sinceMonthBegan } from './month.ts'
import { DocumentState, stateWord } from './state.tsx'

const signed = ({ kind }: InvoiceSummary, amount: string): string => (kind === 'CREDIT_NOTE' ? `−${amount}` : amount)
/** For a file: the minus that spreadsheets know. */
const plain = ({ kind }: InvoiceSummary, amount: string): string => (kind === 'CREDIT_NOTE' ? `-${amount}` : amount)

const At = ({ iso }: { iso: string }) => shortDate(iso, useShop().timeZone)

/** The kind that a filter asks for. */
const kindIn = (filter: Filter): InvoiceKind | undefined => {
  const parts = (filter['$or'] ?? filter['$and']) as readonly Filter[] | undefined
  return parts ? parts.map(kindIn).find(Boolean) : (filter['kind'] as InvoiceKind | undefined)
}

const listing: Listing<InvoiceSummary> = {
  name: 'invoices',
  path: '/invoices',
  title: 'Invoices',
  place: [{ name: 'Orders', to: '/orders' }, { name: 'Invoices' }],
  one: 'invoice',
  more: 'invoices',
  className: 'invoices',
  usualSort: '-date',
  columns: [
    {
      id: 'number',
      name: 'Number',
      head: true,
      className: 'fit',
      bar: 90,
      cell: ({ number, kind }) => (
        <>
          {number} {kind === 'CREDIT_NOTE' && <span className="tag">credit</span>}
        </>
      ),
      text: ({ number }) => number,
    },
    {
      id: 'kind',
      name: 'Kind',
      extra: true,
      cell: ({ kind }) => (kind === 'INVOICE' ? 'Invoice' : 'Credit note'),
      text: ({ kind }) => (kind === 'INVOICE' ? 'Invoice' : 'Credit note'),
    },
    {
      id: 'order',
      name: 'For order',
      className: 'soft fit',
      bar: 50,
      cell: ({ orderNumber }) => numberOf(orderNumber),
      text: ({ orderNumber }) => orderNumber,
    },
    { id: 'to', name: 'To', bar: 120, cell: ({ buyer }) => buyer, text: ({ buyer }) => buyer },
    {
      id: 'date',
      name: 'Date',
      className: 'soft fit',
      bar: 50,
      cell: ({ issuedDate }) => <At iso={issuedDate} />,
      text: ({ issuedDate }) => issuedDate,
    },
    {
      id: 'tax',
      name: 'Tax',
      className: 'num soft',
      extra: true,
      cell: (row) => signed(row, row.tax.formattedAmount),
      text: (row) => plain(row, row.tax.amount),
    },
    {
      id: 'amount',
      name: 'Amount',
      className: 'num',
      bar: 60,
      cell: (row) => signed(row, row.amount.formattedAmount),
      text: (row) => plain(row, row.amount.amount),
    },
    { id: 'state', name: 'State', className: 'fit', bar: 60, cell: (row) => <DocumentState of={row} />, text: stateWord },
  ],
  listFilters: [
    {
      name: 'kind',
      title: 'Kind',
      verb: 'is',
      single: true,
      choices: [
        { value: 'invoice', says: 'invoice', means: () => ({ kind: 'INVOICE' }) },
        { value: 'credit', says: 'credit note', means: () => ({ kind: 'CREDIT_NOTE' }) },
      ],
    },
    {
      name: 'days',
      title: 'Date',
      verb: 'is',
      range: 'days',
      meansText: (text) => within('issuedDate', daysBetween(text, shopTimeZone())),
    },
  ],
  search: { hint: 'Number, order or email', means: () => ({}) },
  views: [
    { id: 'all', name: 'All', search: '' },
    { id: 'invoices', name: 'Invoices', search: 'kind=invoice' },
    {
      id: 'credit',
      name: 'Credit notes',
      search: 'kind=credit',
      nothing: { title: 'No credit notes', words: 'A refund or a cancellation of an invoiced order issues one.' },
    },
  ],
  idOf: ({ id }) => id,
  called: ({ number, kind }) => `${kind === 'INVOICE' ? 'invoice' : 'credit note'} ${number}`,
  to: ({ id }) => `/invoices/${id}${listSearch()}`,
  async read({ query, params }, signal) {
    const words = params.get('q')?.trim()
    const kind = { invoice: 'INVOICE', credit: 'CREDIT_NOTE' }[params.get('kind') ?? ''] as InvoiceKind | undefined
    const { $gte: from, $lt: to } = daysBetween(params.get('days') ?? '', shopTimeZone())
    const { limit, cursor } = query.cursorPaging ?? {}
    const { invoices, nextCursor } = await client.orderInvoices.searchInvoices(
      { ...(kind && { kind }), ...(words && { words }), ...(from && { from }), ...(to && { to }), limit, ...(cursor && { cursor }) },
      { ...(signal && { signal }) },
    )
    return { rows: invoices, next: nextCursor, previous: undefined }
  },
  async count(filters) {
    const { invoices, creditNotes } = await client.orderInvoices.sumUpInvoices({})
    return filters.map((filter) => {
      const kind = kindIn(filter)
      return (kind === 'CREDIT_NOTE' ? 0 : invoices.count) + (kind === 'INVOICE' ? 0 : creditNotes.count)
    })
  },
  nothing: {
    title: 'No invoices yet',
    words: 'An order gets its invoice when somebody asks for it, or by itself once it is paid: you decide.',
    act: <ButtonLink to="/invoices/settings">Invoice settings</ButtonLink>,
  },
}

const load = loaderOf(listing)

interface Beside {
  readonly settings: InvoiceSettings
  readonly month: Ok<'POST /vitrine/v1/invoices/sum-up'>
}

export function loader(args: { request: Request }) {
  const { signal } = args.request
  const beside = Promise.all([
    client.orderInvoices.getInvoiceSettings({}, { signal }),
    client.orderInvoices.sumUpInvoices({ from: sinceMonthBegan(new Date(), shopTimeZone()) }, { signal }),
  ]).then(([{ settings }, month]): Beside => ({ settings, month }))
  // The list is a list without them.
  beside.catch(() => {})
  return { ...load(args), beside }
}

/** The shop's invoices and credit notes, the newest first; below them by which numbers they go. */
export function Invoices() {
  const beside = useSettled(useLoaderData<typeof loader>().beside).value
  const { timeZone } = useShop()
  const [month] = useState(() => new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone }).format(new Date()))
  return (
    <>
      <List
        of={listing}
        facts={
          beside && (
            <span>
              {month}: <b>{beside.month.invoices.amount.formattedAmount}</b> in {beside.month.invoices.count.toLocaleString('en-GB')}
              {beside.month.creditNotes.count > 0 &&
                `, ${beside.month.creditNotes.count.toLocaleString('en-GB')} ${beside.month.creditNotes.count === 1 ? 'credit note' : 'credit notes'}`}
            </span>
          )
        }
      >
        <ButtonLink to="/invoices/settings" icon={Settings2}>
          Invoice settings
        </ButtonLink>
      </List>
      {beside && (
        <section className="sec" aria-labelledby="invoice-numbers">
          <header className="sec-h">
            <h2 id="invoice-numbers">Numbers</h2>
            <p>A number is taken when the document is issued, not before. Both series have no gaps.</p>
          </header>
          <dl className="dl">
            <dt>Next invoice</dt>
            <dd className="mono">{beside.settings.next.invoice}</dd>
            <dt>Next credit note</dt>
            <dd className="mono">{beside.settings.next.creditNote}</dd>
          </dl>
          <p className="soft small">
            Issued invoices never change; a credit note corrects them.{' '}
            {beside.settings.taxIds.length === 0 && (
              <>
                No tax number stands on them yet:{' '}
                <Link className="a" to="/invoices/settings">
                  add yours
                </Link>
                .
              </>
            )}
          </p>
        </section>
      )}
      <Outlet />
    </>
  )
}
