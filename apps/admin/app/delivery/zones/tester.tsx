import type { DeliveryRegion, DeliveryTrial, Ok } from '@vitrine/contract'
import { useState } from 'react'
import { client } from '../../client.ts'
import { money } from '../../orders/sums.ts'
import { useAnswer } from '../../parts/answer.ts'
import { countries } from '../../parts/countries.ts'
import { SelectField, TextField } from '../../parts/field.tsx'
import { Status } from '../../parts/glyph.tsx'
import { useShop } from '../../shop.ts'
import { amountText, boundText } from '../rates.ts'

type Trial = Ok<'POST /vitrine/v1/delivery/try'>

/** What a shipment would cost somewhere, as the platform calculates it now. */
export function Tester({ zones }: { zones: readonly DeliveryRegion[] }) {
  const { country: home, currency, weightUnit, timeZone } = useShop()
  const [asked, setAsked] = useState({ country: home, postalCode: '', weight: '1', value: '50', quantity: '1' })
  const wrong = wrongIn(asked)
  // It asks anew when the zones change, too: what was just saved is what it says.
  const { quantity, weight, value, ...place } = asked
  const sent = { ...place, weight: amountText(weight), value: amountText(value), quantity: Number(quantity) }
  const trial = useAnswer<Trial>({
    ask: wrong ? undefined : (signal) => client.deliveryPlan.tryDelivery(sent, { signal }),
    of: asked,
    again: zones,
  })
  const field = (name: keyof typeof asked) => ({
    value: asked[name],
    onChange: ({ target }: { target: { value: string } }) => setAsked({ ...asked, [name]: target.value }),
  })
  return (
    <section className="sec">
      <header className="sec-h">
        <h2>What would it cost?</h2>
      </header>
      <div className="stack">
        <SelectField label="To" {...field('country')}>
          {countries().map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField label="Postcode" optional {...field('postalCode')} maxLength={20} />
        <div className="grid2">
          <TextField label="Weight" inputMode="decimal" after={weightUnit.toLowerCase()} end {...field('weight')} />
          <TextField label="Cart value" inputMode="decimal" before={currency} end {...field('value')} />
        </div>
      </div>
      <ul className="rules one" style={{ marginBlockStart: 12 }} aria-live="polite">
        {wrong ? (
          <li>
            <span className="soft">{wrong}</span>
          </li>
        ) : (
          trial && (
            <>
              {!trial.deliveryRegion && (
                <li>
                  <Status glyph="s-slash" tone="done">
                    Not delivered there
                  </Status>
                  <span>no zone names it</span>
                </li>
              )}
              {trial.deliveryRegion && trial.ways.length === 0 && (
                <li>
                  <Status glyph="s-slash" tone="done">
                    {trial.deliveryRegion.name}
                  </Status>
                  <span>has no rate yet</span>
                </li>
              )}
              {trial.ways.map((method) => (
                <li key={method.deliveryOptionId}>
                  <Status glyph={method.price !== undefined ? 's-full' : 's-slash'} tone={method.price !== undefined ? 'ok' : 'done'}>
                    {method.title}
                  </Status>
                  <span>
                    {trial.deliveryRegion?.active === false ? 'the zone is switched off' : said(method, { currency, weightUnit, timeZone })}
                  </span>
                </li>
              ))}
            </>
          )
        )}
      </ul>
    </section>
  )
}

function wrongIn({ weight, value }: { weight: string; value: string }): string | undefined {
  if (!/^\d{1,6}([.,]\d{1,6})?$/.test(weight.trim())) return 'Write a weight.'
  return /^\d{1,9}([.,]\d{1,2})?$/.test(value.trim()) ? undefined : 'Enter what the items cost.'
}

function said(method: DeliveryTrial, units: { currency: string; weightUnit: string; timeZone: string }): string {
  if (method.price !== undefined) {
    const day = (iso: string) =>
      new Date(iso).toLocaleDateString('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: units.timeZone })
    const { from, to } = method.arrives ?? {}
    const when =
      from && to
        ? method.slots
          ? `from ${day(from)}, ${method.slots} times`
          : day(from) === day(to)
            ? day(from)
            : `${day(from)} – ${day(to)}`
        : ''
    return [Number(method.price) === 0 ? 'free' : money(method.price, units.currency), when].filter(Boolean).join(', ')
  }
  switch (method.because) {
    case 'SWITCHED_OFF':
      return 'switched off'
    case 'OUTSIDE_ITS_AREA':
      return 'not at this postcode'
    case 'NO_SLOT':
      return 'every time is taken'
    case 'UNMET': {
      const { type, operator, value } = method.unmet!
      const by = type === 'BY_TOTAL_WEIGHT' ? 'weight' : type === 'BY_TOTAL_PRICE' ? 'price' : 'quantity'
      return `${operator.startsWith('L') ? 'only up to' : 'only from'} ${boundText(by, value, units)}`
    }
    default:
      return 'no price fits'
  }
}
