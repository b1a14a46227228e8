import type { AbandonedCheckoutView } from '@vitrine/contract'
import { toDecimal } from '@vitrine/pricing'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { Link, useLoaderData, useNavigate } from 'react-router'
import { client } from '../../client.ts'
import { added, money, written } from '../../orders/sums.ts'
import { fullTime, many, numberOf, shortTime } from '../../orders/text.ts'
import { useAct } from '../../parts/acting.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Head, RowHead, Table, Td, Tr } from '../../parts/table.tsx'
import { Thumb } from '../../parts/thumb.tsx'
import { useKeys } from '../../shell/keys.ts'
import { useMay } from '../../shell/layout.tsx'
import { PageHead, usePlace } from '../../shell/page.tsx'
import { useShop } from '../../shop.ts'
import { Reminder, Stopped } from '../states.tsx'
import { choicesOf, firstNameOf, obstacles, reasons, whoOf, words } from '../text.ts'
import { ReminderDialog } from './reminder.tsx'

export async function loader({
  params,
  request: { signal },
}: {
  params: { id?: string }
  request: Request
}): Promise<AbandonedCheckoutView> {
  return (await client.reminders.getLeftCheckout({ id: params.id! }, { signal })).checkout
}

/** What somebody left at the checkout, as it was then. */
export function Left() {
  const checkout = useLoaderData<AbandonedCheckoutView>()
  const { timeZone } = useShop()
  const may = useMay()
  const navigate = useNavigate()
  const { act, busy } = useAct(words)
  const [open, setOpen] = useState<'remind' | 'forget'>()
  const { abandonedCheckout: left, noReminder, order } = checkout
  const { currency, lineItems, contactDetails, buyerInfo, totalPrice } = left
  const who = whoOf(left)
  usePlace([{ name: 'Orders', to: '/orders' }, { name: 'Abandoned checkouts', to: '/abandoned' }, { name: who }])
  const mayWrite = may('orders.write') && noReminder === undefined && buyerInfo.email !== undefined
  useKeys({
    ...(mayWrite && { w: { says: 'Write to the buyer', run: () => setOpen('remind') } }),
    Escape: { says: 'Back to the list', run: () => void navigate('/abandoned') },
  })
  return (
    <>
      <PageHead
        title={who}
        facts={
          <>
            <Reminder of={checkout} />
            <span>left {fullTime(left.createdDate, timeZone)}</span>
          </>
        }
        {...(order
          ? {
              main: (
                <Link className="btn primary" to={`/orders/${order.id}`}>
                  <span>Open order {numberOf(order.number)}</span>
                </Link>
              ),
            }
          : mayWrite && {
              main: (
                <Button kind="primary" icon={Mail} keys={['W']} onClick={() => setOpen('remind')}>
                  {`Write to ${firstNameOf(left)}`}
                </Button>
              ),
            })}
      >
        {may('orders.write') && (
          <Button kind="ghost warn" onClick={() => setOpen('forget')}>
            Forget it
          </Button>
        )}
      </PageHead>
      <div className="cols">
        <div>
          <section className="sec">
            <header className="sec-h">
              <h2>What was in it</h2>
            </header>
            <Table
              caption="What was left"
              className="in pic"
              head={
                <>
                  <Head>Item</Head>
                  <Head className="num">Quantity</Head>
                  <Head className="num">Each</Head>
                  <Head className="num">Sum</Head>
                </>
              }
            >
              {lineItems.map((line, at) => (
                <Tr key={line.id ?? at}>
                  <RowHead>
                    <div className="withpic">
                      <Thumb src={line.image?.url} size={34} />
                      <div className="two">
                        <span className="lead">{line.productName?.original}</span>
                        <span>{choicesOf(line)}</span>
                      </div>
                    </div>
                  </RowHead>
                  <Td of="Quantity" className="num">
                    {line.quantity}
                  </Td>
                  <Td of="Each" className="num">
                    {line.price?.formattedAmount}
                  </Td>
                  <Td of="Sum" className="num">
                    {written(
                      added(
                        Array.from({ length: line.quantity }, () => line.price),
                        currency,
                      ),
                      currency,
                    )}
                  </Td>
                </Tr>
              ))}
            </Table>
          </section>
          <Sum of={left} />
          <Story of={checkout} />
        </div>
        <aside className="rail" aria-label="About this checkout">
          <section className="sec">
            <header className="sec-h">
              <h2>Contact</h2>
            </header>
            <p className="lead">{who}</p>
            {buyerInfo.email && (
              <p className="row small">
                <a className="a" href={`mailto:${buyerInfo.email}`}>
                  {buyerInfo.email}
                </a>
                <Link className="a" to={`/orders?${new URLSearchParams({ q: buyerInfo.email })}`}>
                  all orders
                </Link>
              </p>
            )}
            {contactDetails?.phone && <p className="small soft">{contactDetails.phone}</p>}
            <p className="small faint">{buyerInfo.memberId ? 'A member' : 'A guest'}</p>
          </section>
          <section className="sec">
            <header className="sec-h">
              <h2>Stopped at</h2>
            </header>
            <p>
              <Stopped at={checkout.stopped} />
            </p>
            {checkout.obstacle !== 'NONE' && <p className="soft small">{obstacles[checkout.obstacle]}.</p>}
          </section>
          <section className="sec">
            <header className="sec-h">
              <h2>Reminder</h2>
            </header>
            <p className="soft small">
              {noReminder
                ? reasons[noReminder]
                : checkout.nextEmailDate
                  ? `The next email goes ${shortTime(checkout.nextEmailDate, timeZone)}, unless it is bought before.`
                  : checkout.emailsSent > 0
                    ? 'None goes by itself any more. You may write.'
                    : 'None has gone.'}
            </p>
          </section>
        </aside>
      </div>
      {open === 'remind' && <ReminderDialog of={checkout} onClose={() => setOpen(undefined)} />}
      {open === 'forget' && (
        <Dialog
          title={`Forget what ${firstNameOf(left)} left?`}
          about={`${many(
            lineItems.reduce((sum, { quantity }) => sum + quantity, 0),
            'item',
          )}, ${totalPrice?.formattedAmount ?? ''}.`}
          says="Links in emails about it stop working then."
          does="Forget it"
          kind="danger"
          busy={busy}
          onDo={() =>
            void act(async () => {
              await client.abandonedCheckouts.deleteAbandonedCheckout({ abandonedCheckoutId: left.id })
              await navigate('/abandoned')
              return 'It is forgotten.'
            })
          }
          onClose={() => setOpen(undefined)}
        >
          <p className="soft">Email address and name go too. It no longer counts in the figures.</p>
        </Dialog>
      )}
    </>
  )
}

/** How it came to what it came to. */
function Sum({
  of: { currency, subtotalPrice, totalPrice, appliedDiscounts, lineItems },
}: {
  of: AbandonedCheckoutView['abandonedCheckout']
}) {
  const units = lineItems.reduce((sum, { quantity }) => sum + quantity, 0)
  const taken = appliedDiscounts.flatMap(({ coupon, discountRule, merchantDiscount }) => {
    const amount = (coupon ?? discountRule ?? merchantDiscount)?.amount
    return amount
      ? [
          {
            name: coupon?.code ?? discountRule?.name?.original ?? 'Discount',
            why: coupon ? coupon.name : discountRule ? 'a rule of the shop' : 'by the shop',
            amount,
          },
        ]
      : []
  })
  const rest =
    added([totalPrice], currency) -
    added([subtotalPrice], currency) +
    added(
      taken.map(({ amount }) => amount),
      currency,
    )
  return (
    <section className="sec">
      <header className="sec-h">
        <h2>Total</h2>
      </header>
      <table className="ledger">
        <caption className="vh">Total</caption>
        <tbody>
          <tr>
            <th scope="row">{many(units, 'item')}</th>
            <td className="why">prices as they were then</td>
            <td className="num">{subtotalPrice?.formattedAmount}</td>
          </tr>
          {taken.map(({ name, why, amount }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className="why">{why}</td>
              <td className="num">−{amount.formattedAmount}</td>
            </tr>
          ))}
          {rest > 0 && (
            <tr>
              <th scope="row">Delivery and what is added</th>
              <td className="why">as far as it was chosen</td>
              <td className="num">{money(toDecimal(rest as Parameters<typeof toDecimal>[0], currency), currency)}</td>
            </tr>
          )}
          <tr className="sum">
            <th scope="row">Total</th>
            <td className="why">when it was left</td>
            <td className="num">{totalPrice?.formattedAmount}</td>
          </tr>
        </tbody>
      </table>
    </section>
  )
}

const happened: Readonly<Record<string, string>> = {
  SCHEDULED: 'An email was requested by hand',
  EMAIL_SENT: 'An email was sent',
  EMAIL_NOT_SENT: 'No email: automatic emails are off',
  NOTIFICATION_SENT: 'A notification was sent',
  TASK_CREATED: 'A task was made of it',
  AUTOMATION_SKIPPED: 'Left out',
}

/** What happened to it since. */
function Story({ of: { abandonedCheckout: left, order } }: { of: AbandonedCheckoutView }) {
  const { timeZone } = useShop()
  const story = [
    { at: left.createdDate, says: 'Left at the checkout' },
    ...left.activities.map(({ createdDate, type }) => ({ at: createdDate, says: happened[type] ?? type })),
    ...(left.checkoutRecoveredDate
      ? [{ at: left.checkoutRecoveredDate, says: order ? `Bought: order ${numberOf(order.number)}` : 'Bought' }]
      : []),
  ].reverse()
  return (
    <section className="sec">
      <header className="sec-h">
        <h2>Since then</h2>
      </header>
      <ol className="since">
        {story.map(({ at, says }) => (
          <li key={`${at} ${says}`}>
            <time dateTime={at} className="faint">
              {shortTime(at, timeZone)}
            </time>
            <span>{says}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
