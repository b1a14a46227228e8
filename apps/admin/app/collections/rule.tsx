import type { CollectionCondition, CollectionRule, CollectionRuleField, CollectionRuleOperator } from '@vitrine/contract'
import { Plus, X } from 'lucide-react'
import { useId } from 'react'
import { client } from '../client.ts'
import { many } from '../list/many.ts'
import { useAnswer } from '../parts/answer.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { SelectField, TextField } from '../parts/field.tsx'
import { Thumb } from '../parts/thumb.tsx'
import { fieldNames, offeredFor, operatorsOf, turned, type Vocabulary, valuesOf, wrongOf } from './rule-text.ts'
import { readVocabulary } from './vocabulary.ts'

interface RuleProps {
  /** Undefined where the products are picked by hand. */
  rule: CollectionRule | undefined
  disabled: boolean
  updating: boolean
  /** Who is in beside those that it takes. */
  byHand: readonly string[]
  onChange: (rule: CollectionRule | undefined) => void
}

const first: CollectionCondition = { field: 'STOCK', operator: 'IS', value: 'in' }
const mostConditions = 20

function alsoIn([first, ...others]: readonly string[]): string {
  if (first === undefined) return ''
  return others.length === 0 ? `${first} is in by hand.` : `${first} and ${many(others.length, 'other')} are in by hand.`
}

/** Whether products are picked by hand, or which ones a rule takes; and what it takes now, before it is saved. */
export function Rule({ rule, disabled, updating, byHand, onChange }: RuleProps) {
  const id = useId()
  const wrong = rule && wrongOf(rule)
  const preview = useAnswer({
    ask: rule && !wrong ? (signal) => client.merchantProducts.previewCollectionRule({ rule, limit: 8 }, { signal }) : undefined,
    of: JSON.stringify(rule),
  })
  const known = useAnswer({ ask: rule && ((signal) => readVocabulary(signal)), of: rule !== undefined })
  const change = (at: number, condition: CollectionCondition) =>
    onChange({ ...rule!, conditions: rule!.conditions.map((one, i) => (i === at ? condition : one)) })
  return (
    <section className="sec" aria-labelledby={`${id}-t`}>
      <header className="sec-h">
        <h2 id={`${id}-t`}>Rule</h2>
        {updating && <p>Its products are being updated.</p>}
        <div className="acts">
          <div className="seg" role="group" aria-label="How products come in">
            <button type="button" aria-pressed={!rule} disabled={disabled} onClick={() => onChange(undefined)}>
              By hand
            </button>
            <button
              type="button"
              aria-pressed={rule !== undefined}
              disabled={disabled}
              onClick={() => rule ?? onChange({ match: 'ALL', conditions: [first] })}
            >
              By rule
            </button>
          </div>
        </div>
      </header>
      {rule && (
        <>
          {rule.conditions.length > 1 && (
            <SelectField
              label="Products meet"
              disabled={disabled}
              value={rule.match}
              onChange={({ target }) => onChange({ ...rule, match: target.value as CollectionRule['match'] })}
            >
              <option value="ALL">all of the conditions</option>
              <option value="ANY">any of the conditions</option>
            </SelectField>
          )}
          <ul className="conds">
            {rule.conditions.map((condition, at) => (
              // Conditions have no identity but their place.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={at}>
                <span className="sentence">
                  {at > 0 && <span className="faint">{rule.match === 'ALL' ? 'and' : 'or'}</span>}
                  <Condition of={condition} at={at + 1} known={known} disabled={disabled} onChange={(next) => change(at, next)} />
                </span>
                {!disabled && (
                  <IconButton
                    small
                    icon={X}
                    name={`Remove condition ${at + 1}`}
                    onClick={() => onChange({ ...rule, conditions: rule.conditions.filter((_, i) => i !== at) })}
                  />
                )}
              </li>
            ))}
          </ul>
          <div className="row wraps">
            {!disabled && rule.conditions.length < mostConditions && (
              <Button kind="ghost" small icon={Plus} onClick={() => onChange({ ...rule, conditions: [...rule.conditions, first] })}>
                Condition
              </Button>
            )}
            <p className="faint small" role="status">
              {wrong ??
                (preview
                  ? [`Takes ${preview.matches} of ${preview.of} products now.`, alsoIn(byHand)].filter(Boolean).join(' ')
                  : 'Counting …')}
            </p>
          </div>
          {!wrong && preview && preview.products.length > 0 && (
            <ul className="row wraps" aria-label="The first of them">
              {preview.products.map(({ id: product, name, image }) => (
                <li key={product} className="row">
                  <Thumb src={image} size={28} />
                  <span className="small">{name}</span>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  )
}

interface ConditionProps {
  of: CollectionCondition
  /** Counted from one. */
  at: number
  /** What there is to choose from; undefined while it is read. */
  known: Vocabulary | undefined
  disabled: boolean
  onChange: (condition: CollectionCondition) => void
}

function Condition({ of, at, known, disabled, onChange }: ConditionProps) {
  const id = useId()
  const values = valuesOf(of)
  const offered = known && offeredFor(of, known)
  return (
    <>
      <SelectField
        hidden
        label={`Condition ${at}`}
        disabled={disabled}
        value={of.field}
        onChange={({ target }) => onChange(turned(of, { field: target.value as CollectionRuleField }))}
      >
        {Object.entries(fieldNames).map(([field, name]) => (
          <option key={field} value={field}>
            {name}
          </option>
        ))}
      </SelectField>
      {of.field === 'CHOICE' && (
        <TextField
          hidden
          label={`Option of condition ${at}`}
          placeholder="Glaze"
          list={`${id}-options`}
          maxLength={50}
          disabled={disabled}
          value={of.option ?? ''}
          onChange={({ target }) => onChange({ ...of, option: target.value })}
        />
      )}
      <SelectField
        hidden
        label={`How condition ${at} compares`}
        disabled={disabled}
        value={of.operator}
        onChange={({ target }) => onChange(turned(of, { operator: target.value as CollectionRuleOperator }))}
      >
        {operatorsOf(of.field).map(([operator, name]) => (
          <option key={operator} value={operator}>
            {name}
          </option>
        ))}
      </SelectField>
      {values ? (
        <SelectField
          hidden
          label={`Value of condition ${at}`}
          disabled={disabled}
          value={of.value}
          onChange={({ target }) => onChange({ ...of, value: target.value })}
        >
          {values.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectField>
      ) : (
        <TextField
          hidden
          label={`Value of condition ${at}`}
          list={`${id}-values`}
          maxLength={200}
          disabled={disabled}
          value={of.value}
          onChange={({ target }) => onChange({ ...of, value: target.value })}
        />
      )}
      <datalist id={`${id}-options`}>
        {known?.options.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
      <datalist id={`${id}-values`}>
        {offered?.map((value) => (
          <option key={value}>{value}</option>
        ))}
      </datalist>
    </>
  )
}
