import type { InvoiceDocument, InvoiceSummary, Ok } from '@vitrine/contract'
import { Download, FileText, X } from 'lucide-react'
import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { client } from '../client.ts'
import { dateOf, numberOf } from '../orders/text.ts'
import { Beside, focused } from '../parts/beside.tsx'
import { IconButton } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { listSearch } from '../promotions/address.ts'
import { useKeys } from '../shell/keys.ts'
import { useShop } from '../shop.ts'

type Loaded = Ok<'GET /vitrine/v1/invoices/{id}'>

export const loader = ({ params, request: { signal } }: LoaderFunctionArgs): Promise<Loaded> =>
  client.orderInvoices.getInvoice({ id: params['id']! }, { signal })

/** An invoice or a credit note beside the list, as it is printed. */
export function DocumentPanel() {
  const { invoice, summary, document } = useLoaderData<Loaded>()
  const navigate = useNavigate()
  const close = () => void navigate({ pathname: '/invoices', search: listSearch() })
  useKeys({ Escape: { says: 'Close, clear, back', moves: true, run: close } }, 'Invoices')
  const kind = summary.kind === 'INVOICE' ? 'invoice' : 'credit note'
  return (
    <Beside key={summary.id} aria-label={`${kind} ${summary.number}`}>
      <header>
        <div>
          <b tabIndex={-1} ref={focused}>
            {summary.number}
          </b>{' '}
          <span className="faint">{kind}, as it prints</span>
        </div>
        <div className="acts">
          <a
            className="btn ghost only small"
            href={invoice.link}
            target="_blank"
            rel="noreferrer"
            aria-label="Open the PDF"
            title="Open the PDF"
          >
            <Icon of={Download} />
          </a>
          <IconButton small icon={X} name="Close" onClick={close} />
        </div>
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="peek-b paperwrap" tabIndex={0} role="group" aria-label="What it says">
        <Paper of={document} summary={summary} />
      </div>
      <footer>
        <a className="btn primary grow" href={invoice.link} target="_blank" rel="noreferrer">
          <Icon of={FileText} />
          <span>PDF to print or send</span>
        </a>
        <Link className="btn" to={`/orders/${summary.orderId}`}>
          <span>Order {numberOf(summary.orderNumber)}</span>
        </Link>
      </footer>
    </Beside>
  )
}

/** With the minus that stands on the printed paper. */
const printed = ({ formattedAmount }: { formattedAmount: string }): string => formattedAmount.replace('-', '−')

function Paper({ of: { seller, buyer, lines, sums, total, taxes }, summary }: { of: InvoiceDocument; summary: InvoiceSummary }) {
  const { timeZone } = useShop()
  const isCredit = summary.kind === 'CREDIT_NOTE'
  return (
    <article className="paper">
      <div className="pa-h">
        <p className="pa-shop">{seller.wordmark}</p>
        <p>
          {[seller.name, ...seller.address].map((line) => (
            <span key={line} className="pa-l">
              {line}
            </span>
          ))}
        </p>
      </div>
      <p className="pa-to">
        {buyer.map((line) => (
          <span key={line} className="pa-l">
            {line}
          </span>
        ))}
      </p>
      <p className="pa-t">
        <b>
          {isCredit ? 'Credit note' : 'Invoice'} {summary.number}
        </b>
        <span>{dateOf(summary.issuedDate, timeZone)}</span>
      </p>
      <p className="pa-s">
        {isCredit && `For invoice ${summary.refersTo.join(', ')}, `}
        {isCredit ? 'order' : 'Order'} {numberOf(summary.orderNumber)}
        {!isCredit && summary.refersTo.length > 0 && `, corrected by ${summary.refersTo.join(', ')}`}
      </p>
      <table>
        <caption className="vh">Lines</caption>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Quantity</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ name, description, quantity, amount }, i) => (
            // oxlint-disable-next-line react/no-array-index-key -- the lines of a paper never change
            <tr key={i}>
              <td>
                {name}
                {description && `, ${description}`}
              </td>
              <td>{quantity}</td>
              <td>{printed(amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {sums.map(({ name, amount }) => (
            <Sum key={name} name={name} amount={printed(amount)} />
          ))}
          <tr>
            <td colSpan={2}>
              <b>{isCredit ? 'Credited' : 'Total'}</b>
            </td>
            <td>
              <b>{printed(total)}</b>
            </td>
          </tr>
          {taxes.map(({ name, percent, net, tax }) => (
            <Sum key={`${name} ${percent}`} name={`${name} ${percent} % of ${printed(net)} net`} amount={printed(tax)} />
          ))}
        </tfoot>
      </table>
      {[...seller.taxIds, ...seller.notes].length > 0 && <p className="pa-f">{[...seller.taxIds, ...seller.notes].join(' · ')}</p>}
    </article>
  )
}

const Sum = ({ name, amount }: { name: string; amount: string }) => (
  <tr>
    <td colSpan={2}>{name}</td>
    <td>{amount}</td>
  </tr>
)
