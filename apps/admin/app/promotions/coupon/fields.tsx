import { Plus, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { signOf } from '../../orders/sums.ts'
import { Button, IconButton } from '../../parts/button.tsx'
import { SelectField, TextField } from '../../parts/field.tsx'
import { useShop } from '../../shop.ts'
import { everything, isAll, type Names } from '../things.ts'
import { ThingsField } from '../things-field.tsx'
import type { CouponForm, Field, Kind } from './form.ts'

interface CouponFieldsProps {
  form: CouponForm
  names: Names
  errors: Partial<Record<Field, string>>
  isNew: boolean
  onChange: (change: Partial<CouponForm>, names?: Names) => void
}

const kinds: readonly (readonly [Kind, string])[] = [
  ['PERCENT_OFF_RATE', 'a share'],
  ['MONEY_OFF_AMOUNT', 'an amount'],
  ['FREE_SHIPPING', 'free delivery'],
  ['BUY_X_GET_Y', 'some for nothing'],
  ['FIXED_PRICE_AMOUNT', 'a price'],
]

type Condition = 'minimum' | 'each' | 'oneItem' | 'subscriptions'

/** What a coupon is, field by field. */
export function CouponFields({ form, names, errors, isNew, onChange }: CouponFieldsProps) {
  const { currency } = useShop()
  const text = (field: Exclude<Field, 'on' | 'oneItem' | 'subscriptions' | 'kind'>) => ({
    value: form[field],
    error: errors[field],
    autoComplete: 'off',
    spellCheck: false,
    onChange: ({ target }: { target: { value: string } }) => onChange({ [field]: target.value }),
  })
  const number = { inputMode: 'numeric' as const, end: true }
  return (
    <>
      <div className="grid2">
        <TextField
          label={isNew && Number(form.codes) > 1 ? 'Codes begin with' : 'Code'}
          maxLength={20}
          hint="Letters and case do not matter"
          mono
          {...text('code')}
        />
        {isNew ? (
          <TextField label="Many codes" after={Number(form.codes) > 1 ? 'single codes' : 'code for all'} {...number} {...text('codes')} />
        ) : (
          <TextField label="Name" maxLength={80} {...text('name')} />
        )}
      </div>
      {isNew && <TextField label="Name" optional hint="Buyers read it beside the amount" maxLength={80} {...text('name')} />}
      <div>
        <span className="lbl">Gives</span>
        <div className="sentence">
          <SelectField
            label="What it gives"
            hidden
            value={form.kind}
            onChange={({ target }) => onChange({ kind: target.value as Kind, ...(target.value === 'FREE_SHIPPING' && { on: everything }) })}
          >
            {kinds.map(([kind, says]) => (
              <option key={kind} value={kind}>
                {says}
              </option>
            ))}
          </SelectField>
          <Gives form={form} text={text} sign={signOf(currency)} />
          {form.kind !== 'FREE_SHIPPING' && (
            <ThingsField
              label="What it is for"
              single
              value={form.on}
              names={names}
              error={errors.on}
              onChange={(on, all) => onChange({ on, ...(!isAll(on) && { minimum: '' }) }, all)}
            />
          )}
        </div>
      </div>
      <Conditions form={form} onChange={onChange} text={text} sign={signOf(currency)} />
      <div className="grid2">
        <TextField label="From" type="datetime-local" {...text('from')} />
        <TextField label="Until" optional type="datetime-local" {...text('until')} />
        {!(isNew && Number(form.codes) > 1) && (
          <TextField label="At most" optional after="uses" {...number} {...text('most')} placeholder="no limit" />
        )}
      </div>
    </>
  )
}

type Texts = (field: Exclude<Field, 'on' | 'oneItem' | 'subscriptions' | 'kind'>) => {
  value: string
  error: string | undefined
  onChange: (event: { target: { value: string } }) => void
}

function Gives({ form, text, sign }: { form: CouponForm; text: Texts; sign: string }): ReactNode {
  switch (form.kind) {
    case 'PERCENT_OFF_RATE':
      return (
        <>
          <span>of</span>
          <div className="w80">
            <TextField label="Share" hidden end after="%" inputMode="decimal" {...text('percent')} />
          </div>
          <span>off</span>
        </>
      )
    case 'MONEY_OFF_AMOUNT':
      return (
        <>
          <span>of</span>
          <TextField label="Amount" hidden end before={sign} inputMode="decimal" {...text('amount')} />
          <span>off</span>
        </>
      )
    case 'FIXED_PRICE_AMOUNT':
      return (
        <>
          <span>of</span>
          <TextField label="Price" hidden end before={sign} inputMode="decimal" {...text('price')} />
          <span>for each item of</span>
        </>
      )
    case 'BUY_X_GET_Y':
      return (
        <>
          <span>: who buys</span>
          <div className="w60">
            <TextField label="Quantity to buy" hidden end inputMode="numeric" {...text('buy')} />
          </div>
          <span>gets</span>
          <div className="w60">
            <TextField label="Quantity to get" hidden end inputMode="numeric" {...text('get')} />
          </div>
          <span>more of</span>
        </>
      )
    case 'FREE_SHIPPING':
      return null
  }
}

/** Conditions as sentences with fields in them; those that are not set are behind a button. */
function Conditions({
  form,
  text,
  sign,
  onChange,
}: {
  form: CouponForm
  text: Texts
  sign: string
  onChange: CouponFieldsProps['onChange']
}) {
  const [shown, setShown] = useState<ReadonlySet<Condition>>(new Set())
  const has: Readonly<Record<Condition, boolean>> = {
    minimum: isAll(form.on) && (form.minimum !== '' || shown.has('minimum')),
    each: form.each !== '' || shown.has('each'),
    oneItem: form.oneItem,
    subscriptions: form.subscriptions,
  }
  const all: readonly (readonly [Condition, string])[] = [
    ...(isAll(form.on) ? [['minimum', 'The order is worth at least …'] as const] : []),
    ['each', 'So often for each customer'],
    ...(form.kind === 'FREE_SHIPPING' ? [] : [['oneItem', 'Apply to the cheapest item only'] as const]),
    ['subscriptions', 'Also for subscriptions'],
  ]
  const missing = all.filter(([name]) => !has[name])
  const add = (name: Condition) => {
    if (name === 'oneItem' || name === 'subscriptions') onChange({ [name]: true })
    else setShown((before) => new Set([...before, name]))
  }
  const drop = (name: Condition) => {
    setShown((before) => new Set([...before].filter((one) => one !== name)))
    onChange(name === 'oneItem' || name === 'subscriptions' ? { [name]: false } : { [name]: '' })
  }
  const row = (name: Condition, body: ReactNode) =>
    has[name] && (
      <li key={name}>
        <div className="sentence">{body}</div>
        <IconButton small icon={X} name="Remove condition" onClick={() => drop(name)} />
      </li>
    )
  return (
    <div>
      <span className="lbl">When</span>
      {Object.values(has).some(Boolean) && (
        <ul className="conds">
          {row(
            'minimum',
            <>
              <span>The order is worth at least</span>
              <TextField label="Least worth" hidden end before={sign} inputMode="decimal" {...text('minimum')} />
              <span>after other discounts</span>
            </>,
          )}
          {row(
            'each',
            <>
              <div className="w60">
                <TextField label="For each customer" hidden end inputMode="numeric" {...text('each')} />
              </div>
              <span>times for each customer</span>
            </>,
          )}
          {row('oneItem', <span>Apply to the cheapest item only</span>)}
          {row('subscriptions', <span>Also for subscriptions</span>)}
        </ul>
      )}
      {missing.length > 0 && (
        <div className="row wrap">
          {missing.map(([name, says]) => (
            <Button key={name} kind="ghost" small icon={Plus} onClick={() => add(name)}>
              {says}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}
