import { Icon, Ledger, type LedgerRow, Money, Price, SmallLine, useMoneyText } from '@vitrine/ui'
import { ChevronDown } from 'lucide-react'
import { useEffect, useState } from 'react'
import { many } from '../shop/words.ts'
import { type CheckoutView, chosenOf, collects, deliveryLabel, pieces, type Step } from './checkout.ts'

export interface SummaryProps {
  of: CheckoutView
  step: Step
  countries: readonly (readonly [code: string, name: string])[]
}

/** What is being bought and what it comes to: beside the steps, or on phones a bar above them that opens. */
export function Summary(props: SummaryProps) {
  const { of: view } = props
  const { fold, isWide, press } = useFold()
  const { sums, lines } = view
  return (
    <aside className="co__sum" aria-label="Your order">
      <details className="co__fold" {...fold}>
        {/* biome-ignore lint: a summary is a control by itself */}
        <summary tabIndex={isWide ? -1 : undefined} onClick={press}>
          <span>
            Your order, {many(pieces(view), 'piece')}{' '}
            <span className="co__chev">
              <Icon of={ChevronDown} small />
            </span>
          </span>
          <span>
            <Price of={sums.total} />
          </span>
        </summary>
        <div className="co__sumin">
          <ul className="minis">
            {lines.map(({ id, name, picture, chosen, quantity, amount }) => (
              <SmallLine
                key={id}
                name={name}
                picture={picture}
                quantity={quantity}
                chosen={chosen.join(', ')}
                amount={<Money of={amount} />}
              />
            ))}
          </ul>
          <Ledger rows={rowsOf(props)} total={{ label: 'To pay', amount: <Price of={sums.total} /> }} />
          <Why of={view} />
        </div>
      </details>
      <Total of={sums.total} />
    </aside>
  )
}

function rowsOf({ of: view, step, countries }: SummaryProps): LedgerRow[] {
  const known = step === 'delivery' || step === 'payment'
  const { sums, goods, to, taxIncluded, taxes } = view
  const chosen = chosenOf(view)
  const country = countries.find(([code]) => code === to.country)?.[1]
  const delivery: LedgerRow = {
    label:
      chosen && collects(view)
        ? chosen.title
        : chosen && known
          ? deliveryLabel(chosen.title)
          : country
            ? `Delivery, to ${country}`
            : 'Delivery',
    amount: !chosen ? (
      <span className="soft">{view.undeliverable ? 'not to there yet' : 'with your address'}</span>
    ) : Number(sums.delivery) === 0 ? (
      'Free'
    ) : (
      <Money of={sums.delivery} />
    ),
  }
  return [
    { label: 'Pieces', amount: <Money of={sums.pieces} /> },
    ...(Number(sums.discount) > 0 ? [{ label: 'Taken off', amount: <Money of={sums.discount} less />, less: true }] : []),
    ...(goods ? [delivery] : []),
    ...(taxIncluded || taxes.length === 0 ? [] : [{ label: 'Tax', amount: <Money of={sums.tax} /> }]),
  ]
}

/** The tax of the total, rate by rate. */
function Why({ of: { sums, taxes, taxIncluded } }: { of: CheckoutView }) {
  const text = useMoneyText()
  if (taxes.length === 0) return taxIncluded ? null : <p className="small soft">No tax is due there.</p>
  return (
    <details className="co__why small soft">
      <summary>
        {taxIncluded ? `With ${text(sums.tax)} VAT. ` : ''}
        <span className="link">Why this total</span>
      </summary>
      <table>
        <caption className="sr">{taxIncluded ? 'The tax within the total' : 'The tax on top of the prices'}</caption>
        <tbody>
          {taxes.map(({ name, percent, on, tax }) => (
            <tr key={`${name} ${percent}`}>
              <th scope="row">
                {name || 'VAT'}, {percent} % {taxIncluded ? 'within' : 'on'} <Money of={taxIncluded ? plus(on, tax) : on} />
              </th>
              <td>
                <Money of={tax} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

const plus = (one: string, other: string) => Number(one) + Number(other)

/** A pause after which changes have settled. */
const SETTLE_MS = 500

/** Says the total once it has changed and stays so. */
function Total({ of: total }: { of: string }) {
  const text = useMoneyText()
  const [first] = useState(total)
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (total === first && said === '') return
    const timer = setTimeout(() => setSaid(`To pay: ${text(total)}`), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [total, first, said, text])
  return (
    <p className="sr" role="status">
      {said}
    </p>
  )
}

const WIDE = '(min-width: 48rem)'

/** On wide pages it always stands open; on phones it is closed until it is pressed, as soon as there is script. */
function useFold() {
  const [isWide, setWide] = useState<boolean>()
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const wide = matchMedia(WIDE)
    const look = () => setWide(wide.matches)
    look()
    wide.addEventListener('change', look)
    return () => wide.removeEventListener('change', look)
  }, [])
  return {
    isWide,
    fold: { open: isWide !== false || open, 'data-live': isWide === undefined ? undefined : '' },
    press(event: React.MouseEvent) {
      event.preventDefault()
      if (!isWide) setOpen(!open)
    },
  }
}
