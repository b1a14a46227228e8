import type { Order } from '@vitrine/contract'
import { Copy, FileText, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { client } from '../../client.ts'
import { Button, IconButton } from '../../parts/button.tsx'
import { TextField } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useSay } from '../../parts/toasts.tsx'
import { useMay } from '../../shell/desk.tsx'
import { useShop } from '../../shop.ts'
import { buyerOf, promiseOf } from '../words.ts'
import { Address } from './address.tsx'
import { ChangeAddress } from './change-address.tsx'
import type { Act } from './order.tsx'

/** Who bought it, where it goes, and what the staff noted. */
export function About({ order, invoice, onAct }: { order: Order; invoice: string | undefined; onAct: Act }) {
  const { timeZone } = useShop()
  const may = useMay()
  const say = useSay()
  const [editing, setEditing] = useState<'ship' | 'bill'>()
  const { buyerInfo, billingInfo, shippingInfo } = order
  const ship = shippingInfo?.logistics?.shippingDestination ?? order.recipientInfo
  const same = JSON.stringify(ship) === JSON.stringify(billingInfo)
  const promise = promiseOf(order, timeZone)
  const phone = (ship ?? billingInfo)?.contactDetails?.phone
  const write = may('orders.write') && order.status === 'APPROVED'
  const tags = order.tags?.tags?.tagIds ?? []
  return (
    <aside className="rail" aria-label="About this order">
      <section className="sec">
        <header className="sec-h">
          <h2>Customer</h2>
        </header>
        <p className="lead">{buyerOf(order)}</p>
        {buyerInfo?.email && (
          <p className="row small">
            <a className="a" href={`mailto:${buyerInfo.email}`}>
              {buyerInfo.email}
            </a>
            <IconButton
              icon={Copy}
              small
              name="Copy the address"
              onClick={() => void navigator.clipboard.writeText(buyerInfo.email!).then(() => say({ text: 'The address is copied.' }))}
            />
            <Link className="a" to={`/orders?${new URLSearchParams({ q: buyerInfo.email })}`}>
              all orders
            </Link>
          </p>
        )}
        {phone && <p className="small soft">{phone}</p>}
      </section>
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
          {promise && <Fact name="Promised">{[promise.day, promise.hours].filter(Boolean).join(', ')}</Fact>}
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
      <section className="sec">
        <header className="sec-h">
          <h2>Where it came from</h2>
        </header>
        <dl className="dl">
          <Fact name="Channel">{order.channelInfo?.type === 'WEB' ? 'Storefront' : (order.channelInfo?.type ?? '–')}</Fact>
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
  const change = (what: { assignTags?: { tags: { tagIds: string[] } }; unassignTags?: { tags: { tagIds: string[] } } }, says: string) =>
    onAct(async () => {
      await client.orders.bulkUpdateOrderTags({ orderIds: [order.id!], ...what })
      return says
    })
  return (
    <>
      <p className="row">
        {tags.map((one) => (
          <span key={one} className="tag">
            {one}
            {write && (
              <button
                type="button"
                aria-label={`Take the tag ${one} off`}
                onClick={() => void change({ unassignTags: { tags: { tagIds: [one] } } }, `“${one}” is off.`)}
              >
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
            void change({ assignTags: { tags: { tagIds: [tag.trim()] } } }, `Tagged “${tag.trim()}”.`).then((ok) => {
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
