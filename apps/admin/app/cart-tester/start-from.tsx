import type { Order } from '@vitrine/contract'
import { useEffect, useState } from 'react'
import { client } from '../client.ts'
import { findOrders, type OrderHit } from '../orders/find.ts'
import { numberOf } from '../orders/text.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Radio, TextField } from '../parts/field.tsx'
import { type Case, catalogueAppId } from './case.ts'

type Line = Order['lineItems'][number]

/** Whoever asks for a variant by its id, as the shop's own pages do, has its choices written on the line. */
function chosen(
  options: NonNullable<Line['catalogReference']>['options'],
  lines: Line['descriptionLines'],
): [name: string, choice: string][] {
  const said = options?.['options'] as Record<string, unknown> | undefined
  if (said) return Object.entries(said).map(([name, choice]) => [name, String(choice)])
  return (lines ?? []).flatMap(({ name, colorInfo, plainText }) => {
    const choice = colorInfo?.original ?? plainText?.original
    return name?.original && choice ? [[name.original, choice]] : []
  })
}

/** The case of an order: what was bought, by whom, whither and how. Codes of gift cards are in no order. */
export function caseOf({ lineItems, buyerInfo, shippingInfo, recipientInfo, appliedDiscounts }: Order): Partial<Case> {
  const address = shippingInfo?.logistics?.shippingDestination?.address ?? recipientInfo?.address
  const items = lineItems.flatMap(({ catalogReference, descriptionLines, quantity }) =>
    catalogReference?.appId === catalogueAppId
      ? [
          {
            productId: catalogReference.catalogItemId,
            quantity,
            choices: Object.fromEntries(chosen(catalogReference.options, descriptionLines)),
          },
        ]
      : [],
  )
  return {
    items,
    country: address?.country ?? '',
    region: address?.subdivision ?? '',
    postcode: address?.postalCode ?? '',
    delivery: shippingInfo?.code ? `${shippingInfo.carrierId ?? ''} ${shippingInfo.code}` : '',
    coupon: appliedDiscounts.flatMap(({ coupon }) => coupon?.code ?? [])[0] ?? '',
    member: buyerInfo?.memberId ?? '',
    email: buyerInfo?.memberId ? '' : (buyerInfo?.email ?? ''),
    card: '',
    at: '',
  }
}

/** Asks for an order to take the case from. */
export function StartFrom({ onStart, onClose }: { onStart: (from: Partial<Case>) => void; onClose: () => void }) {
  const [text, setText] = useState('')
  const [hits, setHits] = useState<readonly OrderHit[]>([])
  const [chosen, setChosen] = useState<string>()
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    const stop = new AbortController()
    const found = findOrders(text, 6, stop.signal)
    found.then(
      (of) => {
        setHits(of)
        setChosen(of[0]?.id)
      },
      () => {},
    )
    return () => stop.abort()
  }, [text])
  async function start() {
    if (!chosen) return
    setBusy(true)
    const { order } = await client.orders.getOrder({ id: chosen })
    onStart(caseOf(order))
  }
  return (
    <Dialog
      title="Start from an order"
      about="Its items, address, delivery and coupon. Prices and rules are those of now."
      does="Take its case"
      busy={busy}
      disabled={!chosen}
      onDo={() => void start()}
      onClose={onClose}
    >
      <div className="stack">
        <TextField
          label="Order"
          placeholder="Number, customer or SKU"
          value={text}
          onChange={({ target }) => setText(target.value)}
          data-first=""
        />
        <div className="stack" role="radiogroup" aria-label="Orders found">
          {hits.map(({ id, number, about, total }) => (
            <Radio key={id} name="order" value={id} checked={chosen === id} onChange={() => setChosen(id)} hint={about}>
              {numberOf(number)} · {total}
            </Radio>
          ))}
          {hits.length === 0 && <p className="faint">No order is called that.</p>}
        </div>
      </div>
    </Dialog>
  )
}
