import type { DeliveryRegion } from '@vitrine/contract'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { client } from '../../client.ts'
import { many } from '../../list/many.ts'
import { useAct } from '../../parts/acting.ts'
import { Button } from '../../parts/button.tsx'
import { useTogether } from '../../parts/conflict.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Check, Radio, TextArea, TextField } from '../../parts/field.tsx'
import { useShop } from '../../shop.ts'
import { type Delivery, type DeliveryMethod, daysFrom, deliveryText, forget, timeFrom, timeText } from '../delivery.ts'
import { pricesFrom, pricesOf, pricesText, ratesToSave, wrongIn } from '../rates.ts'
import { PricesForm } from './prices-form.tsx'

interface RateDialogProps {
  delivery: Delivery
  /** The one that is changed; a new one where there is none. */
  method: DeliveryMethod | undefined
  /** The zone that a new one is for. */
  zone: DeliveryRegion | undefined
  onClose: () => void
}

const fields = {
  title: 'Name',
  prices: 'Price',
  arrives: 'Arrives',
  days: 'Working days',
  cutOff: 'Cut-off',
  codes: 'Postcodes',
  instructions: 'Instructions',
  zones: 'Zones',
} as const
type Values = Record<keyof typeof fields, string>

const flat = pricesText({ by: 'flat', steps: [{ upTo: '', amount: '' }], freeFrom: '', perItem: false })

function valuesOf(method: Exclude<DeliveryMethod, { kind: 'pickup' }>): Values {
  const prices = pricesOf(method.rates)
  const shared = { title: method.title, prices: prices ? pricesText(prices) : '', zones: method.regionIds.toSorted().join(' ') }
  if (method.kind === 'local')
    return {
      ...shared,
      arrives: method.of.estimatedDeliveryTime ?? '',
      codes: method.of.zipConfig?.zipCodes.join(', ') ?? '',
      days: '',
      cutOff: '',
      instructions: '',
    }
  const { deliveryDays: days, cutOffTime: cutOff } = method.of
  return {
    ...shared,
    arrives: method.of.estimatedDeliveryTime ?? '',
    days: days ? (days.min === days.max ? String(days.min) : `${days.min}–${days.max}`) : '',
    cutOff: cutOff ? timeText(cutOff) : '',
    instructions: method.of.instructions ?? '',
    codes: '',
  }
}

const codesOf = (text: string): string[] =>
  text
    .split(/[,;\n]+/)
    .map((code) => code.trim())
    .filter(Boolean)
const zonesOf = (text: string): string[] => text.split(' ').filter(Boolean)

/** Makes a rate, or changes one. Those of pick-up points are changed where the point is. */
export function RateDialog({ delivery, method, zone, onClose }: RateDialogProps) {
  const navigate = useNavigate()
  if (method?.kind === 'pickup')
    return (
      <Dialog
        title={method.title}
        about="A pick-up point: its address, its hours and its fee are on a page of their own."
        does="Open the point"
        busy={false}
        onDo={() => navigate(`/shipping/pickup-points?point=${method.id}`)}
        onClose={onClose}
      />
    )
  return <Rate delivery={delivery} method={method} zone={zone} onClose={onClose} />
}

function Rate({ delivery, method, zone, onClose }: RateDialogProps & { method: Exclude<DeliveryMethod, { kind: 'pickup' }> | undefined }) {
  const { currency } = useShop()
  const { act, busy } = useAct(deliveryText)
  const [kind, setKind] = useState(method?.kind ?? 'shipping')
  const opened = method && valuesOf(method)
  const [values, setValues] = useState<Values>(
    opened ?? { title: '', prices: flat, arrives: '', days: '', cutOff: '', codes: '', instructions: '', zones: zone?.id ?? '' },
  )
  const [deleting, setDeleting] = useState(false)
  const set = (change: Partial<Values>) => setValues({ ...values, ...change })
  const names = new Map(delivery.deliveryProfile.deliveryRegions.map(({ id, name }) => [id, name]))
  const isLocal = kind === 'local'

  const together = useTogether<keyof Values>({
    names: fields,
    what: `the rate ${method?.title ?? ''}`,
    read: async () => {
      const id = method!.id
      if (isLocal) {
        const { localDeliveryOption: of } = await client.localDeliveryOptions.getLocalDeliveryOption({ localDeliveryOptionId: id })
        const { areaName: title, active, rates, deliveryRegionIds: regionIds, revision } = of
        return { values: valuesOf({ kind: 'local', id, title, active, rates, regionIds, revision, of }), revision }
      }
      const { shippingOption: of } = await client.shippingOptions.getShippingOption({ shippingOptionId: id })
      const { title, active, rates, deliveryRegionIds: regionIds, revision } = of
      return { values: valuesOf({ kind: 'shipping', id, title, active, rates, regionIds, revision, of }), revision }
    },
    write: (said, revision) =>
      isLocal
        ? client.localDeliveryOptions.updateLocalDeliveryOption({ localDeliveryOption: { id: method!.id, revision, ...localFrom(said) } })
        : client.shippingOptions.updateShippingOption({ shippingOption: { id: method!.id, revision, ...shippingFrom(said) } }),
  })

  // As it is typed: put in order and into text when it is saved.
  const [prices, setPrices] = useState(values.prices ? pricesFrom(values.prices) : undefined)
  const wrong =
    (values.title.trim() === '' && 'It has no name.') ||
    (prices && wrongIn(prices, currency)) ||
    (values.days && !daysFrom(values.days) && 'Working days are a number, or two: 2–3.') ||
    (values.cutOff && !timeFrom(values.cutOff) && 'The cut-off is a time: 14:00.') ||
    undefined
  const [tried, setTried] = useState(false)

  const save = async () => {
    setTried(true)
    if (wrong) return
    const said = { ...values, title: values.title.trim(), prices: prices ? pricesText(prices) : '' }
    const done = await act(async () => {
      if (method && opened) return (await together.save(opened, said)) ? `${said.title} saved.` : undefined
      if (isLocal)
        await client.localDeliveryOptions.createLocalDeliveryOption({
          localDeliveryOption: { ...localFrom(said), rates: ratesToSave(prices!) },
        })
      else await client.shippingOptions.createShippingOption({ shippingOption: { ...shippingFrom(said), rates: ratesToSave(prices!) } })
      const where = zonesOf(said.zones).map((id) => names.get(id))
      return `${said.title} is offered${where.length > 0 ? ` in ${where.join(' and ')}` : ' nowhere yet'}.`
    })
    if (done) onClose()
  }
  const remove = async () => {
    const done = await act(async () => {
      await forget(method!)
      return `${method!.title} deleted.`
    })
    if (done) onClose()
  }
  if (together.dialog) return together.dialog
  if (deleting && method)
    return (
      <Dialog
        key="deleting"
        title={`Delete ${method.title}?`}
        about={`It is no longer offered in ${method.regionIds.map((id) => names.get(id)).join(' and ') || 'any zone'}. Orders that chose it stay as they are. To pause it, switch it off instead.`}
        does="Delete the rate"
        kind="danger"
        cancel="Keep it"
        busy={busy}
        onDo={() => void remove()}
        onClose={() => setDeleting(false)}
      />
    )
  return (
    <Dialog
      title={method ? method.title : 'New rate'}
      about={zone && !method ? `For ${zone.name}.` : undefined}
      wide
      does={method ? 'Save the rate' : 'Offer the rate'}
      says={
        tried && wrong ? (
          <span className="down" role="alert">
            {wrong}
          </span>
        ) : (
          method && (
            <Button kind="ghost warn" onClick={() => setDeleting(true)}>
              Delete rate
            </Button>
          )
        )
      }
      busy={busy}
      onDo={() => void save()}
      onClose={onClose}
    >
      <div className="stack">
        {!method && (
          <div className="row" role="radiogroup" aria-label="Kind">
            <Radio name="kind" checked={!isLocal} onChange={() => setKind('shipping')} hint="by a carrier, to the door">
              Sent
            </Radio>
            <Radio name="kind" checked={isLocal} onChange={() => setKind('local')} hint="by you, near the shop">
              Local delivery
            </Radio>
          </div>
        )}
        <div className="grid2">
          <TextField
            label="Name at the checkout"
            value={values.title}
            maxLength={100}
            data-first=""
            onChange={({ target }) => set({ title: target.value })}
          />
          <TextField
            label="Arrives"
            optional
            hint="In words, such as “2–3 working days”."
            value={values.arrives}
            maxLength={isLocal ? 40 : 250}
            onChange={({ target }) => set({ arrives: target.value })}
          />
        </div>
        {prices ? (
          <PricesForm value={prices} onChange={setPrices} />
        ) : (
          <div className="row">
            <p className="soft grow">Its prices mix weight, value and quantity: an app set them, and they stay as they are.</p>
            <Button small onClick={() => setPrices(pricesFrom(flat))}>
              Set another price
            </Button>
          </div>
        )}
        {isLocal ? (
          <TextArea
            label="Postcodes"
            rows={2}
            hint={
              method && !method.regionIds.length
                ? undefined
                : 'With commas between them; a star stands for any figures: 104*. Empty is all of the zone.'
            }
            value={values.codes}
            onChange={({ target }) => set({ codes: target.value })}
          />
        ) : (
          <>
            <div className="grid2">
              <TextField
                label="Working days"
                optional
                hint="From these the buyer reads the date."
                placeholder="2–3"
                value={values.days}
                onChange={({ target }) => set({ days: target.value })}
              />
              <TextField
                label="Cut-off"
                optional
                hint="Later orders leave the next working day."
                placeholder="14:00"
                value={values.cutOff}
                onChange={({ target }) => set({ cutOff: target.value })}
              />
            </div>
            <TextArea
              label="Instructions"
              optional
              rows={2}
              maxLength={1000}
              value={values.instructions}
              onChange={({ target }) => set({ instructions: target.value })}
            />
          </>
        )}
        <fieldset className="stack-s">
          <legend className="strong">Offered in</legend>
          <div className="row wraps">
            {delivery.deliveryProfile.deliveryRegions.map(({ id, name }) => (
              <Check
                key={id}
                checked={zonesOf(values.zones).includes(id)}
                onChange={({ target }) => {
                  const others = zonesOf(values.zones).filter((one) => one !== id)
                  set({ zones: (target.checked ? [...others, id] : others).toSorted().join(' ') })
                }}
              >
                {name}
              </Check>
            ))}
          </div>
          {zonesOf(values.zones).length > 1 && (
            <p className="hint">{`One rate in ${many(zonesOf(values.zones).length, 'zone')}: what you change here changes in each.`}</p>
          )}
        </fieldset>
      </div>
    </Dialog>
  )
}

const pricesSaid = ({ prices }: Values) => (prices ? { rates: ratesToSave(pricesFrom(prices)) } : {})

const shippingFrom = (said: Values) => ({
  title: said.title,
  ...pricesSaid(said),
  estimatedDeliveryTime: said.arrives.trim() || null,
  deliveryDays: daysFrom(said.days) ?? null,
  cutOffTime: timeFrom(said.cutOff) ?? null,
  instructions: said.instructions.trim() || null,
  deliveryRegionIds: zonesOf(said.zones),
})

const localFrom = (said: Values) => ({
  areaName: said.title,
  ...pricesSaid(said),
  estimatedDeliveryTime: said.arrives.trim() || null,
  // Areas that are no postcodes are not touched by an empty field.
  ...(said.codes.trim() && { zipConfig: { zipCodes: codesOf(said.codes) } }),
  deliveryRegionIds: zonesOf(said.zones),
})
