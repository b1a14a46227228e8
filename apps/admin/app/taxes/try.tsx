import type { Ok } from '@vitrine/contract'
import { useState } from 'react'
import { client } from '../client.ts'
import { money, readAmount } from '../orders/sums.ts'
import { useAnswer } from '../parts/answer.ts'
import { countries } from '../parts/countries.ts'
import { SelectField, TextField } from '../parts/field.tsx'
import { Head, RowHead, Table, Td, Tr } from '../parts/table.tsx'
import { useShop } from '../shop.ts'
import { percentOf } from './percent.ts'
import type { Taxed } from './taxed.ts'

type Answer = Ok<'POST /billing/v1/calculate-tax'>

/** The tax of some items somewhere, as the platform calculates it now. */
export function Try({ taxed }: { taxed: Taxed }) {
  const { currency, country } = useShop()
  const [asked, setAsked] = useState({ amount: '100', group: '', country, subdivision: '', city: '', postalCode: '', exempt: '' })
  const amount = readAmount(asked.amount, currency)
  const wrong = amount === undefined || amount < 0 ? 'Write an amount.' : undefined
  // What was just saved is what it says: so it asks again when the taxes were read again.
  const answer = useAnswer<Answer>({
    ask: wrong
      ? undefined
      : (signal) =>
          client.taxSettings.calculateTax(
            {
              addresses: [
                {
                  country: asked.country,
                  subdivision: asked.subdivision || null,
                  city: asked.city || null,
                  postalCode: asked.postalCode || null,
                },
              ],
              lineItems: [
                {
                  id: 'items',
                  price: asked.amount.trim().replace(',', '.'),
                  taxGroupId: asked.group || null,
                  addressIndex: { singleAddress: 0 },
                },
              ],
              taxExemptGroupId: asked.exempt || null,
            },
            { signal },
          ),
    of: asked,
    again: taxed,
  })
  const field = (name: keyof typeof asked) => ({
    value: asked[name],
    onChange: ({ target }: { target: { value: string } }) => setAsked({ ...asked, [name]: target.value }),
  })
  const [line] = answer?.lineItemTaxDetails ?? []
  return (
    <section className="sec" aria-label="What would it pay?">
      <header className="sec-h">
        <h2>What would it pay?</h2>
        <p>As an order would, with a service where one is asked.</p>
      </header>
      <div className="stack">
        <div className="grid3">
          <TextField label="Cart value" before={currency} end inputMode="decimal" error={wrong} {...field('amount')} />
          <SelectField label="Of the group" {...field('group')}>
            {taxed.groups.map(({ id, name }, i) => (
              <option key={id} value={i === 0 ? '' : id}>
                {name}
              </option>
            ))}
          </SelectField>
          <SelectField label="To" {...field('country')}>
            {countries().map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </SelectField>
          <TextField label="State or region" optional placeholder="NY" maxLength={10} {...field('subdivision')} />
          <TextField label="Town" optional maxLength={100} {...field('city')} />
          <TextField label="Postcode" optional maxLength={20} {...field('postalCode')} />
          {taxed.exempt.length > 0 && (
            <SelectField label="Buyer" {...field('exempt')}>
              <option value="">Pays as all do</option>
              {taxed.exempt.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
          )}
        </div>
        <div aria-live="polite">
          {!wrong && answer && line && (
            <>
              <p className="strong">{sentence(answer, line, currency)}</p>
              {answer.errors.map(({ code, description }) => (
                <p key={code} className="down">
                  {description}
                </p>
              ))}
              {line.taxBreakdown.length > 0 && (
                <Table
                  caption="The taxes of it"
                  className="in one"
                  headHidden
                  head={
                    <>
                      <Head>Tax</Head>
                      <Head>Who levies it</Head>
                      <Head>Rate</Head>
                      <Head>Amount</Head>
                    </>
                  }
                >
                  {line.taxBreakdown.map(({ taxName, jurisdiction, rate, taxAmount }) => (
                    <Tr key={`${taxName} ${jurisdiction}`}>
                      <RowHead>{taxName}</RowHead>
                      <Td of="Who levies it" className="soft">
                        {jurisdiction}
                      </Td>
                      <Td of="Rate" className="num soft">{`${percentOf(rate)} %`}</Td>
                      <Td of="Amount" className="num">
                        {money(taxAmount, currency)}
                      </Td>
                    </Tr>
                  ))}
                </Table>
              )}
            </>
          )}
        </div>
      </div>
    </section>
  )
}

function sentence({ taxSummary }: Answer, { taxIncludedInPrice }: Answer['lineItemTaxDetails'][number], currency: string): string {
  const { totalTax, totalAmount, totalTaxableAmount } = taxSummary
  if (Number(totalTax) === 0) return `No tax: the buyer pays ${money(totalAmount, currency)}.`
  return taxIncludedInPrice
    ? `${money(totalTax, currency)} of ${money(totalAmount, currency)} is tax; ${money(totalTaxableAmount, currency)} is yours.`
    : `${money(totalTax, currency)} on top: the buyer pays ${money(totalAmount, currency)}.`
}
