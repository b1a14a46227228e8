import { Button, Check, Field, Icon, Money, Select } from '@vitrine/ui'
import { MapPin, Truck } from 'lucide-react'
import { type FocusEvent, Fragment, type ReactNode, useState } from 'react'
import { Form, useFetcher, useNavigation } from 'react-router'
import { checkEmail, checkField, checkWritten, type Destination, most, type Field as Name, readWritten } from './address.ts'
import { type Asks, readAnswers, unanswered } from './asks.ts'
import { askedFields, asksLeast, collects, type WayOption, wishOf } from './checkout.ts'
import { habitOf, taxIdOf, writePostcode } from './countries.ts'
import { Hours } from './hours.tsx'
import { Questions } from './questions.tsx'
import { StepSection } from './step.tsx'
import type { StepsProps } from './steps.tsx'
import { useWrong } from './use-wrong.ts'
import { wayIn } from './way.ts'

export interface AddressFormProps extends StepsProps {
  /** Who it is for, where that is known; otherwise it is asked here too. */
  contact: ReactNode | undefined
  delivery: ReactNode
  payment: ReactNode
}

/** For whom, and where to: to the door, or collected. Which of the two shows is up to the radios alone, so it works without script. */
export function AddressForm({ view, asks, answers, countries, wrong: said, written, contact, delivery, payment }: AddressFormProps) {
  const { form, wrong, may, see } = useWrong<string>(said)
  const busy = useNavigation().formData?.get('intent') === 'address'
  const moving = useFetcher()
  const way = written?.way ?? (collects(view) ? 'collect' : 'door')
  const [country, setCountry] = useState(written?.to.country || view.to.country)
  const [billCountry, setBillCountry] = useState(written?.bill.country || view.bill.country || view.to.country)
  const canCollect = view.goods && view.places.length > 0
  /** The sum follows what is pressed; what counts is what is sent. */
  const choose = (option: string | undefined) => {
    if (option) void moving.submit({ intent: 'option', option }, { method: 'post' })
  }
  const leave = (event: FocusEvent<HTMLFormElement>) => {
    const input = event.target as unknown as HTMLInputElement
    if (!input.name || !input.value.trim()) return
    if (input.name === 'email') return see('email', checkEmail(input.value))
    const [, bill, name = ''] = /^(bill\.)?(.*)$/.exec(input.name) ?? []
    if (name !== 'postcode' && name !== 'phone' && !wrong[input.name]) return
    const current = readWritten(new FormData(event.currentTarget))
    if (name === 'postcode') input.value = writePostcode(bill ? billCountry : country, input.value)
    see(input.name, checkField(name, bill ? current.bill : current.to))
  }
  return (
    <Form
      ref={form}
      method="post"
      noValidate
      onBlur={leave}
      onSubmit={(event) => {
        const said = new FormData(event.currentTarget)
        const now = readWritten(said)
        const wrong = {
          ...checkWritten(now, { withEmail: contact === undefined, ...askedFields(view, asks) }),
          ...unanswered(now, readAnswers(said, asks), asks),
        }
        if (busy || !may(wrong)) event.preventDefault()
      }}
    >
      <input type="hidden" name="intent" value="address" />
      {contact ?? (
        <StepSection name="contact" question="Who is it for?" state="now">
          <div className="fields">
            <Field
              id="email"
              name="email"
              type="email"
              label="E-mail"
              autoComplete="email"
              maxLength={320}
              required
              defaultValue={written?.email ?? view.email}
              hint="For the confirmation and the tracking link. Nothing else."
              wrong={wrong.email}
            />
          </div>
        </StepSection>
      )}
      <StepSection name="address" question={view.goods ? 'Where does it go?' : 'Where does the invoice go?'} state="now">
        {canCollect && (
          <div className="seg" role="radiogroup" aria-label="Way of delivery">
            <label className="seg__o">
              <input
                type="radio"
                name="way"
                value="door"
                defaultChecked={way === 'door'}
                onChange={() => choose(view.doors[0] && wishOf(view.doors[0]))}
              />
              <Icon of={Truck} small /> To my door
            </label>
            <label className="seg__o">
              <input
                type="radio"
                name="way"
                value="collect"
                id="way-collect"
                defaultChecked={way === 'collect'}
                onChange={(event) => choose(event.currentTarget.form ? wayIn(new FormData(event.currentTarget.form), 'place') : undefined)}
              />
              <Icon of={MapPin} small /> I collect it
            </label>
          </div>
        )}
        <div className="way__door">
          <Place
            of={written?.to ?? view.to}
            country={country}
            countries={countries}
            wrong={wrong}
            onCountry={(to) => {
              setCountry(to)
              see('postcode', undefined)
              void moving.submit({ intent: 'country', country: to }, { method: 'post' })
            }}
            phone={view.goods || asks.fields.phone === 'REQUIRED'}
            asks={asks.fields}
            few={asksLeast(view, asks)}
            spaced={canCollect}
          />
          <div className="co__same">
            <Check name="same" id="same" defaultChecked={written?.same ?? view.same}>
              <span>{view.goods ? 'The invoice goes to the same address' : 'This is my own address'}</span>
            </Check>
          </div>
          <fieldset className="co__bill">
            <legend className="label">The invoice goes to</legend>
            <Place
              of={written?.bill ?? view.bill}
              prefix="bill."
              country={billCountry}
              countries={countries}
              wrong={wrong}
              onCountry={setBillCountry}
              asks={asks.fields}
              few={asks.billingFields === 'MINIMUM_REQUIRED_FIELDS'}
            />
          </fieldset>
        </div>
        {canCollect && <Collect places={view.places} view={view} written={written} wrong={wrong} onChoose={choose} />}
        <Questions of={asks.questions} answers={answers ?? view.answers} wrong={wrong} />
        <Note of={written?.note ?? view.note} />
      </StepSection>
      {delivery && <div className="way__door">{delivery}</div>}
      {payment}
      <div className="co__go">
        <Button wide busy={busy}>
          {view.goods ? (
            <>
              <span className="way__door">Go on to the delivery day</span>
              <span className="way__collect">Go on to payment</span>
            </>
          ) : (
            'Go on to payment'
          )}
        </Button>
      </div>
    </Form>
  )
}

interface PlaceProps {
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
}

/** The fields of an address, in the order and by the names that people in its country are used to. */
function Place({ of, prefix = '', country, countries, wrong, onCountry, phone, spaced, asks, few }: PlaceProps) {
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
      <Field {...about('firstName')} label="First name" autoComplete={auto('given-name')} required />
      <Field {...about('lastName')} label="Last name" autoComplete={auto('family-name')} required />
      {!few && <Field {...about('street')} wide label="Street and number" autoComplete={auto('address-line1')} required />}
      {!few && asks.addressLine2 !== 'HIDDEN' && (
        <Field
          {...about('more')}
          wide
          label="Flat, floor, back house"
          {...wishOfField(prefix === '' ? asks.addressLine2 : 'OPTIONAL', 'if there is one')}
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
          {...wishOfField(asks.phone, 'if there is one')}
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
const wishOfField = (wish: Asks['fields']['phone'], optional: string) =>
  wish === 'REQUIRED' ? { required: true } : { optional, required: false }

/** Whom the invoice names beside the person; in Brazil everybody has a number. */
function Firm({ of, country, about, auto, asks, isBill, prefix, wrong }: FirmProps) {
  const { label } = taxIdOf(country)
  const wished = (wish: Asks['fields']['company']) => (isBill && wish === 'REQUIRED' ? 'OPTIONAL' : wish)
  const company = asks.company !== 'HIDDEN' && (
    <Field
      {...about('company')}
      label="Company"
      {...wishOfField(wished(asks.company), 'if it is for one')}
      autoComplete={auto('organization')}
    />
  )
  const taxId = asks.vatId !== 'HIDDEN' && (
    <Field
      {...about('taxId')}
      label={label}
      {...wishOfField(wished(asks.vatId), 'if there is one')}
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

/** What the shop should know. */
function Note({ of: note }: { of: string }) {
  return (
    <details className="co__more" open={note !== ''}>
      <summary>
        <span className="link">A note to us</span>
      </summary>
      <div className="field">
        <label htmlFor="note">What should we know?</label>
        <textarea className="input" id="note" name="note" rows={3} maxLength={1000} defaultValue={note} />
      </div>
    </details>
  )
}

/** Where it can be collected, and by whom. */
function Collect({
  places,
  view,
  written,
  wrong,
  onChoose,
}: {
  places: readonly WayOption[]
  view: StepsProps['view']
  written: StepsProps['written']
  wrong: PlaceProps['wrong']
  onChoose: (place: string) => void
}) {
  const asked = written?.place.split('@')[0]
  const chosen = places.find(({ value }) => value === asked)?.value ?? (collects(view) ? view.chosen : places[0]?.value)
  const to = written?.to ?? view.to
  return (
    <div className="pickup way__collect">
      <div
        className="opts"
        role="radiogroup"
        aria-label="Where do you collect it?"
        onChange={(event) => {
          const { form } = event.target as HTMLInputElement
          if (form) onChoose(wayIn(new FormData(form), 'place'))
        }}
      >
        {places.map((place) => {
          const { value, title, at, time, price, days, instructions } = place
          return (
            <Fragment key={value}>
              <label className="opt">
                <input type="radio" name="place" value={value} defaultChecked={value === chosen} />
                <span className="opt__t">
                  <span>{title}</span>
                  {at && <small className="soft">{at}</small>}
                  {time && <small>{time}</small>}
                </span>
                <span className="opt__p">{Number(price) === 0 ? 'Free' : <Money of={price} />}</span>
              </label>
              {(days || instructions) && (
                <div className="opts__below">
                  {instructions && <p className="hint co__note">{instructions}</p>}
                  {days && <Hours of={place} label="When do you come?" />}
                </div>
              )}
            </Fragment>
          )
        })}
      </div>
      <div className="fields fields--2 co__fields">
        <Field
          id="who-first"
          name="collect.firstName"
          label="Your first name"
          autoComplete="given-name"
          maxLength={100}
          defaultValue={to.firstName}
          wrong={wrong['collect.firstName']}
        />
        <Field
          id="who-last"
          name="collect.lastName"
          label="Your last name"
          autoComplete="family-name"
          maxLength={100}
          defaultValue={to.lastName}
          wrong={wrong['collect.lastName']}
        />
      </div>
    </div>
  )
}
