import { Button, Check, Field, Icon, Money } from '@vitrine/ui'
import { MapPin, Truck } from 'lucide-react'
import { type FocusEvent, Fragment, type ReactNode, useState } from 'react'
import { Form, Link, useFetcher, useNavigation } from 'react-router'
import { ways } from '../account/ways.ts'
import { withCarried } from '../hosted/carried.ts'
import { checkEmail, checkField, checkWritten, type Destination, readWritten } from './address.ts'
import { readAnswers, unanswered } from './asks.ts'
import { askedFields, asksLeast, checkoutPath, collects, optionValueOf, type WayOption } from './checkout.ts'
import { writePostcode } from './countries.ts'
import { Hours } from './hours.tsx'
import { ANOTHER, type KnownBuyer, type KnownPlace, knownAs, withKnown } from './known.ts'
import { Place, type PlaceProps } from './place.tsx'
import { Questions } from './questions.tsx'
import { StepSection } from './step.tsx'
import type { StepsProps } from './steps-props.ts'
import { useDraft } from './use-draft.ts'
import { useWrong } from './use-wrong.ts'
import { wayIn } from './way.ts'

export interface AddressFormProps extends StepsProps {
  /** Who it is for, where that is known; otherwise it is asked here too. */
  contact: ReactNode | undefined
  delivery: ReactNode
  payment: ReactNode
}

/** For whom, and where to: to the door, or collected. Which of the two shows is up to the radios alone, so it works without script. */
export function AddressForm({
  view,
  session,
  known,
  asks,
  answers,
  countries,
  wrong: said,
  written,
  contact,
  delivery,
  payment,
}: AddressFormProps) {
  const { form, wrong, may, see } = useWrong<string>(said)
  useDraft(form, view.id, written !== undefined)
  const busy = useNavigation().formData?.get('intent') === 'address'
  const moving = useFetcher()
  const way = written?.way ?? (collects(view) ? 'collect' : 'door')
  const saved = written ? undefined : (knownAs(view.to, known) ?? known?.places[0]?.id)
  const [chosen, setChosen] = useState(view.to.street && !knownAs(view.to, known) ? ANOTHER : (saved ?? ANOTHER))
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
        const now = withKnown(readWritten(said), String(said.get('known') ?? ANOTHER), known)
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
          {!known && (
            <p className="small soft co__known">
              Have an account?{' '}
              <Link className="link" to={withCarried(ways.login, { to: checkoutPath(view.id, { session }) })}>
                Sign in
              </Link>
              , what you have typed stays.
            </p>
          )}
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
                onChange={() => choose(view.doors[0] && optionValueOf(view.doors[0]))}
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
          {known && known.places.length > 0 && (
            <KnownPlaces
              of={known.places}
              chosen={chosen}
              onChoose={(id) => {
                setChosen(id)
                const to = known.places.find((one) => one.id === id)?.place.country
                if (to && to !== view.to.country) void moving.submit({ intent: 'country', country: to }, { method: 'post' })
              }}
            />
          )}
          <Place
            of={named(written?.to ?? view.to, known)}
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
            spaced={canCollect || (known !== undefined && known.places.length > 0)}
          />
          {known && (
            <div className="co__same co__keep">
              <Check name="keep" id="keep" defaultChecked={known.places.length === 0}>
                <span>Keep this address in my account</span>
              </Check>
            </div>
          )}
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

/** Whoever is signed in need not write their name. */
const named = (to: Destination, known: KnownBuyer | undefined): Destination =>
  known && !to.firstName && !to.lastName
    ? { ...to, firstName: known.firstName, lastName: known.lastName, phone: to.phone || known.phone }
    : to

/** Where it may go, among the saved addresses. Which fields show beside is up to the radios alone, so it works without script. */
function KnownPlaces({ of: places, chosen, onChoose }: { of: readonly KnownPlace[]; chosen: string; onChoose: (id: string) => void }) {
  return (
    <div className="opts co__known" role="radiogroup" aria-label="Where it goes">
      {[...places, { id: ANOTHER, words: 'Another address' }].map(({ id, words }) => (
        <label className="opt" key={id}>
          <input type="radio" name="known" value={id} defaultChecked={id === chosen} onChange={() => onChoose(id)} />
          <span className="opt__t">{words}</span>
        </label>
      ))}
    </div>
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
                  {days && <Hours of={place} label={() => 'When do you come?'} />}
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
