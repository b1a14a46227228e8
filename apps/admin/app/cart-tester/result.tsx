import type { CartTest } from '@vitrine/contract'
import { minor, roundDecimal } from '@vitrine/pricing'
import { Gift, type LucideIcon, Ticket, Zap } from 'lucide-react'
import { money, written } from '../orders/sums.ts'
import { shortTime } from '../orders/text.ts'
import { Radio } from '../parts/field.tsx'
import { Status } from '../parts/glyph.tsx'
import { Icon } from '../parts/icon.tsx'
import { useShop } from '../shop.ts'
import { deliveryText, ruleText, type Step, stepsOf, taxesOf, turnsBetween } from './reasons.ts'

const icons: Partial<Record<Step['kind'], LucideIcon>> = { code: Ticket, rule: Zap, card: Gift }

interface ResultProps {
  test: CartTest
  ms: number
  before: { readonly test: CartTest; readonly what: readonly string[] } | undefined
  onDelivery: (delivery: string) => void
}

/** What is paid, and how it came about. */
export function Result({ test, ms, before, onDelivery }: ResultProps) {
  const { timeZone } = useShop()
  const { checkout, due, rules } = test
  const { currency, violations, calculationErrors } = checkout
  const errors = [
    calculationErrors?.generalShippingCalculationError,
    calculationErrors?.selectedShippingOptionError,
    calculationErrors?.taxCalculationError,
  ].flatMap((error) => error?.applicationError?.description ?? [])
  const stops = violations.filter(({ severity }) => severity === 'ERROR').flatMap(({ description }) => description ?? [])
  return (
    <>
      <div className="row between">
        <h2>It pays</h2>
        <span className="faint small">calculated in {ms} ms, same code as the checkout</span>
      </div>
      <p className="figure" role="status">
        {money(due, currency)}
      </p>
      {[...errors, ...stops].map((text) => (
        <p key={text} className="st" data-tone="warn">
          {text}
        </p>
      ))}
      {before && before.test !== test && <Turned before={before.test} what={before.what} test={test} />}
      <table className="ledger">
        <caption className="vh">Price explanation</caption>
        <thead className="vh">
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Reason</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {stepsOf(test).map(({ key, name, why, amount, kind }) => (
            <tr key={key} className={kind === 'sum' ? 'sum' : undefined}>
              <th scope="row">
                {icons[kind] && <Icon of={icons[kind]} />}
                {name}
              </th>
              <td className="why">{why}</td>
              <td className="num">{written(amount, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h3 className="sub">Taxes, and how they were rounded</h3>
      <ul className="rules">
        {taxesOf(test).map(({ key, name, why, yes }) => (
          <li key={key}>
            <Status glyph={yes ? 'c-full' : 'c-slash'} tone={yes ? 'ok' : 'done'}>
              {name}
            </Status>
            <span>{why}</span>
          </li>
        ))}
      </ul>
      {rules.length > 0 && (
        <>
          <h3 className="sub">Every rule that was asked</h3>
          <ul className="rules">
            {rules.map((rule) => (
              <li key={rule.id ?? rule.name}>
                <Status glyph={rule.given ? 'c-full' : 'c-slash'} tone={rule.given ? 'ok' : 'done'}>
                  {rule.code ?? rule.name}
                </Status>
                <span>{ruleText(rule, currency, timeZone)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <Deliveries test={test} onDelivery={onDelivery} />
    </>
  )
}

function Turned({ before, what, test }: { before: CartTest; what: readonly string[]; test: CartTest }) {
  const { currency } = test.checkout
  const turns = turnsBetween(before, test)
  const of = (amount: string) => roundDecimal(amount, currency)
  const by = minor(of(test.due) - of(before.due))
  const changed = by === 0 ? 'changes nothing that is paid' : `${written(minor(Math.abs(by)), currency)} ${by > 0 ? 'more' : 'less'}`
  return (
    <section className="turned" aria-label="What changed">
      <p>
        <b>{what.join(', ')}</b> turned: {changed}
      </p>
      {turns.length > 0 && (
        <table className="ledger">
          <caption className="vh">What changed</caption>
          <thead className="vh">
            <tr>
              <th scope="col">Line</th>
              <th scope="col">Before and now</th>
              <th scope="col">Difference</th>
            </tr>
          </thead>
          <tbody>
            {turns.map((turn) => (
              <tr key={turn.key}>
                <th scope="row">{turn.name}</th>
                <td className="why">
                  {turn.was} → {turn.now}
                </td>
                <td className="num">{turn.by}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

/** The ways that are offered, to choose from, and those that are not, with the reason. */
function Deliveries({ test, onDelivery }: Pick<ResultProps, 'test' | 'onDelivery'>) {
  const { timeZone } = useShop()
  const { checkout, deliveries } = test
  const chosen = checkout.shippingInfo?.selectedCarrierServiceOption
  const offered = (checkout.shippingInfo?.carrierServiceOptions ?? []).flatMap(({ carrierId, shippingOptions = [] }) =>
    shippingOptions.map((option) => ({ carrierId, ...option })),
  )
  if (offered.length === 0 && deliveries.length === 0) return null
  const when = (slot: { from?: string | undefined; to?: string | undefined } | undefined) =>
    slot?.to ? `${shortTime(slot.to, timeZone)}, ` : ''
  return (
    <>
      <h3 className="sub">Delivery that would be offered</h3>
      <ul className="rules">
        {offered.map(({ carrierId, code, title, logistics, cost }) => {
          const isChosen = chosen !== undefined && chosen.code === code && chosen.carrierId === carrierId
          return (
            <li key={`${carrierId} ${code}`}>
              <Radio name="delivery" checked={isChosen} onChange={() => onDelivery(`${carrierId} ${code}`)}>
                {title}
              </Radio>
              <span>
                {when(logistics?.deliveryTimeSlot)}
                {money(cost?.price?.amount ?? '0', checkout.currency)}
              </span>
            </li>
          )
        })}
        {deliveries
          .filter((way) => !way.offered)
          .map((way) => (
            <li key={way.code}>
              <Status glyph="s-slash" tone="done">
                {way.title}
              </Status>
              <span>{deliveryText(way, checkout)}</span>
            </li>
          ))}
      </ul>
    </>
  )
}
