import { useState } from 'react'
import { client } from '../client.ts'
import { useAnswer } from '../parts/answer.ts'
import { Dialog } from '../parts/dialog.tsx'
import { SelectField, TextArea } from '../parts/field.tsx'
import type { ReturnDialogProps } from './dialog-props.ts'

/** The variants that lines of an order can be exchanged for. */
async function findChoices(orderId: string, signal: AbortSignal) {
  const { returnability } = await client.returns.getReturnability({ id: orderId }, { signal })
  const productIds = [...new Set(returnability.lines.flatMap(({ productId }) => productId ?? []))]
  const { products } = await client.products.queryProducts(
    { query: { filter: { id: { $in: productIds } }, paging: { limit: 100 } } },
    { signal },
  )
  const byId = new Map(products.map((product) => [product.id, product]))
  return new Map(
    returnability.lines.map(({ lineItemId, productId }) => [
      lineItemId,
      (byId.get(productId ?? '')?.variants ?? []).flatMap(({ id, choices, stock }) =>
        id === undefined
          ? []
          : [{ id, name: `${Object.values(choices ?? {}).join(', ') || 'The same'}${stock?.inStock === false ? ' (out of stock)' : ''}` }],
      ),
    ]),
  )
}

/** Writes down the order with the other variants; nothing is charged. */
export function ExchangeDialog({ of, busy, onAct, onClose }: ReturnDialogProps) {
  const { id, number, revision, orderId } = of
  const accepted = of.lines.filter(({ checked }) => (checked?.accepted ?? 0) > 0)
  // What the buyer chose can be sent without the others.
  const choices = useAnswer({ ask: (signal) => findChoices(orderId, signal), of: orderId, ms: 0 })
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(
    new Map(accepted.flatMap(({ lineItemId, exchangeFor }) => (exchangeFor ? [[lineItemId, exchangeFor.variantId] as const] : []))),
  )
  const [message, setMessage] = useState('')
  const exchange = () =>
    onAct(async () => {
      const variants = accepted.map(({ lineItemId }) => ({ lineItemId, variantId: chosen.get(lineItemId)! }))
      const { return: done } = await client.orderReturns.exchangeReturn({ id, revision, variants, message: message.trim() || null })
      return `Order ${done.exchangeOrder!.number} is ready to be fulfilled. The buyer gets an email.`
    })
  return (
    <Dialog
      title={`Exchange ${number}`}
      about="A new order at what was paid: nothing is charged, and nothing goes back."
      does="Place the order"
      busy={busy}
      disabled={accepted.some(({ lineItemId }) => !chosen.get(lineItemId))}
      onDo={() => void exchange()}
      onClose={onClose}
    >
      <div className="stack">
        {accepted.map(({ lineItemId, name, description, checked, exchangeFor }, at) => {
          const known = choices?.get(lineItemId) ?? (exchangeFor ? [{ id: exchangeFor.variantId, name: exchangeFor.name }] : [])
          return (
            <SelectField
              key={lineItemId}
              label={`${checked!.accepted} × ${name}`}
              hint={`In place of ${description || 'the same'}`}
              value={chosen.get(lineItemId) ?? ''}
              onChange={({ target }) => setChosen(new Map(chosen).set(lineItemId, target.value))}
              {...(at === 0 && { 'data-first': '' })}
            >
              <option value="">Choose a variant</option>
              {known.map((variant) => (
                <option key={variant.id} value={variant.id}>
                  {variant.name}
                </option>
              ))}
            </SelectField>
          )
        })}
        <TextArea
          label="Message to the buyer"
          optional
          rows={2}
          maxLength={2000}
          value={message}
          onChange={({ target }) => setMessage(target.value)}
        />
      </div>
    </Dialog>
  )
}
