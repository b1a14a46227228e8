import { Refused } from '@vitrine/client'
import { CircleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { client } from '../client.ts'
import { type Delivery, daysFrom, deliveryText } from '../delivery/delivery.ts'
import { ratesOf } from '../delivery/rates.ts'
import { signOf } from '../orders/sums.ts'
import { faultText, useAct } from '../parts/acting.ts'
import { Button, ButtonLink } from '../parts/button.tsx'
import { Check, TextField } from '../parts/field.tsx'
import { Icon } from '../parts/icon.tsx'
import { Head, RowHead, Table, Td, Tr } from '../parts/table.tsx'
import { useKeys } from '../shell/keys.ts'
import { useShop } from '../shop.ts'
import { type Entry, type EntryField, type Place, placesOf, wrongInEntry } from './delivery-zones.ts'

interface DeliveryStepProps {
  delivery: Delivery
  country: string
  /** Something is being written: the step stays open until all of it is. */
  onBegin: () => void
  onDone: () => void
  onLater: () => void
}

type Wrong = Partial<Record<EntryField, string>>

const mostNamed = 100

/** A first rate for each place that is ticked, made without leaving the page. */
export function DeliveryStep({ delivery, country, onBegin, onDone, onLater }: DeliveryStepProps) {
  const { currency } = useShop()
  const { act, busy } = useAct(deliveryText)
  const form = useRef<HTMLFormElement>(null)
  const places = placesOf(delivery, country)
  const [title, setTitle] = useState('Standard delivery')
  const [written, setWritten] = useState<Readonly<Record<string, Partial<Entry>>>>({})
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<Readonly<Record<string, Wrong>>>({})
  const [first] = useState(places[0]?.key)
  // What was made before something failed is not made again, whether or not the page could be read since.
  const zoneIds = useRef(new Map<string, string>())
  const offered = useRef(new Set<string>())
  // The same form sent again, because its answer was lost, makes nothing twice; another one is another.
  const keys = useRef(new Map<string, string>())
  const sentOnce = (typed: object) => {
    const text = JSON.stringify(typed)
    const idempotencyKey = keys.current.get(text) ?? crypto.randomUUID()
    keys.current.set(text, idempotencyKey)
    return { idempotencyKey }
  }
  const entryOf = ({ key }: Place): Entry => ({ on: key === first, days: '', price: '', freeFrom: '', ...written[key] })
  const wrongOf = (place: Place): Wrong => ({ ...refused[place.key], ...(tried && wrongInEntry(entryOf(place), currency)) })
  const chosen = places.filter((place) => entryOf(place).on)
  const titleWrong = tried && title.trim() === '' ? 'Buyers need a name for it.' : undefined
  const set = (place: Place, change: Partial<Entry>) => {
    setRefused({ ...refused, [place.key]: {} })
    setWritten({ ...written, [place.key]: { ...written[place.key], ...change } })
  }
  const showWrong = () => requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())

  async function make(place: Place): Promise<void> {
    const { days, price, freeFrom } = entryOf(place)
    if (offered.current.has(place.key)) return
    const zoneId = place.zoneId ?? zoneIds.current.get(place.key) ?? (await makeZone(delivery, place, sentOnce({ zone: place.key })))
    zoneIds.current.set(place.key, zoneId)
    try {
      const shippingOption = {
        title: title.trim(),
        rates: ratesOf({ by: 'flat', steps: [{ upTo: '', amount: price }], freeFrom: freeFrom.trim(), perItem: false }),
        deliveryDays: daysFrom(days) ?? null,
        deliveryRegionIds: [zoneId],
      }
      await client.shippingOptions.createShippingOption({ shippingOption }, sentOnce(shippingOption))
      offered.current.add(place.key)
    } catch (error) {
      if (error instanceof Refused) setRefused({ ...refused, [place.key]: wrongFrom(error) })
      throw error
    }
  }

  async function save(): Promise<void> {
    if (busy) return
    setTried(true)
    const isWrong = title.trim() === '' || chosen.some((place) => Object.keys(wrongInEntry(entryOf(place), currency)).length > 0)
    if (isWrong || chosen.length === 0) return void showWrong()
    onBegin()
    const done = await act(async () => {
      for (const place of chosen) await make(place)
      return `${title.trim()} is offered: ${chosen.map(({ name }) => name).join(', ')}.`
    })
    if (done) onDone()
    else showWrong()
  }
  useKeys({ '⌘enter': { says: 'Offer this delivery', run: () => void save() } }, 'Start')

  return (
    <form
      className="t7b"
      ref={form}
      aria-label="First delivery"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <div className="t7b-name">
        <TextField
          label="Name at the checkout"
          value={title}
          maxLength={mostNamed}
          error={titleWrong}
          onChange={({ target }) => setTitle(target.value)}
        />
      </div>
      <div className="tw">
        <Table
          caption="Where the shop delivers, and for how much"
          className="in first-rates"
          head={
            <>
              <Head>Where</Head>
              <Head>Working days</Head>
              <Head className="num">Price</Head>
              <Head className="num">Free from</Head>
              <Head>
                <span className="vh">Deliver there</span>
              </Head>
            </>
          }
        >
          {places.map((place) => {
            const entry = entryOf(place)
            const wrong = wrongOf(place)
            const bind = (field: EntryField) => ({
              hidden: true,
              end: true,
              value: entry[field],
              error: wrong[field],
              disabled: !entry.on,
              onChange: ({ target }: { target: { value: string } }) => set(place, { [field]: target.value }),
            })
            const sign = signOf(currency)
            return (
              <Tr key={place.key}>
                <RowHead>{place.name}</RowHead>
                <Td of="Working days">
                  <TextField {...bind('days')} end={false} label={`Working days to ${place.name}`} placeholder="2–3" />
                </Td>
                <Td of="Price" className="num">
                  <TextField {...bind('price')} label={`Price to ${place.name}`} before={sign} inputMode="decimal" />
                </Td>
                <Td of="Free from" className="num">
                  <TextField
                    {...bind('freeFrom')}
                    label={`Free to ${place.name} from`}
                    before={sign}
                    inputMode="decimal"
                    placeholder="never"
                  />
                </Td>
                <Td of="Deliver there" className="fit">
                  <Check hidden checked={entry.on} onChange={({ target }) => set(place, { on: target.checked })}>
                    {`Deliver to ${place.name}`}
                  </Check>
                </Td>
              </Tr>
            )
          })}
        </Table>
      </div>
      {tried && chosen.length === 0 && (
        <p className="err" role="alert">
          <Icon of={CircleAlert} />
          Tick at least one place.
        </p>
      )}
      <p className="soft small">
        The same price for every shipment. Prices by weight, delivery by yourself and other zones are under Shipping.
      </p>
      <p className="row wraps">
        <Button type="submit" kind="primary" keys={['⌘', '↵']} disabled={busy}>
          Use these, go on
        </Button>
        <ButtonLink to="/shipping/pickup-points">People collect only</ButtonLink>
        <Button kind="ghost" onClick={onLater}>
          Later
        </Button>
      </p>
    </form>
  )
}

async function makeZone(
  { deliveryProfile: { id, deliveryRegions } }: Delivery,
  { name, destinations }: Place,
  once: { readonly idempotencyKey: string },
): Promise<string> {
  const known = new Set(deliveryRegions.map((region) => region.id))
  const deliveryRegion = { name, active: true, destinations }
  const { deliveryProfile } = await client.deliveryProfile.addDeliveryRegion({ deliveryProfileId: id, deliveryRegion }, once)
  return deliveryProfile.deliveryRegions.find((region) => !known.has(region.id) && region.name === name)!.id
}

const fields: Readonly<Record<string, EntryField>> = { rates: 'price', deliveryDays: 'days' }

/** What the platform has against a rate, at the field that it is about. */
function wrongFrom(error: Refused): Wrong {
  const [fault] = error.fieldViolations
  const part = fault?.field.split(/[.[]/).find((name) => name in fields)
  return part === undefined ? {} : { [fields[part]!]: faultText(fault!.description) }
}
