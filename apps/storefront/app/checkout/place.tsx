import { Field, Select } from '@vitrine/ui'
import { type Destination, most, type Field as Name } from './address.ts'
import type { Asks } from './asks.ts'
import { habitOf, taxIdOf } from './countries.ts'
import type { StepsProps } from './steps-props.ts'

export interface PlaceProps {
  of: Destination
  prefix?: string
  country: string
  countries: StepsProps['countries']
  wrong: Readonly<Partial<Record<string, string>>>
  onCountry: (country: string) => void
  phone?: boolean
  spaced?: boolean
  asks: Asks['fields']
  /** No more than a tax needs. */
  few: boolean
  /** Whom it is for is known. */
  nameless?: boolean
}

/** The fields of an address, in the order and by the names that people in its country are used to. */
export function Place({ of, prefix = '', country, countries, wrong, onCountry, phone, spaced, asks, few, nameless }: PlaceProps) {
  const habit = habitOf(country)
  const auto = (token: string) => (prefix ? `billing ${token}` : token)
  const about = (name: Name) => ({
    id: prefix ? `bill-${name}` : name,
    name: prefix + name,
    wrong: wrong[prefix + name],
    maxLength: most(name),
    defaultValue: of[name],
  })
  const postcode = (
    <Field
      key="postcode"
      {...about('postcode')}
      label={habit.postcode.label}
      optional={habit.postcode.needed ? undefined : 'if there is one'}
      autoComplete={auto('postal-code')}
      inputMode={habit.postcode.numeric ? 'numeric' : undefined}
      required={habit.postcode.needed}
    />
  )
  const town = <Field key="town" {...about('town')} label={habit.town} autoComplete={auto('address-level2')} required />
  const { maxLength: _country, ...ofCountry } = about('country')
  const { maxLength: _state, ...ofState } = about('state')
  return (
    <div className={spaced ? 'fields fields--2 co__fields' : 'fields fields--2'}>
      <Select
        {...ofCountry}
        wide
        label="Country"
        autoComplete={auto('country')}
        defaultValue={country}
        onChange={(event) => onCountry(event.target.value)}
      >
        {countries.map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      {!nameless && (
        <>
          <Field {...about('firstName')} label="First name" autoComplete={auto('given-name')} required />
          <Field {...about('lastName')} label="Last name" autoComplete={auto('family-name')} required />
        </>
      )}
      {!few && <Field {...about('street')} wide label="Street and number" autoComplete={auto('address-line1')} required />}
      {!few && asks.addressLine2 !== 'HIDDEN' && (
        <Field
          {...about('more')}
          wide
          label="Flat, floor, back house"
          {...requirementProps(prefix === '' ? asks.addressLine2 : 'OPTIONAL', 'if there is one')}
          autoComplete={auto('address-line2')}
        />
      )}
      <div className={habit.townFirst ? 'fields fields--half wide' : 'fields fields--zip wide'}>
        {few ? postcode : habit.townFirst ? [town, postcode] : [postcode, town]}
      </div>
      {habit.state && (
        <Select {...ofState} key={country} wide label={habit.state.label} autoComplete={auto('address-level1')} required>
          <option value="">Choose</option>
          {habit.state.choices.map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      )}
      <Firm of={of} country={country} about={about} auto={auto} asks={asks} isBill={prefix !== ''} wrong={wrong} prefix={prefix} />
      {phone && asks.phone !== 'HIDDEN' && (
        <Field
          {...about('phone')}
          wide
          type="tel"
          label="Phone, for the driver"
          {...requirementProps(asks.phone, 'if there is one')}
          autoComplete={auto('tel')}
        />
      )}
    </div>
  )
}

interface FirmProps {
  of: Destination
  country: string
  about: (name: Name) => { id: string; name: string; wrong: string | undefined; maxLength: number; defaultValue: string }
  auto: (token: string) => string
  asks: Asks['fields']
  /** Another address for the invoice: what is wanted may stand in either. */
  isBill: boolean
  prefix: string
  wrong: PlaceProps['wrong']
}

/** How a field is marked that is wanted, or may stay empty. */
const requirementProps = (choice: Asks['fields']['phone'], optional: string) =>
  choice === 'REQUIRED' ? { required: true } : { optional, required: false }

/** Whom the invoice names beside the person; in Brazil everybody has a number. */
function Firm({ of, country, about, auto, asks, isBill, prefix, wrong }: FirmProps) {
  const { label } = taxIdOf(country)
  const selected = (choice: Asks['fields']['company']) => (isBill && choice === 'REQUIRED' ? 'OPTIONAL' : choice)
  const company = asks.company !== 'HIDDEN' && (
    <Field
      {...about('company')}
      label="Company"
      {...requirementProps(selected(asks.company), 'if it is for one')}
      autoComplete={auto('organization')}
    />
  )
  const taxId = asks.vatId !== 'HIDDEN' && (
    <Field
      {...about('taxId')}
      label={label}
      {...requirementProps(selected(asks.vatId), 'if there is one')}
      autoComplete="off"
      spellCheck={false}
    />
  )
  if (!company && !taxId) return null
  if (country === 'BR' || asks.company === 'REQUIRED' || asks.vatId === 'REQUIRED')
    return (
      <>
        {taxId}
        {company}
      </>
    )
  return (
    <details className="co__more wide" open={wrong[`${prefix}taxId`] !== undefined || of.company !== '' || of.taxId !== ''}>
      <summary>
        <span className="link">I buy for a company</span>
      </summary>
      <div className="fields fields--2">
        {company}
        {taxId}
      </div>
    </details>
  )
}
