import { Refused } from '@vitrine/client'
import type { CustomDiscountTrigger, Promotion } from '@vitrine/contract'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { client } from '../../client.ts'
import { signOf } from '../../orders/sums.ts'
import { useAct } from '../../parts/acting.ts'
import { Button } from '../../parts/button.tsx'
import { changesOf } from '../../parts/changes.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { SelectField, TextField } from '../../parts/field.tsx'
import { Status } from '../../parts/glyph.tsx'
import { useSay } from '../../parts/toasts.tsx'
import { Unsaved } from '../../parts/unsaved.tsx'
import { useMay } from '../../shell/layout.tsx'
import { PageHead, usePlace } from '../../shell/page.tsx'
import { readShop, useShop } from '../../shop.ts'
import { PromotionActs } from '../acts.tsx'
import { Preview } from '../preview/preview.tsx'
import { usePreview } from '../preview/use-preview.ts'
import { fieldErrors } from '../refused.ts'
import { PromotionState } from '../state.tsx'
import { remove } from '../switch.ts'
import { refusals } from '../text.ts'
import { called, isAll, type Names, namesOf, type Things } from '../things.ts'
import { ThingsField } from '../things-field.tsx'
import { Conditions } from './conditions.tsx'
import { fieldNames, fieldOf, formOf, freshRule, type Kind, type RuleForm, ruleOf, wrongIn } from './form.ts'
import { Stacking } from './stacking.tsx'

interface Loaded {
  readonly promotion: Promotion | undefined
  readonly form: RuleForm
  /** All rules, as they stack. */
  readonly rules: readonly Promotion[]
  readonly triggers: readonly CustomDiscountTrigger[]
  readonly names: Names
}

const productsOf = ({ on, bought, conditions }: RuleForm): readonly Things[] => [on, bought, ...conditions.map(({ things }) => things)]

/** Every rule: there are a hundred at most. */
async function readRules(signal: AbortSignal): Promise<readonly Promotion[]> {
  const rules: Promotion[] = []
  let cursor: string | undefined
  const { discountRules } = await client.discountRules.queryDiscountRules({ query: { cursorPaging: { limit: 100 } } }, { signal })
  do {
    const page = await client.promotions.listPromotions({ limit: 100, ...(cursor && { cursor }) }, { signal })
    rules.push(...page.promotions.filter(({ discountRule }) => discountRule))
    cursor = page.next
  } while (cursor && rules.length < discountRules.length)
  return rules.sort((a, b) => a.place! - b.place!)
}

export async function loader({ params, request: { url, signal } }: LoaderFunctionArgs): Promise<Loaded> {
  const { timeZone } = await readShop()
  const copied = new URL(url).searchParams.get('copy')
  const id = params['id'] ?? copied
  const [rules, { triggers }, one] = await Promise.all([
    readRules(signal),
    client.customTriggers.listTriggers({}, { signal }),
    id ? client.discountRules.getDiscountRule({ discountRuleId: id }, { signal }) : undefined,
  ])
  const kept = one && formOf(one.discountRule, timeZone)
  const form = kept ? (params['id'] ? kept : { ...kept, name: `${kept.name}, again`.slice(0, 50), from: '', until: '' }) : freshRule
  return {
    promotion: params['id'] ? rules.find(({ discountRule }) => discountRule!.id === id) : undefined,
    form,
    rules,
    triggers,
    names: await namesOf(productsOf(form), signal),
  }
}

/** A rule on a page of its own, tried on the carts of late. Another rule is another page. */
export function RulePage() {
  const loaded = useLoaderData<Loaded>()
  return <Rule key={loaded.promotion?.discountRule?.id ?? 'new'} {...loaded} />
}

const kinds: readonly (readonly [Kind, string])[] = [
  ['PERCENTAGE', 'a share off'],
  ['FIXED_AMOUNT', 'an amount off each'],
  ['FIXED_PRICE', 'a price for each'],
  ['QUANTITY_BASED', 'so many for a price'],
]

function Rule({ promotion, form: kept, rules, triggers, names: known }: Loaded) {
  const { currency, timeZone } = useShop()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const say = useSay()
  const mayWrite = useMay()('promotions.write')
  const acting = useAct(refusals)
  const [form, setForm] = useState(kept)
  const [names, setNames] = useState(known)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [busy, setBusy] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const rule = promotion?.discountRule
  const title = rule?.name ?? 'New automatic discount'
  usePlace([{ name: 'Promotions', to: '/promotions' }, { name: title }])

  const changed = changesOf(kept, form, fieldNames)
  const changes = rule ? changed : changed.length > 0 ? ['a new discount'] : []
  const wrong = wrongIn(form, currency)
  const isTryable = Object.keys(wrong).every((field) => field === 'name')
  const tried = usePreview(
    isTryable
      ? {
          discountRule: {
            ...ruleOf(form, currency, timeZone),
            name: form.name.trim() || 'This rule',
            ...(rule && { id: rule.id }),
          },
        }
      : undefined,
  )
  const change = (some: Partial<RuleForm>, all?: Names) => {
    setForm((before) => ({ ...before, ...some }))
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field.split('.')[0]! in some))))
    if (all) setNames(all)
  }

  async function save(): Promise<boolean> {
    if (Object.keys(wrong).length > 0) {
      setErrors(wrong)
      return false
    }
    setBusy(true)
    try {
      const input = ruleOf(form, currency, timeZone)
      if (rule) {
        await client.discountRules.updateDiscountRule({ discountRule: { ...input, id: rule.id, revision: rule.revision } })
        say({ text: `${input.name} is saved${rule.active ? ', and live' : ''}.` })
        await revalidate()
        return true
      }
      const { discountRule } = await client.discountRules.createDiscountRule({ discountRule: { ...input, active: true } })
      say({ text: `${input.name} is live.` })
      await navigate(`/promotions/rules/${discountRule.id}`)
      return true
    } catch (error) {
      const said = fieldErrors(error, fieldOf)
      if (said) setErrors(said as Record<string, string>)
      else if (error instanceof Refused && error.code === 'STALE_REVISION') {
        say({ text: 'Somebody else changed this rule meanwhile. Yours is kept here; save again to put it in place of theirs.', bad: true })
        await revalidate()
      } else
        say({
          text:
            error instanceof Refused ? (refusals[error.code] ?? error.message) : 'The shop did not answer. What you wrote is still here.',
          bad: true,
        })
      return false
    } finally {
      setBusy(false)
    }
  }

  const text = (field: 'name' | 'value' | 'units' | 'buys' | 'gets' | 'limit' | 'from' | 'until') => ({
    value: form[field],
    error: errors[field],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => change({ [field]: target.value }),
  })
  const sign = signOf(currency)
  const counted = form.conditions.find(({ type }) => type === 'ITEM_QUANTITY_RANGE')?.things ?? (form.offer ? form.bought : undefined)
  return (
    <>
      <PageHead
        title={title}
        facts={
          <>
            {changes.length > 0 ? (
              <Status glyph="d-half" tone="info">
                {rule ? 'Change not live yet' : 'Not live yet'}
              </Status>
            ) : (
              promotion && <PromotionState of={promotion.state} />
            )}
            {rule && changed.length > 0 && <span>{inWords(changed)}</span>}
            {promotion && changes.length === 0 && (
              <span>{promotion.uses === 1 ? 'used once' : `used ${promotion.uses.toLocaleString('en-GB')} times`}</span>
            )}
          </>
        }
        {...(mayWrite && {
          main: (
            <Button
              kind="primary"
              keys={['⌘', 'S']}
              disabled={busy || (rule !== undefined && changes.length === 0)}
              onClick={() => void save()}
            >
              {rule && !rule.active ? 'Save' : 'Activate'}
            </Button>
          ),
        })}
      >
        {mayWrite && changes.length > 0 && (
          <Button
            disabled={busy}
            onClick={() => {
              setForm(kept)
              setErrors({})
            }}
          >
            Discard
          </Button>
        )}
        {mayWrite && rule && (
          <PromotionActs
            of={{ discountRule: rule }}
            name={rule.name}
            active={rule.active}
            acting={acting}
            onCopy={() => void navigate(`/promotions/rules/new?copy=${rule.id}`)}
            onDelete={() => setDeleting(true)}
          />
        )}
      </PageHead>
      <div className="cols halves">
        <div>
          <fieldset className="asone" disabled={!mayWrite} aria-label="The discount">
            <section className="sec">
              <header className="sec-h">
                <h2>Rule</h2>
              </header>
              <div className="stack">
                <TextField label="Name" hint="Buyers read it beside the amount" maxLength={50} {...text('name')} />
                <div className="stack-s">
                  <span className="lbl">When</span>
                  <Conditions
                    of={form.conditions}
                    any={form.any}
                    names={names}
                    triggers={triggers}
                    currency={currency}
                    errors={errors}
                    onChange={(conditions, all) => change({ conditions }, all)}
                    onAny={(any) => change({ any })}
                  />
                </div>
                <div className="stack-s">
                  <span className="lbl">Gives</span>
                  <div className="sentence">
                    <SelectField
                      label="For whom"
                      hidden
                      value={form.offer ? 'offer' : 'items'}
                      onChange={({ target }) =>
                        change({
                          offer: target.value === 'offer',
                          ...(target.value === 'offer' && form.kind === 'QUANTITY_BASED' && { kind: 'PERCENTAGE' as const }),
                        })
                      }
                    >
                      <option value="items">Who buys them gets</option>
                      <option value="offer">Buy X, get Y</option>
                    </SelectField>
                  </div>
                  {form.offer && (
                    <div className="sentence">
                      <span>Who buys</span>
                      <div className="w110">
                        <TextField
                          label="What has to be bought"
                          hidden
                          end
                          {...(form.spends && { before: sign })}
                          inputMode="decimal"
                          {...text('buys')}
                        />
                      </div>
                      <SelectField
                        label="Quantity or amount"
                        hidden
                        value={String(form.spends)}
                        onChange={({ target }) => change({ spends: target.value === 'true' })}
                      >
                        <option value="false">items of</option>
                        <option value="true">worth of</option>
                      </SelectField>
                      <ThingsField
                        label="What is bought"
                        value={form.bought}
                        names={names}
                        onChange={(bought, all) => change({ bought }, all)}
                      />
                      <span>gets</span>
                      <div className="w60">
                        <TextField label="Quantity to get" hidden end inputMode="numeric" {...text('gets')} />
                      </div>
                      <span>of</span>
                      <ThingsField label="What is got" value={form.on} names={names} onChange={(on, all) => change({ on }, all)} />
                      <span>for</span>
                    </div>
                  )}
                  <div className="sentence">
                    <SelectField
                      label="What it gives"
                      hidden
                      value={form.kind}
                      onChange={({ target }) => change({ kind: target.value as Kind })}
                    >
                      {kinds
                        .filter(([kind]) => !(form.offer && kind === 'QUANTITY_BASED'))
                        .map(([kind, says]) => (
                          <option key={kind} value={kind}>
                            {says}
                          </option>
                        ))}
                    </SelectField>
                    {form.kind === 'QUANTITY_BASED' && (
                      <>
                        <div className="w60">
                          <TextField label="Items in the set" hidden end inputMode="numeric" {...text('units')} />
                        </div>
                        <span>items for</span>
                      </>
                    )}
                    <div className="w110">
                      <TextField
                        label="How much"
                        hidden
                        end
                        inputMode="decimal"
                        {...(form.kind === 'PERCENTAGE' ? { after: '%' } : { before: sign })}
                        {...text('value')}
                      />
                    </div>
                    {!form.offer && (
                      <>
                        <span>{form.kind === 'PERCENTAGE' ? 'off' : 'of'}</span>
                        <ThingsField label="What it is for" value={form.on} names={names} onChange={(on, all) => change({ on }, all)} />
                      </>
                    )}
                  </div>
                </div>
              </div>
            </section>
            <section className="sec">
              <header className="sec-h">
                <h2>Limits</h2>
              </header>
              <div className="grid2">
                <TextField label="From" optional type="datetime-local" {...text('from')} />
                <TextField label="Until" optional type="datetime-local" {...text('until')} />
                {form.offer && (
                  <TextField
                    label="At most, per order"
                    optional
                    end
                    after="times"
                    inputMode="numeric"
                    placeholder="no limit"
                    {...text('limit')}
                  />
                )}
              </div>
            </section>
            {rules.length > 1 && <Stacking rules={rules} current={rule?.id} />}
          </fieldset>
        </div>
        <Preview of={tried} products={counted && !isAll(counted) ? called(counted, names) : undefined} />
      </div>
      {mayWrite && <Unsaved of={changes} bar={false} busy={busy} onSave={save} onDiscard={() => setForm(kept)} />}
      {deleting && rule && (
        <Dialog
          title={`Delete ${rule.name}?`}
          about="From now on no cart is given it. Orders keep what they got."
          says={`${promotion?.uses.toLocaleString('en-GB') ?? 0} uses are forgotten with it`}
          does="Delete it"
          kind="danger"
          cancel="Keep it"
          busy={acting.busy}
          onDo={() =>
            void acting.act(async () => {
              await remove({ discountRule: rule })
              await navigate('/promotions')
              return `${rule.name} is deleted.`
            })
          }
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  )
}

/** `12 becomes 15`, of one change; else how many there are. */
function inWords(changes: ReturnType<typeof changesOf>): string {
  const [first] = changes
  if (changes.length === 1 && first?.was !== undefined && first.now !== undefined && first.was !== '')
    return `${first.name}: ${first.was} becomes ${first.now || 'nothing'}`
  return changes.map(({ name }) => name).join(', ')
}
