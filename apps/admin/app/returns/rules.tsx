import type { ReturnSettings } from '@vitrine/contract'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { client } from '../client.ts'
import { IconButton } from '../parts/button.tsx'
import { useDraft } from '../parts/draft.ts'
import { Check, Radio, TextArea, TextField } from '../parts/field.tsx'
import { Unsaved } from '../parts/unsaved.tsx'
import { useSaveDraft } from '../parts/use-save-draft.ts'
import { FindProduct } from '../recommendations/find-product.tsx'
import { useMay } from '../shell/layout.tsx'
import { PageHead, usePlace } from '../shell/page.tsx'
import { type Field, names, productIds, sentOf, valuesOf, wrongIn } from './rule-values.ts'

interface Loaded {
  readonly settings: ReturnSettings
  /** What excluded products are called, by their ids. */
  readonly products: ReadonlyMap<string, string>
}

const readNames = async (ids: readonly string[], signal?: AbortSignal): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map()
  const query = { filter: { id: { $in: ids } }, paging: { limit: 100 } }
  const { products } = await client.products.queryProducts({ query }, { ...(signal && { signal }) })
  return new Map(products.map(({ id, name }) => [id, name ?? '']))
}

export async function loader({ request: { signal } }: { request: Request }): Promise<Loaded> {
  const { settings } = await client.orderReturns.getReturnSettings({}, { signal })
  return { settings, products: await readNames(settings.excludedProductIds, signal) }
}

/** By what rules items are returned: for how long, who pays, where to, and what stays with buyers. */
export function ReturnRules() {
  usePlace([{ name: 'Orders', to: '/orders' }, { name: 'Returns', to: '/returns' }, { name: 'Return rules' }])
  const { settings, products } = useLoaderData<Loaded>()
  const mayWrite = useMay()('settings.write')
  const { busy, saveDraft } = useSaveDraft()
  const [added, setAdded] = useState<ReadonlyMap<string, string>>(new Map())
  const draft = useDraft<Field>({
    saved: valuesOf(settings),
    names,
    what: 'the return rules',
    read: async () => {
      const { settings: now } = await client.orderReturns.getReturnSettings({})
      return { values: valuesOf(now), revision: now.revision }
    },
    write: async (all, revision) => {
      await client.orderReturns.updateReturnSettings({ settings: { ...sentOf(all), revision } })
    },
  })
  const { values } = draft
  const wrong = wrongIn(values)
  const bind = (field: Field) => ({
    label: names[field],
    value: values[field],
    error: wrong[field],
    onChange: ({ target }: { target: { value: string } }) => draft.set({ [field]: target.value }),
  })
  const tick = (field: Field) => ({
    checked: values[field] === 'true',
    onChange: ({ target }: { target: HTMLInputElement }) => draft.set({ [field]: String(target.checked) }),
  })
  const excluded = productIds(values.excludedProductIds)
  const exclude = (ids: readonly string[]) => draft.set({ excludedProductIds: ids.join(',') })
  const add = (id: string) => {
    if (excluded.includes(id)) return
    exclude([...excluded, id])
    // Without its name it is still excluded.
    readNames([id]).then(
      (found) => setAdded((before) => new Map([...before, ...found])),
      () => {},
    )
  }

  const save = () => saveDraft(draft, 'The return rules are saved.')

  return (
    <>
      <PageHead title="Return rules" facts={<span>{`${settings.windowDays} days to return an order`}</span>} />
      <fieldset className="settings" disabled={!mayWrite || busy} aria-label="Return rules">
        <section className="sec">
          <header className="sec-h">
            <h2>Requests</h2>
            <p>Buyers ask on the page of their order, with an account or without one.</p>
          </header>
          <div className="stack">
            <Check {...tick('isOpen')} hint="You can always begin a return on the order’s page.">
              Buyers can request returns
            </Check>
            <div className="grid2">
              <TextField {...bind('windowDays')} end inputMode="numeric" after="days" hint="After the last shipment has arrived." />
              <TextField
                {...bind('automaticDays')}
                end
                inputMode="numeric"
                after="days"
                hint="Within so many days a request is approved at once; 0 for never. EU law gives buyers 14."
              />
            </div>
          </div>
        </section>
        <section className="sec">
          <header className="sec-h">
            <h2>What buyers get</h2>
            <p>A refund is always offered.</p>
          </header>
          <div className="stack">
            <Check {...tick('offersExchange')} hint="For another variant of the same product, at what was paid.">
              Offer exchanges
            </Check>
            <Check {...tick('offersStoreCredit')} hint="As a gift card by email that never expires.">
              Offer store credit
            </Check>
          </div>
        </section>
        <section className="sec">
          <header className="sec-h">
            <h2>Shipping back</h2>
            <p>In the email about the approval, and on the buyer’s page.</p>
          </header>
          <div className="stack">
            <div className="row wraps" role="radiogroup" aria-label={names.paidBy}>
              <Radio name="paidBy" checked={values.paidBy === 'SHOP'} onChange={() => draft.set({ paidBy: 'SHOP' })}>
                The shop pays
              </Radio>
              <Radio name="paidBy" checked={values.paidBy === 'BUYER'} onChange={() => draft.set({ paidBy: 'BUYER' })}>
                The buyer pays
              </Radio>
            </div>
            <TextArea {...bind('address')} rows={4} hint="Each line stands as you write it." />
            <Check
              {...tick('offersCode')}
              hint="Its clerk scans the code and prints the label. You enter the code when you approve a return."
            >
              Offer a code for a drop-off point
            </Check>
            <TextArea
              {...bind('inPersonAddress')}
              optional
              rows={3}
              hint="Address and hours, each line as you write it. Empty: not offered."
            />
            <TextArea {...bind('instructions')} optional rows={3} maxLength={2000} />
          </div>
        </section>
        <section className="sec">
          <header className="sec-h">
            <h2>Reasons</h2>
            <p>One a line; buyers choose one for each item.</p>
          </header>
          <TextArea {...bind('reasons')} rows={7} />
        </section>
        <section className="sec">
          <header className="sec-h">
            <h2>Excluded products</h2>
            <p>Food, made to order and the like. Files and gift cards never come back.</p>
          </header>
          <div className="stack">
            {excluded.length > 0 && (
              <ul className="stack-s">
                {excluded.map((id) => {
                  const name = added.get(id) ?? products.get(id) ?? 'A product'
                  return (
                    <li key={id} className="row between">
                      {name}
                      <IconButton
                        small
                        icon={X}
                        name={`Take out ${name}`}
                        onClick={() => exclude(excluded.filter((other) => other !== id))}
                      />
                    </li>
                  )
                })}
              </ul>
            )}
            <FindProduct label="Add a product" disabled={!mayWrite || excluded.length >= 500} onPick={add} />
          </div>
        </section>
      </fieldset>
      <Unsaved of={draft.changes} busy={busy} wrong={Object.values(wrong)[0]} onSave={save} onDiscard={draft.drop} />
      {draft.dialog}
    </>
  )
}
