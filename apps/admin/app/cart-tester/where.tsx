import type { CartTest } from '@vitrine/contract'
import { useState } from 'react'
import { countries } from '../parts/countries.ts'
import { SelectField, TextField } from '../parts/field.tsx'
import { guid } from '../parts/guid.ts'
import { useShop } from '../shop.ts'
import { type Case, instantIn, wallText } from './case.ts'
import { Said } from './said.tsx'

interface WhereProps {
  asked: Case
  test: CartTest | undefined
  exempt: readonly { readonly id: string; readonly name: string }[]
  onTurn: (change: Partial<Case>) => void
}

/** What the buyer, the address and the moment are. */
export function Where({ asked, test, exempt, onTurn }: WhereProps) {
  const { timeZone } = useShop()
  const said = asked.member !== '' ? 'member' : asked.email !== '' ? 'known' : 'guest'
  const [wanted, setWanted] = useState(said)
  const kind = said === 'guest' ? wanted : said
  return (
    <section className="sec">
      <header className="sec-h">
        <h2>Who, where, when</h2>
      </header>
      <div className="grid2">
        <SelectField
          label="Customer"
          value={kind}
          onChange={({ target }) => {
            setWanted(target.value)
            if (said !== 'guest') onTurn({ member: '', email: '' })
          }}
        >
          <option value="guest">Nobody, a guest</option>
          <option value="known">A guest with an email address</option>
          <option value="member">A member</option>
        </SelectField>
        {kind === 'known' && (
          <Said
            label="Email"
            type="email"
            value={asked.email}
            hint="Coupons that each may use so often count by it."
            onSay={(email) => onTurn({ email })}
          />
        )}
        {kind === 'member' && (
          <Said
            label="Member’s number"
            value={asked.member}
            pattern={guid}
            wrong="That is no number of a member."
            hint="As orders and memberships have it."
            onSay={(member) => onTurn({ member })}
          />
        )}
        <SelectField
          label="Country"
          value={asked.country}
          onChange={({ target }) => onTurn({ country: target.value, region: '', delivery: '' })}
        >
          {countries().map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        <Said
          label="Region"
          value={asked.region}
          placeholder={asked.country === 'US' ? 'US-NY' : ''}
          onSay={(region) => onTurn({ region })}
        />
        <Said label="Postcode" value={asked.postcode} onSay={(postcode) => onTurn({ postcode })} />
        {exempt.length > 0 && (
          <SelectField label="Taxes" value={asked.exempt} onChange={({ target }) => onTurn({ exempt: target.value })}>
            <option value="">As usual</option>
            {exempt.map(({ id, name }) => (
              <option key={id} value={id}>
                Exempt: {name}
              </option>
            ))}
          </SelectField>
        )}
        <TextField
          label="Moment"
          type="datetime-local"
          value={asked.at ? wallText(asked.at, timeZone) : test ? wallText(test.at, timeZone) : ''}
          onChange={({ target }) => onTurn({ at: target.value ? instantIn(target.value, timeZone) : '' })}
          hint={
            asked.at ? (
              <>
                The rules of that moment count.{' '}
                <button type="button" className="link" onClick={() => onTurn({ at: '' })}>
                  Back to now
                </button>
              </>
            ) : (
              'Now. Or any other; the rules of that moment count.'
            )
          }
        />
      </div>
    </section>
  )
}
