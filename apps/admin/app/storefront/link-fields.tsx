import type { ShopLink } from '@vitrine/contract'
import { TextField } from '../parts/field.tsx'
import { isLinkTarget } from '../parts/link-target.ts'

interface LinkFieldsProps {
  of: ShopLink | undefined
  disabled: boolean
  onChange: (link: ShopLink) => void
}

/** Where something leads, and what that is called. */
export function LinkFields({ of: { label, href } = { label: '', href: '' }, disabled, onChange }: LinkFieldsProps) {
  return (
    <div className="grid2">
      <TextField
        label="Button"
        optional
        maxLength={60}
        disabled={disabled}
        value={label}
        onChange={({ target }) => onChange({ label: target.value, href })}
      />
      <TextField
        label="Leads to"
        mono
        placeholder="/products"
        maxLength={2000}
        disabled={disabled}
        value={href}
        error={href === '' || isLinkTarget(href.trim()) ? undefined : 'A path of the shop that begins with /, or a web address.'}
        onChange={({ target }) => onChange({ label, href: target.value })}
      />
    </div>
  )
}
