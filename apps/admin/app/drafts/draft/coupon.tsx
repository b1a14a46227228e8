import { X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { client } from '../../client.ts'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import type { Change, LoadedDraft } from './change.ts'

interface CouponProps {
  id: string
  coupon: LoadedDraft['coupon']
  busy: boolean
  onChange: Change
}

/** The coupon that the buyer names on the telephone, and what speaks against it. */
export function Coupon({ id, coupon, busy, onChange }: CouponProps) {
  const [code, setCode] = useState('')
  const set = (couponCode: string | null) =>
    onChange(async () => {
      await client.draftAdmin.updateDraft({ id, couponCode })
    })
  if (coupon)
    return (
      <p className="row">
        <span className="tag">
          {coupon.code}
          <button type="button" aria-label={`Take the coupon ${coupon.code} off`} disabled={busy} onClick={() => void set(null)}>
            <Icon of={X} small />
          </button>
        </span>
        {coupon.error && (
          <span className="soft small" role="status">
            {coupon.error.description}
          </span>
        )}
      </p>
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim()) void set(code.trim())
  }
  return (
    <form className="couponline" onSubmit={submit}>
      <TextField label="Coupon" hidden placeholder="Coupon" value={code} maxLength={50} onChange={(event) => setCode(event.target.value)} />
      <Button type="submit" disabled={busy || code.trim() === ''}>
        Apply
      </Button>
    </form>
  )
}
