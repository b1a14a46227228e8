import type { PickupLocation, StockLocation } from '@vitrine/contract'
import { useState } from 'react'
import { client } from '../client.ts'
import { useAct } from '../parts/acting.ts'
import { countries } from '../parts/countries.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Check, SelectField, TextField } from '../parts/field.tsx'
import { stockText } from './text.ts'

interface LocationDialogProps {
  /** Undefined for a new one. */
  readonly location?: StockLocation
  readonly pickups: readonly PickupLocation[]
  readonly onClose: () => void
}

/** A new location, or what is said of one. */
export function LocationDialog({ location, pickups, onClose }: LocationDialogProps) {
  const { act, busy } = useAct(stockText)
  const [name, setName] = useState(location?.name ?? '')
  const [addressLine, setAddressLine] = useState(location?.address?.addressLine ?? '')
  const [postalCode, setPostalCode] = useState(location?.address?.postalCode ?? '')
  const [city, setCity] = useState(location?.address?.city ?? '')
  const [country, setCountry] = useState(location?.address?.country ?? '')
  const [pickedUp, setPickedUp] = useState<readonly string[]>(location?.pickupLocationIds ?? [])
  const save = async () => {
    const address = Object.fromEntries(
      Object.entries({ addressLine, postalCode, city, country }).flatMap(([key, value]) => (value.trim() ? [[key, value.trim()]] : [])),
    )
    const written = { name: name.trim(), address: Object.keys(address).length === 0 ? null : address, pickupLocationIds: [...pickedUp] }
    const done = await act(async () => {
      if (location) await client.stockLocations.updateLocation({ location: { ...written, id: location.id, revision: location.revision } })
      else await client.stockLocations.createLocation({ location: written })
      return location ? `${written.name} saved.` : `${written.name} added.`
    })
    if (done) onClose()
  }
  return (
    <Dialog
      title={location ? `Edit ${location.name}` : 'Add a location'}
      about={location ? undefined : 'A shop, a warehouse: wherever you keep stock.'}
      does={location ? 'Save the location' : 'Add the location'}
      busy={busy}
      disabled={name.trim() === ''}
      onDo={() => void save()}
      onClose={onClose}
    >
      <TextField label="Name" value={name} maxLength={100} data-first="" onChange={({ target }) => setName(target.value)} />
      <TextField
        label="Street and number"
        optional
        value={addressLine}
        maxLength={150}
        onChange={({ target }) => setAddressLine(target.value)}
      />
      <TextField label="Postcode" optional value={postalCode} maxLength={50} onChange={({ target }) => setPostalCode(target.value)} />
      <TextField label="City" optional value={city} maxLength={50} onChange={({ target }) => setCity(target.value)} />
      <SelectField label="Country" optional value={country} onChange={({ target }) => setCountry(target.value)}>
        <option value="">–</option>
        {countries().map(({ code, name: says }) => (
          <option key={code} value={code}>
            {says}
          </option>
        ))}
      </SelectField>
      {pickups.length > 0 && (
        <fieldset className="stack-s">
          <legend>Orders picked up here take from this location first</legend>
          {pickups.map(({ id, name: pickup }) => (
            <Check
              key={id}
              checked={pickedUp.includes(id)}
              onChange={({ target }) => setPickedUp(target.checked ? [...pickedUp, id] : pickedUp.filter((one) => one !== id))}
            >
              {pickup}
            </Check>
          ))}
        </fieldset>
      )}
    </Dialog>
  )
}
