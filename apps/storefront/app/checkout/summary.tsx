import { Button, Icon, Ledger, type LedgerRow, Money, Price, SmallLine, useMoneyText } from '@vitrine/ui'
import { ChevronDown } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Form } from 'react-router'
import { many } from '../shop/text.ts'
import { CodeForm, type WrongCode } from '../totals/code-form.tsx'
import { savingText } from '../totals/codes.ts'
import { termsText } from '../totals/terms.ts'
import { isDivided, totalsRows, UsualRates, Why } from '../totals/totals.tsx'
import type { Asks } from './asks.ts'
import { type CheckoutView, chosenOf, collects, deliveryLabel, hourOf, isAllGone, type Step, units, type WayOption } from './checkout.ts'

export interface SummaryProps {
  of: CheckoutView
  asks: Asks
  step: Step
  countries: readonly (readonly [code: string, name: string])[]
  wrongCode?: WrongCode | undefined
}

/** What is being bought and what it comes to: beside the steps, or on phones a bar above them that opens. */
export function Summary(props: SummaryProps) {
  const { of: view } = props
  const { fold, isWide, press } = useFold()
  const text = useMoneyText()
  const { sums, lines, due, reasons, taxIncluded } = view
  return (
    <aside className="co__sum" aria-label="Your order">
      <details className="co__fold" {...fold}>
        {/* biome-ignore lint: a summary is a control by itself */}
        <summary tabIndex={isWide ? -1 : undefined} onClick={press}>
          <span>
            Your order, {many(units(view), 'piece')}{' '}
            <span className="co__chev">
              <Icon of={ChevronDown} small />
            </span>
          </span>
          <span>{!isAllGone(view) && <Price of={due} />}</span>
        </summary>
        <div className="co__sumin">
          <ul className="minis">
            {lines.map(({ id, name, picture, chosen, quantity, amount, terms }) => (
              <SmallLine
                key={id}
                name={name}
                picture={picture}
                quantity={quantity}
                chosen={[...chosen, ...termsText(terms, text)].join(', ')}
                amount={<Money of={amount} />}
              />
            ))}
          </ul>
          {!isAllGone(view) && (
            <>
              <Ledger rows={rowsOf(props)} total={{ label: isDivided(reasons) ? 'To pay now' : 'To pay', amount: <Price of={due} /> }} />
              <Code of={view} asks={props.asks} wrong={props.wrongCode} />
              <Why
                of={reasons}
                card={view.card?.ending}
                say={taxIncluded && Number(sums.tax) > 0 && <span className="soft">{`With ${text(sums.tax)} VAT. `}</span>}
              />
              <UsualRates of={reasons} />
            </>
          )}
        </div>
      </details>
      <Total of={due} />
    </aside>
  )
}

function rowsOf({ of: view, step, countries }: SummaryProps): LedgerRow[] {
  const known = step === 'delivery' || step === 'payment'
  const { goods, to } = view
  const chosen = chosenOf(view)
  const country = countries.find(([code]) => code === to.country)?.[1]
  const named = country ? `Delivery, to ${country}` : 'Delivery'
  const delivery = chosen ? calledAt(chosen, { collected: collects(view), known, otherwise: named }) : named
  const taken = (intent: string, what: string) => (
    <Form method="post" preventScrollReset className="fix">
      <input type="hidden" name="intent" value={intent} />{' '}
      <button className="text-button small">
        take off<span className="sr"> {what}</span>
      </button>
    </Form>
  )
  const rows = totalsRows(view.reasons, {
    delivery,
    card: view.card?.ending,
    tools: ({ code }) => code && !view.settled.code && taken('uncode', `the code ${code}`),
    cardTools: view.settled.card ? null : taken('uncard', 'the gift card'),
  })
  if (!goods || chosen) return rows
  const missing = { label: delivery, amount: <span className="soft">{view.undeliverable ? 'not to there yet' : 'with your address'}</span> }
  return rows.toSpliced(1, 0, missing)
}

interface Around {
  collected: boolean
  /** It is known where it goes. */
  known: boolean
  otherwise: string
}

/** `Cargo bike, Tue 17:00 – 19:00`, `Delivery, express` */
function calledAt(way: WayOption, { collected, known, otherwise }: Around): string {
  const hour = hourOf(way)
  if (!collected && !known) return otherwise
  if (hour) return `${way.title.split(',')[0]}, ${hour}`
  return collected ? way.title : deliveryLabel(way.title)
}

/** A code or a gift card, and what became of the one that was tried last. */
function Code({ of: view, asks, wrong }: { of: CheckoutView; asks: Asks; wrong: WrongCode | undefined }) {
  const text = useMoneyText()
  const [codes, cards] = [asks.couponsAccepted && !view.settled.code, asks.giftCardsAccepted && !view.settled.card]
  const { code, idle, card, reasons } = view
  const said = [
    savingText(reasons, code, text),
    card &&
      `${Number(card.amount) > 0 ? `The card pays ${text(card.amount)}` : 'The card pays nothing of this order'}${card.left === undefined ? '' : `, ${text(card.left)} stays on it`}.`,
  ].filter(Boolean)
  if (!codes && !cards) return said.length > 0 ? <p className="hint">{said.join(' ')}</p> : null
  return (
    <div className="code">
      <CodeForm
        label={codes && cards ? 'Code or gift card' : codes ? 'Code' : 'Gift card'}
        code={code}
        idle={idle}
        wrong={wrong}
        holds={`${code} ${card?.ending}`}
        hint={said.join(' ')}
        isNews
      />
      {card && cards && <Part of={card} />}
    </div>
  )
}

/** Whoever wants to keep some of a card takes less off it. */
function Part({ of: card }: { of: NonNullable<CheckoutView['card']> }) {
  return (
    <details className="co__more">
      <summary>
        <span className="link">Take less off the card</span>
      </summary>
      <Form method="post" preventScrollReset className="foot__form code__part">
        <input type="hidden" name="intent" value="card-part" />
        <label className="sr" htmlFor="part">
          The most to take off the card
        </label>
        <input
          className="input"
          id="part"
          name="part"
          inputMode="decimal"
          autoComplete="off"
          maxLength={15}
          required
          defaultValue={card.wanted ?? card.amount}
        />
        <Button line>Keep</Button>
      </Form>
    </details>
  )
}

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
export function useFold() {
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
