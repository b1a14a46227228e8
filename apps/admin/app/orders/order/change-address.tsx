import type { AddressWithContact, Order } from '@vitrine/contract'
import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { client } from '../../client.ts'
import { useTogether } from '../../parts/conflict.tsx'
import { useSay } from '../../parts/toasts.tsx'
import { useMay, useMe } from '../../shell/layout.tsx'
import { attempted } from '../acts.ts'
import { ago, numberOf } from '../text.ts'
import { AddressDialog, type AddressValues, addressNames, addressValues, addressWith } from './address.tsx'

type Which = 'ship' | 'bill'

const addressIn = ({ shippingInfo, recipientInfo, billingInfo }: Order, which: Which): AddressWithContact =>
  (which === 'bill' ? billingInfo : (shippingInfo?.logistics?.shippingDestination ?? recipientInfo)) ?? {}

/** An address of an order to be put right, together with whoever else is at it. */
export function ChangeAddress({ order, which, onClose }: { order: Order; which: Which; onClose: () => void }) {
  const id = order.id!
  const say = useSay()
  const may = useMay()
  const me = useMe()
  const { revalidate } = useRevalidator()
  const [opened] = useState(() => addressIn(order, which))
  const saved = useRef(opened)
  /** Somebody else, by name, for those who may know it. */
  async function who(): Promise<string | undefined> {
    if (!may('audit.read')) return undefined
    const { entries } = await client.audit.queryAudit({ query: { filter: { entityIds: { $hasSome: [id] } }, cursorPaging: { limit: 1 } } })
    const actor = entries[0]?.actor
    return actor?.kind === 'STAFF' && actor.id !== me.id ? actor.name : undefined
  }
  const { save, dialog } = useTogether({
    names: addressNames,
    what: `order ${numberOf(order.number)}`,
    async read() {
      const { order: now, revision } = await client.orders.getOrder({ id })
      saved.current = addressIn(now, which)
      const when = ago(now.updatedDate!)
      return { values: addressValues(saved.current), revision, who, ...(when && { when }) }
    },
    write(values, expectedRevision) {
      const next = addressWith(saved.current, values, null)
      return client.orders.updateOrder({
        order: {
          id,
          ...(which === 'bill'
            ? { billingInfo: next }
            : { shippingInfo: { logistics: { shippingDestination: next } }, recipientInfo: next }),
        },
        expectedRevision,
      })
    },
  })
  async function change(values: AddressValues) {
    let isSaved = false
    const { ok, says } = await attempted(async () => {
      const others = await save(addressValues(opened), values)
      isSaved = others !== undefined
      return others?.length ? `The address is changed. Kept from meanwhile: ${others.join(', ')}.` : 'The address is changed.'
    })
    if (isSaved || !ok) say({ text: says, bad: !ok })
    if (isSaved) onClose()
    await revalidate()
  }
  return (
    <>
      <AddressDialog
        title={which === 'ship' ? 'Ship to' : 'Bill to'}
        of={opened}
        onClose={onClose}
        onSave={(_, values) => change(values)}
      />
      {dialog}
    </>
  )
}
