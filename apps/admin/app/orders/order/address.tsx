import type { AddressWithContact } from '@vitrine/contract'
import { Fragment, useState } from 'react'
import { countries, countryName } from '../../parts/countries.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { SelectField, TextField } from '../../parts/field.tsx'
import type { Values } from '../../parts/merge.ts'

interface AddressDialogProps {
  title: string
  about?: string
  of: AddressWithContact
  onSave: (next: AddressWithContact, values: AddressValues) => Promise<unknown>
  onClose: () => void
}

const fields = [
  { name: 'firstName', label: 'First name', of: 'contactDetails' },
  { name: 'lastName', label: 'Last name', of: 'contactDetails' },
  { name: 'company', label: 'Company', of: 'contactDetails', optional: true },
  { name: 'phone', label: 'Phone', of: 'contactDetails', optional: true },
  { name: 'addressLine', label: 'Street and number', of: 'address' },
  { name: 'addressLine2', label: 'Addition', of: 'address', optional: true },
  { name: 'postalCode', label: 'Postcode', of: 'address' },
  { name: 'city', label: 'City', of: 'address' },
  { name: 'country', label: 'Country', of: 'address' },
] as const

type AddressKey = (typeof fields)[number]['name']
export type AddressValues = Values<AddressKey>

/** What the fields of an address are called. */
export const addressNames = Object.fromEntries(fields.map(({ name, label }) => [name, label])) as AddressValues

/** What the street is called and which number, however it is written down. */
const streetOf = ({ addressLine, streetAddress }: NonNullable<AddressWithContact['address']>): string =>
  addressLine ?? [streetAddress?.name, streetAddress?.number].filter(Boolean).join(' ')

export const addressValues = ({ address, contactDetails }: AddressWithContact): AddressValues => {
  const known: Record<string, unknown> = { ...contactDetails, ...address, addressLine: address ? streetOf(address) : '' }
  return Object.fromEntries(fields.map(({ name }) => [name, String(known[name] ?? '')])) as AddressValues
}

/** An address with what its fields say now; `instead` stands where a field is empty, and without it nothing does. */
export function addressWith(of: AddressWithContact, values: AddressValues, instead?: null): AddressWithContact {
  const partOf = (part: 'address' | 'contactDetails') =>
    Object.fromEntries(fields.filter((one) => one.of === part).map(({ name }) => [name, values[name].trim() || instead]))
  const { streetAddress: _, countryFullname: __, subdivisionFullname: ___, ...saved } = of.address ?? {}
  return {
    address: { ...saved, ...partOf('address') },
    contactDetails: { ...of.contactDetails, ...partOf('contactDetails') },
  }
}

/** An address to be put right; what stands in no field stays as it is. */
export function AddressDialog({
  title,
  about = 'It is written on the order and on what is sent from now on.',
  of,
  onSave,
  onClose,
}: AddressDialogProps) {
  const [busy, setBusy] = useState(false)
  const [values, setValues] = useState(() => addressValues(of))
  const save = async () => {
    setBusy(true)
    await onSave(addressWith(of, values), values)
    setBusy(false)
  }
  return (
    <Dialog title={title} about={about} does="Save the address" busy={busy} onDo={() => void save()} onClose={onClose}>
      <div className="grid2">
        {fields.map(({ name, label, ...field }) =>
          name === 'country' ? (
            <SelectField
              key={name}
              label={label}
              value={values.country}
              onChange={({ target }) => setValues({ ...values, country: target.value })}
            >
              {values.country === '' && <option value="">Choose a country</option>}
              {countries().map((country) => (
                <option key={country.code} value={country.code}>
                  {country.name}
                </option>
              ))}
            </SelectField>
          ) : (
            <TextField
              key={name}
              label={label}
              optional={'optional' in field}
              value={values[name]}
              maxLength={100}
              onChange={(event) => setValues({ ...values, [name]: event.target.value })}
            />
          ),
        )}
      </div>
    </Dialog>
  )
}

/** An address as it stands on a label. */
export function Address({ of: { address, contactDetails } }: { of: AddressWithContact }) {
  const street = address && streetOf(address)
  const lines = [
    [contactDetails?.firstName, contactDetails?.lastName].filter(Boolean).join(' '),
    contactDetails?.company,
    street,
    address?.addressLine2,
    [address?.postalCode, address?.city].filter(Boolean).join(' '),
    address?.countryFullname ?? (address?.country && countryName(address.country)),
  ].filter(Boolean)
  return (
    <address>
      {lines.map((line, i) => (
        <Fragment key={line}>
          {i > 0 && <br />}
          {line}
        </Fragment>
      ))}
    </address>
  )
}
