import type { OfflinePaymentMethod } from '@vitrine/contract'
import { useState } from 'react'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { SelectField, TextArea, TextField } from '../parts/field.tsx'

interface MethodDialogProps {
  method: OfflinePaymentMethod | undefined
  /** The ids of all other payment methods. */
  taken: readonly string[]
  busy: boolean
  onSave: (method: OfflinePaymentMethod) => Promise<void>
  onDelete: (method: OfflinePaymentMethod) => Promise<void>
  onClose: () => void
}

/** An id that people could have chosen, and nobody has. */
function idFor(name: string, taken: readonly string[]): string {
  const plain =
    name
      .toLowerCase()
      .normalize('NFKD')
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 40) || 'way'
  for (let i = 1; ; i++) {
    const id = i === 1 ? plain : `${plain}-${i}`
    if (!taken.includes(id)) return id
  }
}

/** The texts of a payment method without a provider. */
export function MethodDialog({ method, taken, busy, onSave, onDelete, onClose }: MethodDialogProps) {
  const [name, setName] = useState(method?.name ?? '')
  const [hint, setHint] = useState(method?.hint ?? '')
  const [instructions, setInstructions] = useState(method?.instructions ?? '')
  const [onlyFor, setOnlyFor] = useState<string>(method?.onlyFor ?? '')
  const [predefined, setPredefined] = useState<string>(method?.predefined ?? '')
  const [expiry, setExpiry] = useState(method?.expiresAfterDays === undefined ? '' : String(method.expiresAfterDays))
  const usual = predefined === 'CASH' || onlyFor === 'PICKUP' ? 'never' : '14'
  const days = /^\d{1,3}$/.test(expiry.trim()) && Number(expiry) <= 365 ? Number(expiry) : undefined
  const isWrong = expiry.trim() !== '' && days === undefined
  const save = () =>
    void onSave({
      id: method?.id ?? idFor(name, taken),
      name: name.trim(),
      ...(hint.trim() && { hint: hint.trim() }),
      ...(instructions.trim() && { instructions: instructions.trim() }),
      ...((onlyFor === 'PICKUP' || onlyFor === 'SHIPPING') && { onlyFor }),
      ...((predefined === 'CASH' || predefined === 'BANK_TRANSFER' || predefined === 'CHECK') && { predefined }),
      ...(method?.active === false && { active: false }),
      ...(days !== undefined && { expiresAfterDays: days }),
    })
  return (
    <Dialog
      title={method ? `Edit ${method.name}` : 'Add a payment method'}
      about="The order stands at once. You write down when the money came."
      does={method ? 'Save' : 'Add and offer it'}
      says={
        method && (
          <Button kind="ghost warn" disabled={busy} onClick={() => void onDelete(method)}>
            Delete
          </Button>
        )
      }
      busy={busy}
      disabled={name.trim() === '' || isWrong}
      onDo={save}
      onClose={onClose}
    >
      <div className="stack">
        <TextField
          label="Name"
          maxLength={60}
          value={name}
          onChange={({ target }) => setName(target.value)}
          data-first=""
          hint="As buyers read it: Bank transfer"
        />
        <TextField label="One sentence beside it" optional maxLength={200} value={hint} onChange={({ target }) => setHint(target.value)} />
        <TextArea
          label="How to pay"
          optional
          rows={4}
          maxLength={2000}
          value={instructions}
          onChange={({ target }) => setInstructions(target.value)}
          hint="Once the order is made: an account, an address. Also shown in the confirmation email."
        />
        <div className="grid2">
          <SelectField label="Offered for" value={onlyFor} onChange={({ target }) => setOnlyFor(target.value)}>
            <option value="">Every order</option>
            <option value="SHIPPING">What is sent</option>
            <option value="PICKUP">What is collected</option>
          </SelectField>
          <SelectField label="Kind" value={predefined} onChange={({ target }) => setPredefined(target.value)}>
            <option value="">Something else</option>
            <option value="BANK_TRANSFER">Bank transfer</option>
            <option value="CASH">Cash</option>
            <option value="CHECK">Cheque</option>
          </SelectField>
        </div>
        <TextField
          label="Cancel unpaid orders after days"
          optional
          inputMode="numeric"
          maxLength={3}
          value={expiry}
          onChange={({ target }) => setExpiry(target.value)}
          {...(isWrong && { error: 'A number of days from 0 to 365.' })}
          hint={`0 for never. Empty: ${usual}. Then the stock is free again, and the buyer gets an email.`}
        />
      </div>
    </Dialog>
  )
}
