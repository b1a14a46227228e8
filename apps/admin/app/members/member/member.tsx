import type { Ok, Order, ReviewInQueue, WishlistWithItems } from '@vitrine/contract'
import { Ban, Check, Plus, Undo2, Unplug, Volume2, VolumeX } from 'lucide-react'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { client } from '../../client.ts'
import { Address } from '../../orders/order/address.tsx'
import { FulfillmentState, PaymentState } from '../../orders/states.tsx'
import { money } from '../../orders/sums.ts'
import { dateOf, many, numberOf, placedAt } from '../../orders/text.ts'
import { useAct } from '../../parts/acting.ts'
import { Button } from '../../parts/button.tsx'
import { TextArea } from '../../parts/field.tsx'
import { Head, RowHead, Table, Td, Tr } from '../../parts/table.tsx'
import { Thumb } from '../../parts/thumb.tsx'
import { signedIn } from '../../session/session.ts'
import { useMay } from '../../shell/layout.tsx'
import { PageHead, usePlace } from '../../shell/page.tsx'
import { useShop } from '../../shop.ts'
import { cityOf, initialsOf, MemberStatus, nameOf, refusals } from '../text.tsx'
import { DeleteMember } from './delete-member.tsx'
import { useOrderFor } from './new-order.ts'
import { MemberReviews } from './reviews.tsx'
import { type Security, Sessions, SignInWays } from './sessions.tsx'
import { MemberWishlists } from './wishlists.tsx'

interface Loaded {
  readonly found: Ok<'GET /vitrine/v1/members/{id}'>
  readonly orders: readonly Order[]
  readonly security: Security | undefined
  readonly wishlists: readonly WishlistWithItems[]
  readonly reviews: readonly ReviewInQueue[]
}

const ordersShown = 10
const reviewsShown = 3

export async function loader({ params, request: { signal } }: LoaderFunctionArgs): Promise<Loaded> {
  const id = params['id']!
  const [found, person] = await Promise.all([client.memberAdmin.getMember({ id }, { signal }), signedIn()])
  const search = { filter: { 'buyerInfo.memberId': id }, cursorPaging: { limit: ordersShown } }
  const { deletion } = found.member
  const { contactId } = found.member.member
  const written = {
    filter: { 'author.contactId': contactId },
    sort: [{ fieldName: 'createdDate', order: 'DESC' as const }],
    cursorPaging: { limit: reviewsShown },
  }
  const [orders, security, { wishlists }, reviews] = await Promise.all([
    person?.rights.has('orders.read') ? client.orders.searchOrders({ search }, { signal }).then((answer) => answer.orders) : [],
    deletion ? undefined : client.memberSecurity.getSecurity({ id }, { signal }),
    client.memberWishlists.listWishlistsOfMember({ memberId: id }, { signal }),
    contactId && person?.rights.has('reviews.read')
      ? client.reviewManagement.searchReviews({ query: written }, { signal }).then((answer) => answer.reviews)
      : [],
  ])
  return { found, orders, security, wishlists, reviews }
}

export function MemberPage() {
  const loaded = useLoaderData<Loaded>()
  return <Page key={loaded.found.member.member.id} {...loaded} />
}

function Page({ found, orders, security, wishlists, reviews }: Loaded) {
  const { member: of, note, newsletter, language, agreements } = found
  const { member, deletion, purchases, revision } = of
  const id = member.id!
  const name = nameOf(of)
  const { timeZone, currency } = useShop()
  const may = useMay()('members.write')
  const mayOrder = useMay()('orders.write')
  const mayReadGuests = useMay()('personalData.read')
  const acting = useAct(refusals)
  const { act, busy } = acting
  const orderFor = useOrderFor(member, orders[0], acting)
  const [deleting, setDeleting] = useState(false)
  const [written, setWritten] = useState(note)
  usePlace([{ name: 'Members', to: '/members' }, { name }])
  const { memberManagement, memberAdmin } = client
  const day = (iso: string) => dateOf(iso, timeZone)
  const pace = orders.length === purchases.orders ? paceOf(orders) : undefined
  const [address] = member.contact?.addresses ?? []
  const restore = () => act(async () => (await memberAdmin.restoreMember({ id }), `${name} is back.`))
  const back = () => void restore()
  const approve = (says: string) => void act(async () => (await memberManagement.approveMember({ id }), says))
  const main = deletion
    ? may && (
        <Button kind="primary" icon={Undo2} disabled={busy} onClick={back}>
          Restore
        </Button>
      )
    : member.status === 'APPROVED'
      ? mayOrder && (
          <Button kind="primary" icon={Plus} disabled={busy} onClick={() => void orderFor()}>
            New order
          </Button>
        )
      : may &&
        member.status !== 'BLOCKED' &&
        member.status !== 'OFFLINE' && (
          <Button kind="primary" icon={Check} disabled={busy} onClick={() => approve('Approved.')}>
            Approve
          </Button>
        )
  return (
    <>
      <PageHead
        picture={
          <span className="av l" aria-hidden="true">
            {initialsOf(name)}
          </span>
        }
        title={name}
        facts={
          <>
            <MemberStatus of={of} />
            <span>{[`since ${day(member.createdDate!)}`, cityOf(of)].filter(Boolean).join(', ')}</span>
            {deletion && <span>gone for good on {day(deletion.purgeDate)}</span>}
          </>
        }
        {...(main && { main })}
      >
        {may && !deletion && member.status !== 'OFFLINE' && (
          <>
            {member.activityStatus === 'MUTED' ? (
              <Button
                icon={Volume2}
                disabled={busy}
                onClick={() => void act(async () => (await memberManagement.unmuteMember({ id }), 'Heard again.'))}
              >
                Unmute
              </Button>
            ) : (
              <Button
                icon={VolumeX}
                disabled={busy}
                onClick={() => void act(async () => (await memberManagement.muteMember({ id }), 'Muted.'))}
              >
                Mute
              </Button>
            )}
            {member.status === 'APPROVED' && (
              <Button
                icon={Ban}
                disabled={busy}
                onClick={() =>
                  void act(async () => {
                    await memberManagement.blockMember({ id })
                    return {
                      says: 'Blocked, and signed out everywhere.',
                      undo: () => void act(async () => (await memberManagement.approveMember({ id }), 'Unblocked.')),
                    }
                  })
                }
              >
                Block
              </Button>
            )}
            {member.status === 'BLOCKED' && (
              <Button icon={Check} disabled={busy} onClick={() => approve('Unblocked.')}>
                Unblock
              </Button>
            )}
          </>
        )}
      </PageHead>
      <div className="cols">
        <div>
          <div className="delta big-d">
            <div>
              <span>Spent</span>
              <b>{purchases.spent.formattedAmount}</b>
            </div>
            <div>
              <span>Orders</span>
              <b>{purchases.orders.toLocaleString('en-GB')}</b>
              {pace && <span className="small soft">{pace}</span>}
            </div>
            {purchases.orders > 0 && (
              <div>
                <span>Average</span>
                <b>{money((Number(purchases.spent.amount) / purchases.orders).toFixed(4), currency)}</b>
              </div>
            )}
          </div>
          <section className="sec">
            <header className="sec-h">
              <h2>Orders</h2>
              {purchases.orders > orders.length && member.loginEmail && (
                <div className="acts">
                  <Link className="a small" to={`/orders?${new URLSearchParams({ q: member.loginEmail })}`}>
                    All {purchases.orders.toLocaleString('en-GB')}
                  </Link>
                </div>
              )}
            </header>
            {orders.length === 0 ? (
              <p className="soft">None yet.</p>
            ) : (
              <Table
                caption="Orders"
                className="in"
                headHidden
                head={
                  <>
                    <Head>Order</Head>
                    <Head>Placed</Head>
                    <Head>Items</Head>
                    <Head>Payment</Head>
                    <Head>Fulfilment</Head>
                    <Head>Total</Head>
                  </>
                }
              >
                {orders.map((order) => (
                  <Tr key={order.id}>
                    <RowHead className="lead fit">
                      <Link to={`/orders/${order.id}`}>{numberOf(order.number)}</Link>
                    </RowHead>
                    <Td className="soft fit">{placedAt(order.createdDate!, timeZone)}</Td>
                    <Td>
                      <span className="thumbs">
                        {order.lineItems.slice(0, 3).map(({ id, image }) => (
                          <Thumb key={id} src={image?.url} size={24} />
                        ))}
                      </span>
                    </Td>
                    <Td of="Payment">
                      <PaymentState of={order} />
                    </Td>
                    <Td of="Fulfilment">
                      <FulfillmentState of={order} />
                    </Td>
                    <Td className="num">{order.priceSummary?.total?.formattedAmount}</Td>
                  </Tr>
                ))}
              </Table>
            )}
          </section>
          <MemberReviews of={reviews} />
          <MemberWishlists of={wishlists} />
          {security && <Sessions id={id} name={name} of={security} may={may} acting={acting} />}
        </div>
        <aside className="rail" aria-label={`About ${name}`}>
          <section className="sec">
            <header className="sec-h">
              <h2>Reach</h2>
            </header>
            <dl className="dl">
              <div>
                <dt>Email</dt>
                <dd>
                  <a className="a" href={`mailto:${member.loginEmail}`}>
                    {member.loginEmail?.split('@')[0]}@<wbr />
                    {member.loginEmail?.split('@')[1]}
                  </a>
                </dd>
              </div>
              {mayReadGuests && member.loginEmail && (
                <div>
                  <dt>As a guest</dt>
                  <dd>
                    <Link className="a" to={`/personal-data?${new URLSearchParams({ email: member.loginEmail })}`}>
                      Personal data
                    </Link>
                  </dd>
                </div>
              )}
              {member.contact?.phones[0] && (
                <div>
                  <dt>Phone</dt>
                  <dd>{member.contact.phones.join(', ')}</dd>
                </div>
              )}
              {language && (
                <div>
                  <dt>Language</dt>
                  <dd>{new Intl.DisplayNames('en', { type: 'language' }).of(language)}</dd>
                </div>
              )}
              <div>
                <dt>Newsletter</dt>
                <dd>{newsletter ? 'yes' : 'no'}</dd>
              </div>
              {agreements.map(({ pages, createdDate }) => (
                <div key={createdDate}>
                  <dt>Agreed to</dt>
                  <dd>
                    {pages.map(({ id, title, version }, at) => (
                      <span key={id}>
                        {at > 0 && ', '}
                        <Link to={`/pages/${id}`}>
                          {title}, version {version}
                        </Link>
                      </span>
                    ))}
                    , {placedAt(createdDate, timeZone)}
                  </dd>
                </div>
              ))}
              <div>
                <dt>Last seen</dt>
                <dd>{member.lastLoginDate ? placedAt(member.lastLoginDate, timeZone) : 'never'}</dd>
              </div>
            </dl>
          </section>
          {address && (
            <section className="sec">
              <header className="sec-h">
                <h2>Address</h2>
              </header>
              <Address of={{ address }} />
            </section>
          )}
          <section className="sec">
            <header className="sec-h">
              <h2>Note for staff</h2>
            </header>
            <TextArea
              label="Note"
              hidden
              rows={3}
              value={written}
              readOnly={!may}
              maxLength={2000}
              onChange={(event) => setWritten(event.target.value)}
            />
            {may && written !== note && (
              <Button
                small
                disabled={busy}
                onClick={() => void act(async () => (await memberAdmin.noteMember({ id, note: written, revision }), 'Noted.'))}
              >
                Save note
              </Button>
            )}
          </section>
          {security && (
            <SignInWays
              id={id}
              name={name}
              of={security}
              may={may}
              acting={acting}
              isNew={member.status === 'APPROVED' && !member.lastLoginDate}
            />
          )}
          {may && !deletion && (
            <section className="sec">
              <header className="sec-h">
                <h2>Data</h2>
              </header>
              <div className="row">
                {member.status !== 'OFFLINE' && (
                  <Button
                    small
                    icon={Unplug}
                    disabled={busy}
                    onClick={() => void act(async () => (await memberManagement.disconnectMember({ id }), 'Disconnected.'))}
                  >
                    Disconnect
                  </Button>
                )}
                <Button small kind="warn" onClick={() => setDeleting(true)}>
                  Delete…
                </Button>
              </div>
            </section>
          )}
        </aside>
      </div>
      {deleting && (
        <DeleteMember
          id={id}
          name={name}
          busy={busy}
          onClose={() => setDeleting(false)}
          onDo={() =>
            void act(async () => {
              await memberManagement.deleteMember({ id })
              setDeleting(false)
              return { says: `${name} is deleted.`, undo: back }
            })
          }
        />
      )}
    </>
  )
}

/** `every 68 days` */
function paceOf(orders: readonly Order[]): string | undefined {
  const placed = orders.map(({ createdDate }) => Date.parse(createdDate!)).sort((a, b) => a - b)
  if (placed.length < 2) return undefined
  const days = Math.round((placed.at(-1)! - placed[0]!) / (placed.length - 1) / (24 * 3_600_000))
  return days > 0 ? `every ${many(days, 'day')}` : undefined
}
