import type { AddressWithContact } from '@vitrine/contract'
import { useDeferredValue, useEffect, useId, useState } from 'react'
import { addressNames, addressValues, addressWith } from '../../orders/order/address.tsx'
import { countries } from '../../parts/countries.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { SelectField, TextField } from '../../parts/field.tsx'
import { useShop } from '../../shop.ts'
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

/** Who ordered, and where it goes; a mail address finds who bought before, with where it went last. */
export function CustomerDialog({ email: before = '', of, busy, onSave, onClose }: CustomerDialogProps) {
  const { country } = useShop()
  const id = useId()
  const [email, setEmail] = useState(before)
  const [known, setKnown] = useState<Earlier>()
  const [values, setValues] = useState(() => {
    const said = addressValues(of)
    return { ...said, country: said.country || country }
  })
  const [found, setFound] = useState<readonly Earlier[]>([])
  /** The mail of the one that Enter takes: it stays that one when more letters narrow the list. */
  const [marked, setMarked] = useState<string>()
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
  const at = shown.findIndex((one) => one.email === marked)
  const isMail = email.trim() === '' || /^\S+@\S+\.\S+$/.test(email.trim())
  const take = (one: Earlier | undefined) => {
    if (!one) return
    const said = addressValues(one.info)
    setKnown(one)
    setEmail(one.email)
    setValues({ ...said, country: said.country || country })
    setFound([])
    setMarked(undefined)
  }
  const info = addressWith(known?.info ?? of, values)
  return (
    <Dialog
      title="Customer"
      about="The mail address gets the link to pay and everything about the order."
      does="Save the customer"
      busy={busy}
      disabled={!isMail || (email.trim() === '' && !values.firstName && !values.lastName && !values.company)}
      onDo={() => void onSave({ email: email.trim(), memberId: known?.email === email.trim() ? known.memberId : undefined, info })}
      onClose={onClose}
    >
      <div className="stack">
        <div>
          <TextField
            label="Email"
            type="email"
            role="combobox"
            aria-expanded={shown.length > 0}
            aria-controls={`${id}-list`}
            aria-activedescendant={shown[at] ? `${id}-${at}` : undefined}
            autoComplete="off"
            value={email}
            maxLength={320}
            data-first=""
            error={isMail || !isLeft ? undefined : 'That is no mail address.'}
            onBlur={() => setLeft(true)}
            onChange={(event) => setEmail(event.target.value)}
            onKeyDown={(event) => {
              if (shown.length === 0) return
              if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
                event.preventDefault()
                setMarked(shown[Math.max(0, Math.min(shown.length - 1, at + (event.key === 'ArrowDown' ? 1 : -1)))]?.email)
              } else if (event.key === 'Enter' && at >= 0 && !event.metaKey && !event.ctrlKey) {
                event.preventDefault()
                take(shown[at])
              }
            }}
          />
          <div className="menu flat" role="listbox" aria-label="Bought before" id={`${id}-list`} hidden={shown.length === 0}>
            {shown.map((one, i) => (
              // The field has the focus and hears the keys.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
              <div
                key={one.email}
                id={`${id}-${i}`}
                className="mi"
                role="option"
                aria-selected={i === at}
                {...(i === at && { 'data-focus': '' })}
                onMouseEnter={() => setMarked(one.email)}
                onClick={() => take(one)}
              >
                <span className="clip">{one.email}</span>
                <span className="faint end clip">
                  {[
                    [one.info.contactDetails?.firstName, one.info.contactDetails?.lastName].filter(Boolean).join(' '),
                    one.info.address?.city,
                  ]
                    .filter(Boolean)
                    .join(', ')}
                </span>
              </div>
            ))}
          </div>
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
