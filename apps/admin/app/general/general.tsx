import { Refused } from '@vitrine/client'
import type { GeneralSettings, OrderNumbers } from '@vitrine/contract'
import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { client } from '../client.ts'
import { shownNow, useHeardClock } from '../clock/shop-time.ts'
import { numberOf } from '../orders/text.ts'
import { faultText, refusedText } from '../parts/acting.ts'
import { Button } from '../parts/button.tsx'
import { useConsequences } from '../parts/consequences.tsx'
import { countries } from '../parts/countries.ts'
import { useDraft } from '../parts/draft.ts'
import { Radio, SelectField, TextArea, TextField } from '../parts/field.tsx'
import { useSay } from '../parts/toasts.tsx'
import { unanswered } from '../parts/unanswered.ts'
import { Unsaved } from '../parts/unsaved.tsx'
import { useMay } from '../shell/layout.tsx'
import { PageHead, usePlace } from '../shell/page.tsx'
import { shopChanged } from '../shop.ts'
import { currencies, currencyName, locales, sampleOf, timeThere, timeZones } from './choices.ts'
import { useOpening } from './opening.tsx'
import { consequencesOf, type Field, names, sentOf, valuesOf, wrongIn } from './values.ts'

interface Loaded {
  readonly settings: GeneralSettings
  readonly numbers: OrderNumbers
}

export async function loader({ request: { signal } }: { request: Request }): Promise<Loaded> {
  const [{ generalSettings }, { orderNumbers }] = await Promise.all([
    client.generalSettings.getGeneralSettings({}, { signal }),
    client.generalSettings.getOrderNumbers({}, { signal }),
  ])
  return { settings: generalSettings, numbers: orderNumbers }
}

type Wrong = Partial<Record<Field | 'next' | 'all', string>>

/** What the shop is called, where it stands, what it counts in, and from where its orders are numbered. */
export function General() {
  usePlace([{ name: 'Shop' }])
  const { settings, numbers } = useLoaderData<Loaded>()
  const mayWrite = useMay()('settings.write')
  const say = useSay()
  const { revalidate } = useRevalidator()
  const stored = valuesOf(settings)
  const draft = useDraft<Field>({
    saved: stored,
    names,
    what: 'the shop',
    read: async () => {
      const { generalSettings } = await client.generalSettings.getGeneralSettings({})
      return { values: valuesOf(generalSettings), revision: generalSettings.revision }
    },
    write: async (all, revision) => {
      await client.generalSettings.updateGeneralSettings({ generalSettings: { ...sentOf(all), revision } })
    },
  })
  const { opened, values } = draft
  const consequences = useConsequences()
  const opening = useOpening()
  const [next, setNext] = useState<string>()
  const [refused, setRefused] = useState<Wrong>({})
  const [busy, setBusy] = useState(false)
  const heard = useHeardClock()
  const [openedAt] = useState(() => new Date())
  const number = Number(next)
  const least = (numbers.last ?? 0) + 1
  const wrong: Wrong = {
    ...refused,
    ...wrongIn(values),
    ...(next !== undefined &&
      !(Number.isSafeInteger(number) && number >= least) && { next: `A number from ${numberOf(String(least))} on.` }),
  }
  const changes = [
    ...draft.changes,
    ...(next !== undefined && next !== String(numbers.next) ? [{ name: 'Next order', was: String(numbers.next), now: next }] : []),
  ]

  const set = (field: Field) => (event: { target: { value: string } }) => {
    setRefused({})
    draft.set({ [field]: event.target.value })
  }
  const bind = (field: Field) => ({ label: names[field], value: values[field], error: wrong[field], onChange: set(field) })

  async function save(): Promise<boolean> {
    const title = values.currency === opened.currency ? undefined : `Sell in ${currencyName(values.currency)}?`
    if (!(await consequences.accepted(consequencesOf(opened, values), title))) return false
    setBusy(true)
    let saved = false
    try {
      if (draft.changes.length > 0) {
        if (!(await draft.save())) return false
        saved = true
        shopChanged()
      }
      if (next !== undefined && next !== String(numbers.next))
        await client.generalSettings.updateOrderNumbers({ orderNumbers: { next: number } })
      await revalidate()
      draft.drop()
      setNext(undefined)
      say({ text: `${values.name.trim()} is saved.` })
      return true
    } catch (error) {
      if (!(error instanceof Refused)) {
        say({ text: unanswered, bad: true })
        return false
      }
      setRefused(wrongOf(error))
      await revalidate()
      if (saved) draft.drop()
      return false
    } finally {
      setBusy(false)
    }
  }
  const money = currencies(settings.currency)
  return (
    <>
      <PageHead
        title="Shop"
        facts={
          <>
            <span>{stored.name}</span>
            <span>{`sells in ${currencyName(stored.currency).toLowerCase()}`}</span>
          </>
        }
      />
      <fieldset className="settings" disabled={!mayWrite || busy} aria-label="Settings of the shop">
        <section className="sec">
          <header className="sec-h">
            <h2>Name and address</h2>
            <p>Shown in the store header, emails and invoices.</p>
          </header>
          <div className="stack">
            <TextField {...bind('name')} maxLength={100} />
            <div className="grid2">
              <TextField {...bind('email')} optional type="email" hint="Where shoppers write to." />
              <TextField {...bind('phone')} optional maxLength={50} />
            </div>
            <TextArea {...bind('address')} rows={4} hint="Each line stands as you write it." />
            <SelectField {...bind('country')} hint="Whose taxes apply until a delivery address is known.">
              {countries().map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </SelectField>
          </div>
        </section>
        <section className="sec">
          <header className="sec-h">
            <h2>Visitors</h2>
            <p>{settings.open ? 'Everybody sees the shop.' : 'They read “Opening soon”. You see the shop as it will be.'}</p>
          </header>
          <p className="row">
            {settings.open ? (
              <Button disabled={opening.busy} onClick={opening.close}>
                Close the shop
              </Button>
            ) : (
              <Button disabled={opening.busy} onClick={opening.open}>
                Open the shop
              </Button>
            )}
          </p>
        </section>
        <section className="sec">
          <header className="sec-h">
            <h2>Order numbers</h2>
            <p>Each order has the number after the one before it.</p>
          </header>
          <TextField
            label="The next order has"
            end
            inputMode="numeric"
            value={next ?? String(numbers.next)}
            error={wrong.next}
            hint={
              numbers.last === undefined
                ? 'There is no order yet.'
                : `The last one had ${numberOf(String(numbers.last))}; a number is never given twice.`
            }
            onChange={({ target }) => {
              setRefused({})
              setNext(target.value)
            }}
          />
        </section>
        <section className="sec">
          <header className="sec-h">
            <h2>Money and weights</h2>
            <p>What prices are in. Orders keep the currency that they were made in.</p>
          </header>
          <div className="stack">
            <SelectField {...bind('currency')} hint="Prices keep their numbers in another one.">
              {money.alike.map(optionOf)}
              <optgroup label="With other decimals: only before anything has a price">{money.others.map(optionOf)}</optgroup>
            </SelectField>
            <SelectField {...bind('locale')} hint={sampleOf(values.locale, values.currency, values.timeZone)}>
              {locales(settings.locale).map(optionOf)}
            </SelectField>
            <div className="row wraps" role="radiogroup" aria-label={names.weightUnit}>
              <Radio name="weight" value="KG" checked={values.weightUnit === 'KG'} onChange={set('weightUnit')}>
                Kilograms
              </Radio>
              <Radio name="weight" value="LB" checked={values.weightUnit === 'LB'} onChange={set('weightUnit')}>
                Pounds
              </Radio>
            </div>
          </div>
        </section>
        <section className="sec">
          <header className="sec-h">
            <h2>Clock on the wall</h2>
            <p>Time zone used for reports, delivery slots and emails.</p>
          </header>
          <SelectField
            {...bind('timeZone')}
            hint={`It is ${timeThere(values.timeZone, heard ? shownNow(heard) : openedAt)} there. Slots that are booked keep their moment.`}
          >
            {timeZones(settings.timeZone).map(([world, zones]) => (
              <optgroup key={world} label={world}>
                {zones.map(optionOf)}
              </optgroup>
            ))}
          </SelectField>
        </section>
        <section className="sec">
          <header className="sec-h">
            <h2>Audit log</h2>
            <p>Who changed what, and from what to what.</p>
          </header>
          <TextField
            {...bind('auditMonths')}
            label="Kept for"
            after="months"
            end
            inputMode="numeric"
            hint="A year at least, ten at most."
          />
        </section>
      </fieldset>
      <Unsaved
        of={changes}
        busy={busy}
        wrong={Object.values(wrong)[0]}
        onSave={save}
        onDiscard={() => {
          setRefused({})
          draft.drop()
          setNext(undefined)
        }}
      />
      {consequences.dialog}
      {opening.dialog}
      {draft.dialog}
    </>
  )
}

const optionOf = ({ code, name }: { readonly code: string; readonly name: string }) => (
  <option key={code} value={code}>
    {name}
  </option>
)

/** What the platform has against it, at the field that it is about. */
function wrongOf(error: Refused): Wrong {
  if (error.code === 'CURRENCY_HAS_OTHER_DECIMALS') return { currency: 'It has other decimals than the prices that there are.' }
  if (error.code === 'ORDER_NUMBER_TAKEN') return { next: 'Orders have had numbers as high as that by now.' }
  const [fault] = error.fieldViolations
  const field = fault?.field.split('.').at(-1)
  return field !== undefined && field in names ? { [field]: faultText(fault!.description) } : { all: refusedText(error) }
}
