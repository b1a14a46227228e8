import type { DeliveryRegion } from '@vitrine/contract'
import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { client } from '../../client.ts'
import { many } from '../../list/many.ts'
import { useAct } from '../../parts/acting.ts'
import { Button, IconButton } from '../../parts/button.tsx'
import { useTogether } from '../../parts/conflict.tsx'
import { countries, countryName } from '../../parts/countries.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/field.tsx'
import { Toggle } from '../../parts/toggle.tsx'
import { type Delivery, deliveryText, destinationsFrom, destinationsText } from '../delivery.ts'

interface ZoneDialogProps {
  delivery: Delivery
  /** The one that is changed; a new one where there is none. */
  zone: DeliveryRegion | undefined
  onClose: () => void
}

const fields = { name: 'Name', active: 'Delivered there', places: 'Countries' }
type Values = Record<keyof typeof fields, string>

const valuesOf = (zone: DeliveryRegion): Values => ({
  name: zone.name,
  active: zone.active ? 'yes' : 'no',
  places: destinationsText(zone.destinations),
})

/** Makes a zone, or changes one: its name and the places that it is for. */
export function ZoneDialog({ delivery, zone, onClose }: ZoneDialogProps) {
  const { act, busy } = useAct(deliveryText)
  const [values, setValues] = useState<Values>(zone ? valuesOf(zone) : { name: '', active: 'yes', places: '' })
  const [deleting, setDeleting] = useState(false)
  const deliveryProfileId = delivery.deliveryProfile.id
  const opened = zone && valuesOf(zone)
  const together = useTogether<keyof Values>({
    names: fields,
    what: `the zone ${zone?.name ?? ''}`,
    read: async () => {
      const { deliveryProfile } = await client.deliveryProfile.getDeliveryProfile({ deliveryProfileId })
      const now = deliveryProfile.deliveryRegions.find(({ id }) => id === zone!.id)
      // One that is gone is refused by its own name when it is written.
      return { values: now ? valuesOf(now) : opened!, revision: deliveryProfile.revision }
    },
    write: ({ name, active, places }, revision) =>
      client.deliveryProfile.updateDeliveryRegion({
        deliveryProfileId,
        revision,
        deliveryRegion: { id: zone!.id, name, active: active === 'yes', destinations: destinationsFrom(places) },
      }),
  })
  const named = values.name.trim()
  const isTwin = delivery.deliveryProfile.deliveryRegions.some(({ id, name }) => id !== zone?.id && name === named)
  const wrong = isTwin ? 'Another zone has this name.' : undefined

  const save = async () => {
    const said = { ...values, name: named }
    const done = await act(async () => {
      if (zone && opened) return (await together.save(opened, said)) ? `${named} saved.` : undefined
      await client.deliveryProfile.addDeliveryRegion({
        deliveryProfileId,
        deliveryRegion: { name: named, active: values.active === 'yes', destinations: destinationsFrom(values.places) },
      })
      return `${named} made. It has no rate yet.`
    })
    if (done) onClose()
  }
  const remove = async () => {
    const done = await act(async () => {
      await client.deliveryProfile.removeDeliveryRegion({ deliveryProfileId, deliveryRegionId: zone!.id })
      return `${zone!.name} deleted. Its rates are saved, in no zone.`
    })
    if (done) onClose()
  }
  if (together.dialog) return together.dialog
  if (deleting && zone)
    return (
      <Dialog
        key="deleting"
        title={`Delete ${zone.name}?`}
        about="Buyers there can no longer order. Orders that are placed stay as they are. Rates that stand in no other zone are saved, but not offered."
        does="Delete the zone"
        kind="danger"
        cancel="Keep it"
        busy={busy}
        onDo={() => void remove()}
        onClose={() => setDeleting(false)}
      />
    )
  return (
    <Dialog
      title={zone ? zone.name : 'New zone'}
      about="Places that share their rates. No place can be in two zones."
      wide
      does={zone ? 'Save the zone' : 'Make the zone'}
      says={
        zone && (
          <Button kind="ghost warn" onClick={() => setDeleting(true)}>
            Delete zone
          </Button>
        )
      }
      busy={busy}
      disabled={!named || values.places === '' || wrong !== undefined}
      onDo={() => void save()}
      onClose={onClose}
    >
      <div className="stack">
        <TextField
          label="Name"
          hint="Buyers do not see it."
          error={wrong}
          value={values.name}
          maxLength={100}
          data-first=""
          onChange={({ target }) => setValues({ ...values, name: target.value })}
        />
        <Toggle checked={values.active === 'yes'} onTurn={(on) => setValues({ ...values, active: on ? 'yes' : 'no' })}>
          Deliver there
        </Toggle>
        <Places delivery={delivery} zoneId={zone?.id} value={values.places} onChange={(places) => setValues({ ...values, places })} />
      </div>
    </Dialog>
  )
}

interface PlacesProps {
  delivery: Delivery
  zoneId: string | undefined
  value: string
  onChange: (value: string) => void
}

const mostFound = 8

/** Countries, each as a whole or in parts; those of other zones say whose they are. */
function Places({ delivery, zoneId, value, onChange }: PlacesProps) {
  const id = useId()
  const [sought, setSought] = useState('')
  const others = delivery.deliveryProfile.deliveryRegions.filter((zone) => zone.id !== zoneId)
  const wholeIn = new Map(
    others.flatMap(({ name, destinations }) =>
      destinations.flatMap(({ countryCode, subdivisions }) => (subdivisions.length === 0 ? [[countryCode, name] as const] : [])),
    ),
  )
  const restIn = others.find(({ destinations }) => destinations.length === 0)
  const picked = value === '*' || value === '' ? [] : destinationsFrom(value)
  const set = (next: typeof picked) => onChange(next.length === 0 ? '' : destinationsText(next))
  const isPicked = (code: string) => picked.some(({ countryCode }) => countryCode === code)
  const word = sought.trim().toLowerCase()
  const found = word
    ? countries()
        .filter(({ code, name }) => !isPicked(code) && (name.toLowerCase().includes(word) || code.toLowerCase() === word))
        .slice(0, mostFound)
    : []
  const add = (code: string) => {
    set([...picked, { countryCode: code, subdivisions: [] }])
    setSought('')
  }
  const free = countries().filter(({ code }) => !wholeIn.has(code) && !isPicked(code))
  return (
    <fieldset className="places stack-s">
      <legend className="strong">Countries</legend>
      {restIn ? (
        <p className="hint">{`The rest of the world is ${restIn.name}. A country that you name here is taken out of it.`}</p>
      ) : (
        <Toggle checked={value === '*'} onTurn={(on) => onChange(on ? '*' : '')} hint="Every place that no other zone names.">
          The rest of the world
        </Toggle>
      )}
      {value !== '*' && (
        <>
          {picked.length > 0 && (
            <ul className="picked">
              {picked.map((one) => (
                <li key={one.countryCode}>
                  <b>{countryName(one.countryCode)}</b>
                  <TextField
                    label={`Parts of ${countryName(one.countryCode)}`}
                    hidden
                    placeholder={`All of it, or parts: ${one.countryCode}-…`}
                    key={`${one.countryCode}-parts`}
                    defaultValue={one.subdivisions.join(', ')}
                    onBlur={({ target }) => {
                      const subdivisions = target.value
                        .split(/[\s,;]+/)
                        .filter(Boolean)
                        .map((part) => part.toUpperCase())
                      set(picked.map((other) => (other === one ? { ...one, subdivisions } : other)))
                    }}
                  />
                  <IconButton
                    icon={X}
                    small
                    name={`Take ${countryName(one.countryCode)} out`}
                    onClick={() => set(picked.filter((other) => other !== one))}
                  />
                </li>
              ))}
            </ul>
          )}
          <TextField
            label="Add a country"
            value={sought}
            autoComplete="off"
            onChange={({ target }) => setSought(target.value)}
            onKeyDown={(event) => {
              const [first] = found.filter(({ code }) => !wholeIn.has(code))
              if (event.key !== 'Enter' || event.metaKey || event.ctrlKey) return
              event.preventDefault()
              if (first) add(first.code)
            }}
          />
          {word && (
            <ul className="found" aria-label="Countries that fit" id={`${id}-found`}>
              {found.map(({ code, name }) => (
                <li key={code}>
                  {wholeIn.has(code) ? (
                    <span className="soft">{`${name}, in ${wholeIn.get(code)}`}</span>
                  ) : (
                    <Button small kind="ghost" onClick={() => add(code)}>
                      {name}
                    </Button>
                  )}
                </li>
              ))}
              {found.length === 0 && <li className="soft">No country is called that.</li>}
            </ul>
          )}
          {!word && free.length > 0 && <p className="hint">{`${many(free.length, 'country is', 'countries are')} in no zone by name.`}</p>}
        </>
      )}
    </fieldset>
  )
}
