import type { PickupLocation } from '@vitrine/contract'
import { CalendarDays, Plus } from 'lucide-react'
import { useState } from 'react'
import { useLoaderData, useNavigate, useSearchParams } from 'react-router'
import { client } from '../../client.ts'
import { many } from '../../list/many.ts'
import { useAct } from '../../parts/acting.ts'
import { Button } from '../../parts/button.tsx'
import { countries, countryName } from '../../parts/countries.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { useDraft } from '../../parts/draft.ts'
import { Check, SelectField, TextArea, TextField } from '../../parts/field.tsx'
import { Head, RowHead, Table, Td, Tr } from '../../parts/table.tsx'
import { Toggle } from '../../parts/toggle.tsx'
import { Unsaved } from '../../parts/unsaved.tsx'
import { useKeys } from '../../shell/keys.ts'
import { useMay } from '../../shell/layout.tsx'
import { PageHead, usePlace } from '../../shell/page.tsx'
import { useShop } from '../../shop.ts'
import { type Delivery, daysText, deliveryText, timeFrom, timeText } from '../delivery.ts'
import { amountText, pricesOf, priceText, ratesToSave, wrongIn } from '../rates.ts'
import { closedText } from '../zones/zones.tsx'
import { barOf, hoursFrom, hoursSummary, hoursText, spansOf, week } from './hours.ts'

const names = {
  name: 'Name at the checkout',
  method: 'Kind',
  country: 'Country',
  subdivision: 'Region',
  city: 'Town',
  postalCode: 'Postcode',
  addressLine: 'Street and number',
  ready: 'Ready after',
  cutOff: 'Cut-off',
  said: 'When it is ready',
  fee: 'Fee',
  instructions: 'How to find us',
  zones: 'Zones',
  MON: 'Monday',
  TUE: 'Tuesday',
  WED: 'Wednesday',
  THU: 'Thursday',
  FRI: 'Friday',
  SAT: 'Saturday',
  SUN: 'Sunday',
} as const
type Values = Record<keyof typeof names, string>

/** Of its own kind: an app set it, and it stays as it is. */
const mixed = '–'

function valuesOf(point: PickupLocation): Values {
  const { address, deliveryDays, cutOffTime } = point
  const prices = pricesOf(point.rates)
  return {
    name: point.name,
    method: point.pickupMethod,
    country: address.country ?? '',
    subdivision: address.subdivision ?? '',
    city: address.city ?? '',
    postalCode: address.postalCode ?? '',
    addressLine: address.addressLine ?? '',
    ready: deliveryDays ? String(deliveryDays.min) : '',
    cutOff: cutOffTime ? timeText(cutOffTime) : '',
    said: point.deliveryTime ?? '',
    fee: prices?.by === 'flat' && !prices.freeFrom && !prices.perItem ? prices.steps[0]!.amount : mixed,
    instructions: point.instructions ?? '',
    zones: point.deliveryRegionIds.toSorted().join(' '),
    ...hoursText(point.openingHours),
  }
}

const sentOf = (values: Values) => {
  const { MON, TUE, WED, THU, FRI, SAT, SUN } = values
  return {
    name: values.name.trim(),
    pickupMethod: values.method === 'PICKUP_POINT' ? ('PICKUP_POINT' as const) : ('STORE_PICKUP' as const),
    address: {
      country: values.country,
      ...(values.subdivision.trim() && { subdivision: values.subdivision.trim() }),
      city: values.city.trim(),
      postalCode: values.postalCode.trim(),
      addressLine: values.addressLine.trim(),
    },
    deliveryDays: values.ready.trim() === '' ? null : { min: Number(values.ready), max: Number(values.ready) },
    cutOffTime: timeFrom(values.cutOff) ?? null,
    deliveryTime: values.said.trim() || null,
    instructions: values.instructions.trim() || null,
    openingHours: hoursFrom({ MON, TUE, WED, THU, FRI, SAT, SUN }),
    deliveryRegionIds: values.zones.split(' ').filter(Boolean),
    ...(values.fee !== mixed && { rates: ratesToSave(flatAt(values.fee)) }),
  }
}

const flatAt = (fee: string) => ({
  by: 'flat' as const,
  steps: [{ upTo: '', amount: amountText(fee) || '0' }],
  freeFrom: '',
  perItem: false,
})

function wrongOf(values: Values, currency: string): string | undefined {
  if (!values.name.trim()) return 'The point has no name.'
  if (!values.country) return 'The address has no country.'
  if (values.fee !== mixed && wrongIn(flatAt(values.fee), currency)) return 'The fee is no amount.'
  if (values.ready.trim() !== '' && !/^\d{1,3}$/.test(values.ready.trim())) return '“Ready after” is a number of working days.'
  if (values.cutOff.trim() !== '' && !timeFrom(values.cutOff)) return 'The cut-off is a time: 14:00.'
  const day = week.find(([one]) => spansOf(values[one]) === undefined)
  return day && `${names[day[0]]} is no time: write it as 11–19.`
}

/** Where people collect their orders. */
export function PickupPoints() {
  const delivery = useLoaderData<Delivery>()
  const { currency, weightUnit } = useShop()
  const mayWrite = useMay()('delivery.write')
  const [params, setParams] = useSearchParams()
  const { act, busy } = useAct(deliveryText)
  const [adding, setAdding] = useState(false)
  usePlace([{ name: 'Shipping', to: '/shipping' }, { name: 'Pick-up points' }])
  const points = delivery.pickupLocations
  const chosen = points.find(({ id }) => id === params.get('point')) ?? points[0]
  useKeys(mayWrite ? { n: { says: 'Make a pick-up point', run: () => setAdding(true) } } : {}, 'Pick-up points')
  const turn = (point: PickupLocation, active: boolean) =>
    act(async () => {
      await client.pickupLocations.updatePickupLocation({ pickupLocation: { id: point.id, revision: point.revision, active } })
      return `${point.name} is ${active ? 'shown' : 'hidden'} at the checkout.`
    })
  return (
    <>
      <PageHead
        title="Pick-up points"
        facts={<span>{many(points.length, 'point')}</span>}
        main={
          mayWrite ? (
            <Button kind="primary" icon={Plus} keys={['N']} onClick={() => setAdding(true)}>
              Point
            </Button>
          ) : undefined
        }
      />
      {points.length === 0 ? (
        <p className="pad soft">Nobody can collect yet. A point needs a name and an address, and stands in the zones that you choose.</p>
      ) : (
        <div className="tw">
          <Table
            caption="Pick-up points"
            className="pic"
            head={
              <>
                <Head>Point</Head>
                <Head>Where</Head>
                <Head>Open</Head>
                <Head>Ready</Head>
                <Head className="num">Fee</Head>
                <Head>Shown</Head>
              </>
            }
          >
            {points.map((point) => (
              <Tr key={point.id} {...(point.id === chosen?.id && { 'data-focus': '' })} {...(!point.active && { 'data-quiet': '' })}>
                <RowHead>
                  <span className="two">
                    <button
                      type="button"
                      className="lead link-like"
                      aria-current={point.id === chosen?.id || undefined}
                      onClick={() => setParams({ point: point.id }, { preventScrollReset: true })}
                    >
                      {point.name}
                    </button>
                    <span>{point.pickupMethod === 'STORE_PICKUP' ? 'your own' : 'of somebody else'}</span>
                  </span>
                </RowHead>
                <Td of="Where" className="soft">
                  {[point.address.addressLine, point.address.city].filter(Boolean).join(', ') || countryName(point.address.country ?? '')}
                </Td>
                <Td of="Open" className="soft nowrap">
                  {hoursSummary(point.openingHours) || '–'}
                </Td>
                <Td of="Ready" className="soft">
                  {point.deliveryTime || (point.deliveryDays ? daysText(point.deliveryDays) : '–')}
                </Td>
                <Td of="Fee" className="num">
                  {priceText(point.rates, { currency, weightUnit })}
                </Td>
                <Td of="Shown" className="fit">
                  <Toggle hidden checked={point.active} disabled={busy || !mayWrite} onTurn={(on) => void turn(point, on)}>
                    {`Show ${point.name}`}
                  </Toggle>
                </Td>
              </Tr>
            ))}
          </Table>
        </div>
      )}
      {chosen && <Point key={chosen.id} delivery={delivery} point={chosen} mayWrite={mayWrite} />}
      {adding && <NewPoint delivery={delivery} onClose={() => setAdding(false)} onMade={(id) => setParams({ point: id })} />}
    </>
  )
}

function Point({ delivery, point, mayWrite }: { delivery: Delivery; point: PickupLocation; mayWrite: boolean }) {
  const { currency } = useShop()
  const navigate = useNavigate()
  const { act, busy } = useAct(deliveryText)
  const draft = useDraft<keyof Values>({
    saved: valuesOf(point),
    names,
    what: point.name,
    read: async () => {
      const { pickupLocation } = await client.pickupLocations.getPickupLocation({ pickupLocationId: point.id })
      return { values: valuesOf(pickupLocation), revision: pickupLocation.revision }
    },
    write: async (next, revision) => {
      await client.pickupLocations.updatePickupLocation({ pickupLocation: { id: point.id, revision, ...sentOf(next) } })
    },
  })
  const { values } = draft
  const [deleting, setDeleting] = useState(false)
  const save = async () => {
    let saved = false
    await act(async () => {
      saved = await draft.save()
      return saved ? `${values.name} saved.` : undefined
    })
    // By now the page was read again.
    if (saved) draft.drop()
    return saved
  }
  const remove = async () => {
    draft.drop()
    const done = await act(async () => {
      await client.pickupLocations.deletePickupLocation({ pickupLocationId: point.id })
      return `${point.name} deleted.`
    })
    if (done) setDeleting(false)
  }
  return (
    <section className="sec" aria-label={point.name}>
      <header className="sec-h">
        <h2>{point.name}</h2>
        {delivery.closedOn.length > 0 && <p>{`Closed on ${closedText(delivery.closedOn)}`}</p>}
        <div className="acts">
          <Button small icon={CalendarDays} onClick={() => navigate(`/shipping/slots?way=${point.id}`)}>
            Times and days off
          </Button>
          {mayWrite && (
            <Button small kind="ghost warn" onClick={() => setDeleting(true)}>
              Delete
            </Button>
          )}
        </div>
      </header>
      <Fields delivery={delivery} values={values} mayWrite={mayWrite} onChange={draft.set} />
      {draft.dialog}
      {deleting && (
        <Dialog
          title={`Delete ${point.name}?`}
          about="It is no longer offered. Orders that are collected there stay as they are. To pause it, hide it instead."
          does="Delete the point"
          kind="danger"
          cancel="Keep it"
          busy={busy}
          onDo={() => void remove()}
          onClose={() => setDeleting(false)}
        />
      )}
      {mayWrite && <Unsaved of={draft.changes} busy={busy} wrong={wrongOf(values, currency)} onSave={save} onDiscard={draft.drop} />}
    </section>
  )
}

interface FieldsProps {
  delivery: Delivery
  values: Values
  mayWrite: boolean
  onChange: (change: Partial<Values>) => void
}

function Fields({ delivery, values, mayWrite, onChange }: FieldsProps) {
  const { currency } = useShop()
  const field = (name: keyof Values) => ({
    value: values[name],
    disabled: !mayWrite,
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  })
  const zones = values.zones.split(' ').filter(Boolean)
  return (
    <div className="stack">
      <div className="grid2">
        <TextField label={names.name} maxLength={100} {...field('name')} />
        <SelectField label={names.method} {...field('method')}>
          <option value="STORE_PICKUP">Your own place</option>
          <option value="PICKUP_POINT">A point of somebody else</option>
        </SelectField>
        <TextField label={names.addressLine} maxLength={200} {...field('addressLine')} />
        <div className="grid2">
          <TextField label={names.postalCode} maxLength={20} {...field('postalCode')} />
          <TextField label={names.city} maxLength={100} {...field('city')} />
        </div>
        <SelectField label={names.country} {...field('country')}>
          <option value="">Choose</option>
          {countries().map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField label={names.subdivision} optional placeholder="DE-BE" maxLength={20} {...field('subdivision')} />
        <TextField
          label={names.ready}
          optional
          after="working days"
          end
          inputMode="numeric"
          hint="0 for the same day; the buyer reads the date."
          {...field('ready')}
        />
        <TextField
          label={names.cutOff}
          optional
          placeholder="14:00"
          hint="Later orders count as the next working day’s."
          {...field('cutOff')}
        />
        <TextField label={names.said} optional maxLength={500} hint="Such as “Ready in 2 hours”." {...field('said')} />
        {values.fee === mixed ? (
          <p className="soft">Its fee has rates of its own kind: an app set them, and they stay as they are.</p>
        ) : (
          <TextField label={names.fee} before={currency} end inputMode="decimal" hint="0 is free." {...field('fee')} />
        )}
      </div>
      <TextArea label={names.instructions} optional rows={2} maxLength={1000} {...field('instructions')} />
      <fieldset className="stack-s">
        <legend className="strong">Offered in</legend>
        <div className="row wraps">
          {delivery.deliveryProfile.deliveryRegions.map(({ id, name }) => (
            <Check
              key={id}
              checked={zones.includes(id)}
              disabled={!mayWrite}
              onChange={({ target }) =>
                onChange({ zones: (target.checked ? [...zones, id] : zones.filter((one) => one !== id)).toSorted().join(' ') })
              }
            >
              {name}
            </Check>
          ))}
        </div>
      </fieldset>
      <table className="hours">
        <caption className="vh">Opening hours</caption>
        <tbody>
          {week.map(([day, short]) => (
            <tr key={day}>
              <th scope="row">{short}</th>
              <td className="hours-in">
                <TextField label={`${names[day]}, open`} hidden placeholder="closed" {...field(day)} />
              </td>
              <td>
                {(spansOf(values[day]) ?? []).map((span) => {
                  const { at, wide } = barOf(span)
                  return (
                    <span
                      key={`${span.start.hours}:${span.start.minutes}`}
                      className="hbar"
                      style={{ '--a': `${at}%`, '--b': `${wide}%` } as React.CSSProperties}
                      aria-hidden="true"
                    />
                  )
                })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function NewPoint({ delivery, onClose, onMade }: { delivery: Delivery; onClose: () => void; onMade: (id: string) => void }) {
  const { country, currency } = useShop()
  const { act, busy } = useAct(deliveryText)
  const [values, setValues] = useState<Values>({
    ...(Object.fromEntries(Object.keys(names).map((key) => [key, ''])) as Values),
    method: 'STORE_PICKUP',
    country,
    fee: '0',
  })
  const [tried, setTried] = useState(false)
  const wrong = wrongOf(values, currency)
  const save = async () => {
    setTried(true)
    if (wrong) return
    const done = await act(async () => {
      const { pickupLocation } = await client.pickupLocations.createPickupLocation({ pickupLocation: sentOf(values) })
      onMade(pickupLocation.id)
      const zones = delivery.deliveryProfile.deliveryRegions.filter(({ id }) => pickupLocation.deliveryRegionIds.includes(id))
      return `${pickupLocation.name} is offered ${zones.length > 0 ? `in ${zones.map(({ name }) => name).join(' and ')}` : 'nowhere yet: choose its zones'}.`
    })
    if (done) onClose()
  }
  return (
    <Dialog
      title="New pick-up point"
      about="Buyers in its zones can collect their orders there."
      wide
      does="Offer the point"
      says={
        tried &&
        wrong && (
          <span className="down" role="alert">
            {wrong}
          </span>
        )
      }
      busy={busy}
      onDo={() => void save()}
      onClose={onClose}
    >
      <Fields delivery={delivery} values={values} mayWrite onChange={(change) => setValues({ ...values, ...change })} />
    </Dialog>
  )
}
