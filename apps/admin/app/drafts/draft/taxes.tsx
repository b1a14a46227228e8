import type { Reason } from '@vitrine/contract'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useState } from 'react'
import { added, money, written } from '../../orders/sums.ts'
import { Button } from '../../parts/button.tsx'

const percent = (rate = '0') => `${Number((Number(rate) * 100).toFixed(4))} %`

/** The taxes in a sum: of what, at which rate, and how much; told when somebody asks. */
export function Taxes({ reasons, currency }: { reasons: readonly Reason[]; currency: string }) {
  const [open, setOpen] = useState(false)
  const steps = reasons.filter(({ step, amount }) => step === 'TAX' && Number(amount) !== 0)
  if (steps.length === 0) return null
  const byRate = [
    ...Map.groupBy(steps, ({ taxes = [], rate }) => `${taxes.map(({ name }) => name).join(' and ') || 'Tax'}, ${percent(rate)}`),
  ]
  const sum = (of: readonly { readonly amount: string }[]) => written(added(of, currency), currency)
  return (
    <>
      <Button
        kind="ghost"
        small
        icon={open ? ChevronUp : ChevronDown}
        aria-expanded={open}
        aria-controls="taxes"
        onClick={() => setOpen(!open)}
      >
        {open ? 'Hide how the tax comes about' : 'How the tax comes about'}
      </Button>
      <ul className="rules" id="taxes" hidden={!open} aria-label="Taxes">
        {byRate.map(([name, of]) => (
          <li key={name}>
            <span>
              {name}
              {of.every(({ of: base }) => base !== undefined) && (
                <span className="faint"> of {sum(of.map(({ of: base = '0' }) => ({ amount: base })))}</span>
              )}
            </span>
            <span>
              {of[0]?.included ? 'in the prices, ' : ''}
              {of.length === 1 ? money(of[0]!.amount, currency) : sum(of)}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
