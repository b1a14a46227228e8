import { Plus, X } from 'lucide-react'
import { Button, IconButton } from '../../parts/button.tsx'
import { SelectField, TextField } from '../../parts/field.tsx'
import { Toggle } from '../../parts/toggle.tsx'
import { useShop } from '../../shop.ts'
import type { By, Prices, Step } from '../rates.ts'

const kinds: readonly (readonly [By, string])[] = [
  ['flat', 'Flat rate'],
  ['weight', 'By weight'],
  ['price', 'By order value'],
  ['quantity', 'By quantity'],
]

/** What a delivery method costs. */
export function PricesForm({ value, onChange }: { value: Prices; onChange: (value: Prices) => void }) {
  const { currency, weightUnit } = useShop()
  const set = (at: number, change: Partial<Step>) =>
    onChange({ ...value, steps: value.steps.map((step, i) => (i === at ? { ...step, ...change } : step)) })
  const unit = value.by === 'weight' ? weightUnit.toLowerCase() : value.by === 'price' ? currency : 'items'
  return (
    <fieldset className="stack-s">
      <legend className="vh">Price</legend>
      <div className="grid2">
        <SelectField
          label="Price"
          value={value.by}
          onChange={({ target }) => {
            const by = target.value as By
            onChange({ ...value, by, steps: by === 'flat' ? value.steps.slice(0, 1).map((step) => ({ ...step, upTo: '' })) : value.steps })
          }}
        >
          {kinds.map(([by, name]) => (
            <option key={by} value={by}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Free from"
          optional
          before={currency}
          end
          inputMode="decimal"
          value={value.freeFrom}
          onChange={({ target }) => onChange({ ...value, freeFrom: target.value })}
        />
      </div>
      {value.steps.map((step, at) => (
        // Steps have no other name than their place.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div className="step-row" key={at}>
          {value.by !== 'flat' && (
            <TextField
              label={`Step ${at + 1}, up to`}
              after={unit}
              end
              inputMode="decimal"
              placeholder="any"
              value={step.upTo}
              onChange={({ target }) => set(at, { upTo: target.value })}
            />
          )}
          <TextField
            label={value.by === 'flat' ? 'Amount' : `Step ${at + 1}, price`}
            before={currency}
            end
            inputMode="decimal"
            value={step.amount}
            onChange={({ target }) => set(at, { amount: target.value })}
          />
          {value.by !== 'flat' && (
            <IconButton
              icon={X}
              name={`Delete step ${at + 1}`}
              disabled={value.steps.length === 1}
              onClick={() => onChange({ ...value, steps: value.steps.filter((_, i) => i !== at) })}
            />
          )}
        </div>
      ))}
      {value.by !== 'flat' && (
        <div className="row">
          <Button small kind="ghost" icon={Plus} onClick={() => onChange({ ...value, steps: [...value.steps, { upTo: '', amount: '' }] })}>
            Step
          </Button>
          <span className="hint">{`The last step says where it ends: left empty, it applies to everything above.`}</span>
        </div>
      )}
      <Toggle checked={value.perItem} onTurn={(perItem) => onChange({ ...value, perItem })}>
        For each item
      </Toggle>
    </fieldset>
  )
}
