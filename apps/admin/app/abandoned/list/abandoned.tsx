import type { AbandonedCheckoutView, Ok } from '@vitrine/contract'
import { Mail, Settings2 } from 'lucide-react'
import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { client } from '../../client.ts'
import { List } from '../../list/list.tsx'
import { type Listing, type Outcome, pageOf } from '../../list/listing.ts'
import { loaderOf } from '../../list/load.ts'
import { many } from '../../list/many.ts'
import { useSettled } from '../../list/use-settled.ts'
import { attempted } from '../../orders/acts.ts'
import { added, written } from '../../orders/sums.ts'
import { placedAt } from '../../orders/text.ts'
import { Button } from '../../parts/button.tsx'
import { Thumb } from '../../parts/thumb.tsx'
import { useMay } from '../../shell/layout.tsx'
import { useShop } from '../../shop.ts'
import { RulesDialog } from '../rules.tsx'
import { Reminder, reminderOf, Stopped } from '../states.tsx'
import { choicesOf, obstacles, reasons, stops, whoOf } from '../text.ts'

type Totals = Ok<'POST /vitrine/v1/abandoned-checkouts/figures'>

const At = ({ iso }: { iso: string }) => placedAt(iso, useShop().timeZone)
const dash = <span className="faint">–</span>
const placeOf = ({ abandonedCheckout: { contactDetails, buyerInfo } }: AbandonedCheckoutView): string =>
  contactDetails?.firstName || contactDetails?.lastName ? (buyerInfo.email ?? '') : buyerInfo.memberId ? 'Member' : 'Guest, email known'

/** Writes to each of them, and says whom it could not write to. */
async function remindAll(rows: readonly AbandonedCheckoutView[]): Promise<Outcome> {
  const done: string[] = []
  const failed: { id: string; why: string }[] = []
  for (const { abandonedCheckout: one, noReminder } of rows) {
    if (noReminder) {
      failed.push({ id: one.id, why: reasons[noReminder] })
      continue
    }
    const { ok, says } = await attempted(async () => (await client.reminders.sendReminder({ id: one.id }), ''))
    if (ok) done.push(one.id)
    else failed.push({ id: one.id, why: says })
  }
  return { done, failed }
}

const left: Listing<AbandonedCheckoutView> = {
  name: 'abandoned',
  path: '/abandoned',
  title: 'Abandoned checkouts',
  place: [{ name: 'Orders', to: '/orders' }, { name: 'Abandoned checkouts' }],
  one: 'checkout',
  more: 'checkouts',
  className: 'pic abandoned',
  usualSort: '-left',
  columns: [
    {
      id: 'who',
      name: 'Who',
      head: true,
      bar: 110,
      cell: (row) => (
        <span className="two">
          <span className="lead">{whoOf(row.abandonedCheckout)}</span>
          <span>{placeOf(row)}</span>
        </span>
      ),
      text: ({ abandonedCheckout }) => [whoOf(abandonedCheckout), abandonedCheckout.buyerInfo.email].filter(Boolean).join(', '),
    },
    {
      id: 'cart',
      name: 'Cart',
      bar: 150,
      cell: ({ abandonedCheckout: { lineItems } }) => {
        const [first, ...more] = lineItems
        if (!first) return dash
        const kind = choicesOf(first)
        return (
          <div className="withpic">
            <Thumb src={first.image?.url} size={28} />
            <div className="two">
              <span className="lead">{first.productName?.original}</span>
              <span>
                {[kind, `× ${first.quantity}`].filter(Boolean).join(' ')}
                {more.length > 0 && `, and ${more.length} more`}
              </span>
            </div>
          </div>
        )
      },
      text: ({ abandonedCheckout: { lineItems } }) =>
        lineItems.map(({ quantity, productName }) => `${quantity} × ${productName?.original ?? ''}`).join(', '),
    },
    {
      id: 'worth',
      name: 'Worth',
      className: 'num',
      bar: 50,
      cell: ({ abandonedCheckout: { totalPrice } }) => totalPrice?.formattedAmount,
      text: ({ abandonedCheckout: { totalPrice } }) => totalPrice?.amount ?? '',
    },
    {
      id: 'left',
      name: 'Abandoned',
      sort: 'createdDate',
      className: 'soft fit',
      bar: 40,
      cell: ({ abandonedCheckout: { createdDate } }) => <At iso={createdDate} />,
      text: ({ abandonedCheckout: { createdDate } }) => createdDate,
    },
    {
      id: 'stopped',
      name: 'Stopped at',
      className: 'fit',
      bar: 80,
      cell: ({ stopped }) => <Stopped at={stopped} />,
      text: ({ stopped }) => stops[stopped].says,
    },
    {
      id: 'why',
      name: 'Why, as far as we know',
      className: 'soft clip',
      bar: 120,
      none: ({ obstacle }) => obstacle === 'NONE',
      cell: ({ obstacle }) => obstacles[obstacle] || dash,
      text: ({ obstacle }) => obstacles[obstacle],
    },
    {
      id: 'reminder',
      name: 'Reminder',
      className: 'fit',
      bar: 90,
      cell: (row) => <Reminder of={row} />,
      text: (row) => reminderOf(row, (iso) => iso)[2],
    },
  ],
  listFilters: [
    {
      name: 'state',
      title: 'State',
      verb: 'is',
      choices: [
        { value: 'open', says: 'open', means: () => ({ status: 'ABANDONED' }) },
        { value: 'back', says: 'bought after all', means: () => ({ status: 'RECOVERED' }) },
      ],
    },
    {
      name: 'emails',
      title: 'Reminder',
      verb: 'is',
      single: true,
      choices: [
        { value: 'sent', says: 'sent', means: () => ({ emailsSent: { $gt: 0 } }) },
        { value: 'none', says: 'not sent', means: () => ({ emailsSent: 0 }) },
      ],
    },
    {
      name: 'stopped',
      title: 'Stopped at',
      verb: 'the',
      choices: Object.entries(stops).map(([value, { says }]) => ({ value, says, means: () => ({ stopped: value }) })),
    },
  ],
  views: [
    { id: 'all', name: 'All', search: '' },
    { id: 'open', name: 'Open', search: 'state=open' },
    { id: 'written', name: 'Reminded', search: 'state=open&emails=sent' },
    { id: 'back', name: 'Recovered', search: 'state=back' },
  ],
  idOf: ({ abandonedCheckout: { id } }) => id,
  called: ({ abandonedCheckout }) => `the checkout of ${whoOf(abandonedCheckout)}`,
  to: ({ abandonedCheckout: { id } }) => `/abandoned/${id}`,
  read: async ({ query }, signal) => {
    const { checkouts, pagingMetadata } = await client.reminders.searchLeftCheckouts({ search: query }, { ...(signal && { signal }) })
    return pageOf(checkouts, pagingMetadata)
  },
  search: {
    hint: 'Name, email',
    means: (text) => ({
      $or: ['buyerInfo.email', 'contactDetails.firstName', 'contactDetails.lastName'].map((field) => ({ [field]: { $contains: text } })),
    }),
  },
  acts: [
    {
      name: 'Remind',
      icon: Mail,
      needs: 'orders.write',
      fits: ({ noReminder }) => noReminder === undefined,
      run: remindAll,
      confirms: (rows) => [
        `${many(rows.filter(({ noReminder }) => noReminder === undefined).length, 'email')} will be sent at once. It cannot be undone.`,
      ],
      warns: 'Everybody who may be reminded gets an email at once. It cannot be undone.',
      said: (count) => `Reminded about ${count}.`,
    },
  ],
  sumOf: (rows) => {
    const currency = rows[0]?.abandonedCheckout.currency
    const same = rows.filter(({ abandonedCheckout }) => abandonedCheckout.currency === currency)
    return currency
      ? written(
          added(
            same.map(({ abandonedCheckout: { totalPrice } }) => totalPrice),
            currency,
          ),
          currency,
        )
      : ''
  },
  nothing: {
    title: 'No abandoned checkouts',
    words: 'Buyers who give an email address at the checkout and do not order appear here an hour later.',
  },
}

const days = 30
const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

const list = loaderOf(left)
export const loader = (args: { request: Request }) => {
  const now = new Date()
  const figures = client.reminders.getFigures(
    { startDate: dayOf(new Date(now.getTime() - days * 24 * 3_600_000)), endDate: dayOf(new Date(now.getTime() + 24 * 3_600_000)) },
    { signal: args.request.signal },
  )
  // The list stands without them.
  figures.catch(() => {})
  return { ...list(args), figures }
}

export function Abandoned() {
  const { figures: coming } = useLoaderData<typeof loader>()
  const { value: figures } = useSettled<Totals>(coming)
  const may = useMay()
  const [open, setOpen] = useState(false)
  return (
    <>
      <List
        of={left}
        facts={
          figures && (
            <span>
              {figures.open.count} open, <b>{figures.open.value.formattedAmount}</b> in them
            </span>
          )
        }
        above={<Funnel of={figures} />}
      >
        {may('settings.write') && (
          <Button icon={Settings2} onClick={() => setOpen(true)}>
            Reminder rules
          </Button>
        )}
      </List>
      {open && <RulesDialog onClose={() => setOpen(false)} />}
    </>
  )
}

const share = (part: number, whole: number): string => `${whole === 0 ? 0 : Math.round((part / whole) * 100)} %`

/** How far those came who left, and what came of it. */
function Funnel({ of }: { of: Totals | undefined }) {
  const count = (number: number | undefined) => (number === undefined ? '–' : number.toLocaleString('en-GB'))
  const whole = of?.left.count ?? 0
  const steps = [
    { name: 'Gave an address', count: of?.gaveAddress },
    { name: 'Chose delivery', count: of?.choseDelivery },
    { name: 'Recovered', count: of?.cameBack.count, more: of?.cameBack.value.formattedAmount },
  ]
  return (
    <section className="funnel" aria-label="Abandoned in the last 30 days" aria-busy={!of}>
      <div>
        <span>With an email address</span>
        <b>{count(of?.left.count)}</b>
        <span className="faint small">{of?.left.value.formattedAmount}</span>
      </div>
      {steps.map(({ name, count: number, more }) => (
        <div key={name}>
          <span>{name}</span>
          <b>{count(number)}</b>
          <i style={{ '--v': share(number ?? 0, whole).replace(' ', '') } as React.CSSProperties} />
          <span className="faint small">{[share(number ?? 0, whole), more].filter(Boolean).join(', ')}</span>
        </div>
      ))}
      <div className="res">
        <span>Recovered by email</span>
        <b>{count(of?.cameBackAfterEmail.count)}</b>
        <span className="faint small">
          {of &&
            `${of.cameBackAfterEmail.value.formattedAmount}, ${share(of.cameBackAfterEmail.count, of.writtenTo.count)} of those we wrote to`}
        </span>
      </div>
    </section>
  )
}
