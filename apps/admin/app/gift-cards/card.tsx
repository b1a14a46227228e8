import type { GiftCardTransaction, IssuedGiftCard } from '@vitrine/contract'
import { toDecimal } from '@vitrine/pricing'
import { Ban, Coins, Send, X } from 'lucide-react'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { client } from '../client.ts'
import { money, readAmount, signOf } from '../orders/sums.ts'
import { numberOf, shortTime } from '../orders/text.ts'
import { useAct } from '../parts/acting.ts'
import { Beside, focused } from '../parts/beside.tsx'
import { Button, IconButton } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { SelectField, TextField } from '../parts/field.tsx'
import { Head, RowHead, Table, Td, Tr } from '../parts/table.tsx'
import { listSearch } from '../promotions/address.ts'
import { dayOf } from '../promotions/times.ts'
import { signedIn } from '../session/session.ts'
import { useKeys } from '../shell/keys.ts'
import { useMay } from '../shell/layout.tsx'
import { useShop } from '../shop.ts'
import { CardState, cameFrom, isGood, masked, movement, recipientOf, refusals } from './text.tsx'

interface Loaded {
  readonly card: IssuedGiftCard
  readonly transactions: readonly GiftCardTransaction[]
  readonly more: boolean
  /** The numbers of the orders in it, by their ids. */
  readonly numbers: ReadonlyMap<string, string>
}

const mostShown = 50

export async function loader({ params, request: { signal } }: LoaderFunctionArgs): Promise<Loaded> {
  const giftCardId = params['id']!
  const [{ giftCard }, { transactions, pagingMetadata }, person] = await Promise.all([
    client.giftCards.getGiftCard({ giftCardId }, { signal }),
    client.giftCards.queryGiftCardTransactions({ giftCardId, query: { cursorPaging: { limit: mostShown } } }, { signal }),
    signedIn(),
  ])
  const said = [giftCard.orderInfo, ...transactions.map(({ orderInfo }) => orderInfo)]
  const numbers = new Map(said.flatMap((info) => (info?.orderNumber ? [[info.orderId, info.orderNumber] as const] : [])))
  const unknown = [...new Set(said.flatMap((info) => (info && !numbers.has(info.orderId) ? [info.orderId] : [])))]
  if (unknown.length > 0 && person?.rights.has('orders.read')) {
    const search = { filter: { id: { $in: unknown } }, cursorPaging: { limit: 100 } }
    const { orders } = await client.orders.searchOrders({ search }, { signal })
    for (const { id, number } of orders) numbers.set(id!, number)
  }
  return { card: giftCard, transactions, more: pagingMetadata.hasNext, numbers }
}

/** A gift card beside the list. Another card is another panel. */
export function CardPanel() {
  const loaded = useLoaderData<Loaded>()
  return <Panel key={loaded.card.id} {...loaded} />
}

function Panel({ card, transactions, more, numbers }: Loaded) {
  const { timeZone } = useShop()
  const navigate = useNavigate()
  const may = useMay()
  const mayWrite = may('giftCards.write') && isGood(card)
  const { act, busy } = useAct(refusals)
  const [asking, setAsking] = useState<'send' | 'block' | 'balance'>()
  const close = () => void navigate({ pathname: '/gift-cards', search: listSearch() })
  useKeys(
    {
      Escape: { says: 'Close, clear, back', moves: true, run: close },
      ...(mayWrite && { s: { says: 'Send the card again', run: () => setAsking('send') } }),
    },
    'Gift cards',
  )
  const { notificationInfo: info, orderInfo, expirationDate } = card
  const done = async (work: () => Promise<string>) => {
    if (await act(work)) setAsking(undefined)
  }
  const order = (of: { readonly orderId: string } | undefined) => {
    if (!of) return null
    const number = numbers.get(of.orderId)
    const says = number ? numberOf(number) : 'an order'
    return may('orders.read') ? (
      <Link className="a" to={`/orders/${of.orderId}`}>
        {says}
      </Link>
    ) : (
      says
    )
  }
  const share = Math.min(100, (Number(card.balance.amount) / Number(card.initialValue.amount)) * 100)
  return (
    <Beside aria-label={`Gift card ${masked(card)}`}>
      <header>
        <div className="row">
          <b className="mono" tabIndex={-1} ref={focused}>
            {masked(card)}
          </b>{' '}
          <CardState of={card} timeZone={timeZone} />
        </div>
        <div className="acts">
          <IconButton small icon={X} name="Close" onClick={close} />
        </div>
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="peek-b" tabIndex={0} role="group" aria-label="What it is">
        <div>
          <div className="row between">
            <span className="figure">{card.balance.formattedAmount}</span>
            <span className="soft">of {card.initialValue.formattedAmount}</span>
          </div>
          <span className="meter" style={{ '--v': `${share}%` } as React.CSSProperties} />
        </div>
        <dl className="dl">
          <Fact name="For">
            <b>{recipientOf(card)}</b>
            {info?.recipient?.name && info.recipient.email && (
              <>
                <br />
                <span className="faint">{info.recipient.email}</span>
              </>
            )}
          </Fact>
          <Fact name="Came from">
            {cameFrom(card, timeZone)} {order(orderInfo)}
          </Fact>
          {info?.personalizedMessage && <Fact name="Message">“{info.personalizedMessage}”</Fact>}
          {info?.notificationDate && <Fact name="Sent on">{shortTime(info.notificationDate, timeZone)}</Fact>}
          <Fact name="Runs out">{expirationDate ? dayOf(Date.parse(expirationDate), timeZone) : 'never'}</Fact>
          {card.disabledDate && <Fact name="Blocked">{shortTime(card.disabledDate, timeZone)}</Fact>}
        </dl>
        <hr />
        <Table
          caption="What went onto it and off it"
          className="in"
          head={
            <>
              <Head>What</Head>
              <Head>When</Head>
              <Head className="num">Amount</Head>
              <Head className="num">Left</Head>
            </>
          }
        >
          {transactions.map((one) => (
            <Tr key={one.id}>
              <RowHead>
                {movement(one)} {one.type !== 'INITIAL' && order(one.orderInfo)}
              </RowHead>
              <Td of="When" className="soft">
                {shortTime(one.createdDate, timeZone)}
              </Td>
              <Td of="Amount" className="num">
                {one.operationType === 'SUBTRACT' ? '−' : '+'}
                {one.amount.formattedAmount}
              </Td>
              <Td of="Left" className="num soft">
                {one.updatedBalance.formattedAmount}
              </Td>
            </Tr>
          ))}
        </Table>
        {more && <p className="faint small">The newest {mostShown} are here.</p>}
      </div>
      {mayWrite && (
        <footer>
          <Button icon={Send} keys={['S']} onClick={() => setAsking('send')}>
            Send again
          </Button>
          <Button icon={Coins} onClick={() => setAsking('balance')}>
            Change
          </Button>
          <span className="grow" />
          <Button kind="ghost warn" icon={Ban} onClick={() => setAsking('block')}>
            Block
          </Button>
        </footer>
      )}
      {asking === 'send' && (
        <SendDialog
          card={card}
          busy={busy}
          onSend={(email) =>
            void done(async () => {
              await client.giftCards.sendGiftCardEmail({ giftCardId: card.id, ...(email && { recipientEmail: email }) })
              return `The card is on its way to ${email || recipientOf(card)}.`
            })
          }
          onClose={() => setAsking(undefined)}
        />
      )}
      {asking === 'balance' && (
        <BalanceDialog card={card} busy={busy} onRun={(work) => void done(work)} onClose={() => setAsking(undefined)} />
      )}
      {asking === 'block' && (
        <Dialog
          title={`Block ${masked(card)}?`}
          about="For good: its code is forgotten, and nobody can pay with it any more. What was paid with it stays paid."
          says={`${card.balance.formattedAmount} is owed no more`}
          does="Block it"
          kind="danger"
          cancel="Keep it"
          busy={busy}
          onDo={() =>
            void done(async () => {
              await client.giftCards.disableGiftCard({ giftCardId: card.id })
              return `${masked(card)} is blocked.`
            })
          }
          onClose={() => setAsking(undefined)}
        />
      )}
    </Beside>
  )
}

function SendDialog({
  card,
  busy,
  onSend,
  onClose,
}: {
  card: IssuedGiftCard
  busy: boolean
  onSend: (email: string) => void
  onClose: () => void
}) {
  const known = card.notificationInfo?.recipient?.email ?? ''
  const [email, setEmail] = useState(known)
  const to = email.trim()
  return (
    <Dialog
      title="Send the card again"
      about="The email contains the code. It is sent within a minute."
      does={to ? `Send it to ${to}` : 'Send it'}
      busy={busy}
      disabled={!/^\S+@\S+\.\S+$/.test(to)}
      onDo={() => onSend(to === known ? '' : to)}
      onClose={onClose}
    >
      <TextField label="Email" type="email" value={email} data-first="" onChange={({ target }) => setEmail(target.value)} />
    </Dialog>
  )
}

function BalanceDialog({
  card,
  busy,
  onRun,
  onClose,
}: {
  card: IssuedGiftCard
  busy: boolean
  onRun: (work: () => Promise<string>) => void
  onClose: () => void
}) {
  const { currency } = card
  const [way, setWay] = useState<'on' | 'off'>('on')
  const [text, setText] = useState('')
  const [note, setNote] = useState('')
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const amount = readAmount(text, currency)
  const isFit = amount !== undefined && amount > 0
  const says = isFit ? money(toDecimal(amount, currency), currency) : ''
  return (
    <Dialog
      title="Change what is on it"
      about={`${card.balance.formattedAmount} is on ${masked(card)}.`}
      does={isFit ? (way === 'on' ? `Put ${says} on it` : `Take ${says} off it`) : 'Change it'}
      busy={busy}
      disabled={!isFit}
      onDo={() =>
        onRun(async () => {
          const input = {
            giftCardId: card.id,
            amount: { amount: toDecimal(amount!, currency) },
            idempotencyKey,
            ...(note.trim() && { note: note.trim() }),
          }
          const { balance } =
            way === 'on' ? await client.giftCards.increaseGiftCardBalance(input) : await client.giftCards.decreaseGiftCardBalance(input)
          return `${balance.formattedAmount} is on ${masked(card)} now.`
        })
      }
      onClose={onClose}
    >
      <div className="stack">
        <div className="grid2">
          <SelectField label="Way" value={way} onChange={({ target }) => setWay(target.value as 'on' | 'off')}>
            <option value="on">Put on</option>
            <option value="off">Take off</option>
          </SelectField>
          <TextField
            label="Amount"
            end
            before={signOf(currency)}
            inputMode="decimal"
            value={text}
            data-first=""
            onChange={({ target }) => setText(target.value)}
          />
        </div>
        <TextField label="Why" optional maxLength={255} value={note} onChange={({ target }) => setNote(target.value)} />
      </div>
    </Dialog>
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
