import type { CustomDiscountTrigger } from '@vitrine/contract'
import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { signOf } from '../../orders/sums.ts'
import { Button, IconButton } from '../../parts/button.tsx'
import { SelectField, TextArea, TextField } from '../../parts/field.tsx'
import type { Names } from '../things.ts'
import { ThingsField } from '../things-field.tsx'
import { type Condition, type ConditionType, freshCondition } from './form.ts'

interface ConditionsProps {
  of: readonly Condition[]
  any: boolean
  names: Names
  triggers: readonly CustomDiscountTrigger[]
  currency: string
  errors: Readonly<Record<string, string>>
  onChange: (conditions: readonly Condition[], names?: Names) => void
  onAny: (any: boolean) => void
}

const most = 5

/** What is asked of a cart, in sentences with fields in them. */
export function Conditions({ of, any, names, triggers, currency, errors, onChange, onAny }: ConditionsProps) {
  const set = (at: number, change: Partial<Condition>, all?: Names) =>
    onChange(
      of.map((one, i) => (i === at ? { ...one, ...change } : one)),
      all,
    )
  const kinds: readonly (readonly [ConditionType, string])[] = [
    ['ITEM_QUANTITY_RANGE', 'Quantity'],
    ['SUBTOTAL_RANGE', 'Worth'],
    ['CUSTOMER_ELIGIBILITY', 'Members'],
    ...(triggers.length > 0 ? [['CUSTOM', 'Somebody else knows'] as const] : []),
  ]
  return (
    <>
      {of.length === 0 && <p className="soft">For every cart.</p>}
      {of.length > 1 && (
        <div className="sentence">
          <SelectField
            label="All or one of them"
            hidden
            value={any ? 'any' : 'all'}
            onChange={({ target }) => onAny(target.value === 'any')}
          >
            <option value="all">All of these</option>
            <option value="any">One of these</option>
          </SelectField>
          <span>{any ? 'has to be met' : 'have to be met'}</span>
        </div>
      )}
      {of.map((one, i) => (
        // They have no names of their own.
        // oxlint-disable-next-line react/no-array-index-key
        <div className="cond" key={i}>
          <div className="sentence">
            <Sentence of={one} names={names} triggers={triggers} currency={currency} onSet={(change, all) => set(i, change, all)} />
            <IconButton small icon={X} name="Remove condition" onClick={() => onChange(of.filter((_, at) => at !== i))} />
          </div>
          {errors[`conditions.${i}`] && (
            <p className="err" role="alert">
              {errors[`conditions.${i}`]}
            </p>
          )}
        </div>
      ))}
      {of.length < most && (
        <div className="row wrap">
          {kinds.map(([type, says]) => (
            <Button key={type} kind="ghost" small icon={Plus} onClick={() => onChange([...of, freshCondition(type)])}>
              {says}
            </Button>
          ))}
        </div>
      )}
    </>
  )
}

interface SentenceProps {
  of: Condition
  names: Names
  triggers: readonly CustomDiscountTrigger[]
  currency: string
  onSet: (change: Partial<Condition>, names?: Names) => void
}

function Sentence({ of, names, triggers, currency, onSet }: SentenceProps): ReactNode {
  const say = (field: 'from' | 'to' | 'members' | 'custom') => ({
    value: of[field],
    onChange: ({ target }: { target: { value: string } }) => onSet({ [field]: target.value }),
  })
  const things = (label: string) => (
    <ThingsField label={label} value={of.things} names={names} onChange={(value, all) => onSet({ things: value }, all)} />
  )
  switch (of.type) {
    case 'ITEM_QUANTITY_RANGE':
      return (
        <>
          <span>Whoever puts</span>
          <div className="w60">
            <TextField label="Minimum quantity" hidden end inputMode="numeric" {...say('from')} />
          </div>
          <span>or more items</span>
          <span>up to</span>
          <div className="w60">
            <TextField label="Maximum quantity" hidden end inputMode="numeric" placeholder="any" {...say('to')} />
          </div>
          <span>of</span>
          {things('Which items')}
          <span>in the cart</span>
        </>
      )
    case 'SUBTOTAL_RANGE':
      return (
        <>
          <span>Whoever puts</span>
          {things('Which products')}
          <span>worth</span>
          <div className="w110">
            <TextField label="Worth at least" hidden end before={signOf(currency)} inputMode="decimal" {...say('from')} />
          </div>
          <span>or more, up to</span>
          <div className="w110">
            <TextField label="Worth at most" hidden end before={signOf(currency)} inputMode="decimal" placeholder="any" {...say('to')} />
          </div>
          <span>in the cart</span>
        </>
      )
    case 'CUSTOMER_ELIGIBILITY':
      return (
        <>
          <span>Whoever is one of these members</span>
          <div className="grow">
            <TextArea label="Members, by their ids" hidden rows={2} placeholder="Ids of members, one a line" {...say('members')} />
          </div>
        </>
      )
    case 'CUSTOM':
      return (
        <>
          <span>While</span>
          <SelectField label="What somebody else knows" hidden {...say('custom')}>
            <option value="">Choose</option>
            {triggers.map(({ id, appId, name }) => (
              <option key={`${appId} ${id}`} value={`${appId} ${id}`}>
                {name}
              </option>
            ))}
          </SelectField>
        </>
      )
  }
}
