import type { AddressWithContact } from '@vitrine/contract'
import { useDeferredValue, useEffect, useState } from 'react'
import { addressNames, addressValues, addressWith } from '../../orders/order/address.tsx'
import { Combobox, ComboboxInput, ComboboxItem, ComboboxList } from '../../parts/combobox.tsx'
import { countries } from '../../parts/countries.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { SelectField, TextField } from '../../parts/field.tsx'
import { useShop } from '../../shop.ts'
import { listed, missingOf } from './delivery-gap.ts'
import { type Earlier, findEarlier } from './earlier.ts'

interface CustomerDialogProps {
  email: string | undefined
  of: AddressWithContact
  busy: boolean
  onSave: (said: { email: string; memberId: string | undefined; info: AddressWithContact }) => Promise<unknown>
  onClose: () => void
}

const shortest = 3
const texts = ['firstName', 'lastName', 'company', 'phone', 'addressLine', 'addressLine2', 'postalCode', 'city'] as const
const optional: ReadonlySet<string> = new Set(['company', 'phone', 'addressLine2'])

/** Who ordered, and where it goes; an email address finds who bought before, with where it went last. */
export function CustomerDialog({ email: before = '', of, busy, onSave, onClose }: CustomerDialogProps) {
  const { country } = useShop()
  const [email, setEmail] = useState(before)
  const [known, setKnown] = useState<Earlier>()
  const [values, setValues] = useState(() => {
    const said = addressValues(of)
    return { ...said, country: said.country || country }
  })
  const [found, setFound] = useState<readonly Earlier[]>([])
  const [isLeft, setLeft] = useState(false)
  const wanted = useDeferredValue(email.trim())
  const isAsking = wanted.length >= shortest && wanted !== before && known?.email !== wanted
  useEffect(() => {
    if (!isAsking) return undefined
    const stop = new AbortController()
    findEarlier(wanted, stop.signal).then(setFound, () => {})
    return () => stop.abort()
  }, [wanted, isAsking])
  const shown = isAsking ? found : []
  const isMail = email.trim() === '' || /^\S+@\S+\.\S+$/.test(email.trim())
  const take = (one: Earlier) => {
    const said = addressValues(one.info)
    setKnown(one)
    setEmail(one.email)
    setValues({ ...said, country: said.country || country })
    setFound([])
  }
  const info = addressWith(known?.info ?? of, values)
  const missing = missingOf(info)
  return (
    <Dialog
      title="Customer"
      about="The email address gets the link to pay and everything about the order."
      says={missing.length > 0 ? `To be delivered, it needs ${listed(missing)} too.` : undefined}
      does="Save the customer"
      busy={busy}
      disabled={!isMail || (email.trim() === '' && !values.firstName && !values.lastName && !values.company)}
      onDo={() => void onSave({ email: email.trim(), memberId: known?.email === email.trim() ? known.memberId : undefined, info })}
      onClose={onClose}
    >
      <div className="stack">
        <div>
          <Combobox text={email} onText={setEmail} found={shown.map((one) => one.email)}>
            <ComboboxInput
              shows={shown.length > 0}
              render={
                <TextField
                  label="Email"
                  type="email"
                  maxLength={320}
                  data-first=""
                  error={isMail || !isLeft ? undefined : 'That is not an email address.'}
                />
              }
              onBlur={() => setLeft(true)}
            />
            <ComboboxList className="menu flat" label="Bought before" hidden={shown.length === 0}>
              {shown.map((one) => (
                <ComboboxItem key={one.email} id={one.email} className="mi" onPick={() => take(one)}>
                  <span className="clip">{one.email}</span>
                  <span className="faint end clip">
                    {[
                      [one.info.contactDetails?.firstName, one.info.contactDetails?.lastName].filter(Boolean).join(' '),
                      one.info.address?.city,
                    ]
                      .filter(Boolean)
                      .join(', ')}
                  </span>
                </ComboboxItem>
              ))}
            </ComboboxList>
          </Combobox>
        </div>
        <div className="grid2">
          {texts.map((name) => (
            <TextField
              key={name}
              label={addressNames[name]}
              optional={optional.has(name)}
              value={values[name]}
              maxLength={100}
              onChange={(event) => setValues({ ...values, [name]: event.target.value })}
            />
          ))}
          <SelectField
            label={addressNames.country}
            value={values.country}
            onChange={(event) => setValues({ ...values, country: event.target.value })}
          >
            {countries().map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
      </div>
    </Dialog>
  )
}
