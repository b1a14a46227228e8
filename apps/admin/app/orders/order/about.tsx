import type { Order, SubscriptionState } from '@vitrine/contract'
import { FileText, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { client } from '../../client.ts'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useKeys } from '../../shell/keys.ts'
import { useMay } from '../../shell/layout.tsx'
import { useShop } from '../../shop.ts'
import { isWaiting } from '../list/before.ts'
import { dueSays, shipByOf } from '../list/due.ts'
import { promisedFor } from '../text.ts'
import { weightOf } from '../units.ts'
import type { Act } from './act.ts'
import { Address } from './address.tsx'
import { Agreed } from './agreed.tsx'
import { ChangeAddress } from './change-address.tsx'
import { Customer, type OrdersOfBuyer } from './customer.tsx'
import { Subscription } from './subscription.tsx'

interface AboutProps {
  order: Order
  invoice: string | undefined
  subscriptions: readonly SubscriptionState[]
  ofBuyer: OrdersOfBuyer
  busy: boolean
  onAct: Act
}

/** Who bought it, where it goes, and what the staff noted. */
export function About({ order, invoice, subscriptions, ofBuyer, busy, onAct }: AboutProps) {
  const { timeZone } = useShop()
  const may = useMay()
  const [editing, setEditing] = useState<'ship' | 'bill'>()
  const { billingInfo, shippingInfo } = order
  const ship = shippingInfo?.logistics?.shippingDestination ?? order.recipientInfo
  const same = JSON.stringify(ship) === JSON.stringify(billingInfo)
  const promise = promisedFor(order, timeZone)
  const shipBy = isWaiting(order) ? shipByOf(order) : undefined
  const leaves = shipBy && dueSays(shipBy, timeZone)
  const weight = weightOf(order.lineItems)
  const write = may('orders.write') && order.status === 'APPROVED'
  const tags = order.tags?.tags?.tagIds ?? []
  return (
    <aside className="rail" aria-label="About this order">
      <Customer order={order} all={ofBuyer} />
      {subscriptions.map((one) => (
        <Subscription key={one.id} of={one} orderId={order.id!} busy={busy} onAct={onAct} />
      ))}
      {ship && (
        <section className="sec">
          <header className="sec-h">
            <h2>{shippingInfo?.logistics?.pickupDetails ? 'For' : 'Ship to'}</h2>
            {write && (
              <div className="acts">
                <Button kind="link" onClick={() => setEditing('ship')}>
                  Change
                </Button>
              </div>
            )}
          </header>
          <Address of={ship} />
        </section>
      )}
      <section className="sec">
        <header className="sec-h">
          <h2>Bill to</h2>
          {write && billingInfo && (
            <div className="acts">
              <Button kind="link" onClick={() => setEditing('bill')}>
                Change
              </Button>
            </div>
          )}
        </header>
        {same ? <p className="soft">Same address</p> : billingInfo ? <Address of={billingInfo} /> : <p className="soft">Not said</p>}
      </section>
      <section className="sec">
        <header className="sec-h">
          <h2>Delivery</h2>
        </header>
        <dl className="dl">
          {shippingInfo && <Fact name="Service">{shippingInfo.title}</Fact>}
          {promise && <Fact name="Promised">{promise}</Fact>}
          {leaves && <Fact name="Leaves">{leaves}</Fact>}
          {shippingInfo && weight !== undefined && <Fact name="Weight">{`${weight} ${order.weightUnit === 'LB' ? 'lb' : 'kg'}`}</Fact>}
          {order.buyerNote && <Fact name="Note">“{order.buyerNote}”</Fact>}
          {!shippingInfo && <Fact name="Service">Nothing to deliver</Fact>}
        </dl>
      </section>
      <section className="sec">
        <header className="sec-h">
          <h2>Tags</h2>
        </header>
        <Tags order={order} tags={tags} write={write} onAct={onAct} />
      </section>
      {order.customFields.length > 0 && (
        <section className="sec">
          <header className="sec-h">
            <h2>Asked at the checkout</h2>
          </header>
          <dl className="dl">
            {order.customFields.map(({ title, value }) => (
              <Fact key={title} name={title ?? ''}>
                {String(value ?? '')}
              </Fact>
            ))}
          </dl>
        </section>
      )}
      {may('settings.read') && <Agreed order={order} />}
      <section className="sec">
        <header className="sec-h">
          <h2>Where it came from</h2>
        </header>
        <dl className="dl">
          <Fact name="Channel">{channelName(order.channelInfo?.type)}</Fact>
          {order.channelInfo?.externalOrderId && <Fact name="Number there">{order.channelInfo.externalOrderId}</Fact>}
        </dl>
        {invoice && (
          <p className="small" style={{ marginBlockStart: 10 }}>
            <a className="btn small" href={invoice} target="_blank" rel="noreferrer">
              <Icon of={FileText} />
              <span>Invoice</span>
            </a>
          </p>
        )}
      </section>
      {editing && <ChangeAddress key={editing} order={order} which={editing} onClose={() => setEditing(undefined)} />}
    </aside>
  )
}

const channels: Readonly<Record<string, string>> = {
  WEB: 'Storefront',
  BACKOFFICE_MERCHANT: 'Written down by the staff',
  POS: 'Point of sale',
  OTHER_PLATFORM: 'Another platform',
}

/** `Etsy`, of the wire's `ETSY`. */
function channelName(type: string | undefined): string {
  if (type === undefined || type === 'UNSPECIFIED') return '–'
  return channels[type] ?? `${type[0]}${type.slice(1).toLowerCase().replaceAll('_', ' ')}`
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Somebody asked for the field: they want to write in it. */
const focused = (field: HTMLInputElement | null) => field?.focus()

function Tags({ order, tags, write, onAct }: { order: Order; tags: readonly string[]; write: boolean; onAct: Act }) {
  const [adding, setAdding] = useState(false)
  const [tag, setTag] = useState('')
  useKeys(write ? { t: { says: 'Tag', run: () => setAdding(true) } } : {}, 'Orders')
  const put = (one: string) => client.orders.bulkUpdateOrderTags({ orderIds: [order.id!], assignTags: { tags: { tagIds: [one] } } })
  const take = (one: string) => client.orders.bulkUpdateOrderTags({ orderIds: [order.id!], unassignTags: { tags: { tagIds: [one] } } })
  const add = (one: string) =>
    onAct(
      async () => (await put(one), `Tagged “${one}”.`),
      () => take(one),
    )
  const remove = (one: string) =>
    onAct(
      async () => (await take(one), `“${one}” is off.`),
      () => put(one),
    )
  return (
    <>
      <p className="row">
        {tags.map((one) => (
          <span key={one} className="tag">
            {one}
            {write && (
              <button type="button" aria-label={`Take the tag ${one} off`} onClick={() => void remove(one)}>
                <Icon of={X} small />
              </button>
            )}
          </span>
        ))}
        {write && !adding && (
          <span className="chip add">
            <button type="button" onClick={() => setAdding(true)}>
              <Icon of={Plus} small /> Tag
            </button>
          </span>
        )}
        {!write && tags.length === 0 && <span className="soft">None</span>}
      </p>
      {adding && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (tag.trim() === '') return setAdding(false)
            void add(tag.trim()).then((ok) => {
              if (!ok) return
              setTag('')
              setAdding(false)
            })
          }}
        >
          <TextField
            hidden
            label="New tag"
            value={tag}
            maxLength={50}
            ref={focused}
            onChange={(event) => setTag(event.target.value)}
            onKeyDown={(event) => event.key === 'Escape' && setAdding(false)}
          />
        </form>
      )}
    </>
  )
}
