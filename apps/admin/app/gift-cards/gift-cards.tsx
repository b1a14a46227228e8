import type { IssuedGiftCard, Ok } from '@vitrine/contract'
import { Ban, Layers, Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Outlet, useLoaderData, useNavigate, useSearchParams } from 'react-router'
import { client } from '../client.ts'
import { List } from '../list/list.tsx'
import { type Listing, type Outcome, pageOf } from '../list/listing.ts'
import { type Loaded, loaderOf } from '../list/load.ts'
import { attempted } from '../orders/acts.ts'
import { money } from '../orders/sums.ts'
import { Button } from '../parts/button.tsx'
import { listSearch } from '../promotions/address.ts'
import { dayOf } from '../promotions/times.ts'
import { useKeys } from '../shell/keys.ts'
import { useMay } from '../shell/layout.tsx'
import { useShop } from '../shop.ts'
import { cardUnder } from './by-code.ts'
import { Issue } from './issue.tsx'
import { CardState, cameFrom, isGood, masked, recipientOf } from './text.tsx'

type Summary = Ok<'GET /vitrine/v1/gift-cards/summary'>

function State({ of }: { of: IssuedGiftCard }) {
  return <CardState of={of} timeZone={useShop().timeZone} />
}

function From({ of }: { of: IssuedGiftCard }) {
  return cameFrom(of, useShop().timeZone)
}

function Ends({ of }: { of: IssuedGiftCard }) {
  const { timeZone } = useShop()
  return of.expirationDate ? dayOf(Date.parse(of.expirationDate), timeZone) : 'never'
}

const states = [
  { value: 'money', says: 'has money on it', means: () => ({ 'balance.amount': { $gt: 0 }, disabledDate: { $exists: false } }) },
  { value: 'empty', says: 'is empty', means: () => ({ 'balance.amount': 0, disabledDate: { $exists: false } }) },
  {
    value: 'waiting',
    says: 'waits to be sent',
    means: (now: Date) => ({ 'notificationInfo.notificationDate': { $gt: now.toISOString() } }),
  },
  { value: 'blocked', says: 'is blocked', means: () => ({ disabledDate: { $exists: true } }) },
]

const giftCards: Listing<IssuedGiftCard> = {
  name: 'gift-cards',
  path: '/gift-cards',
  title: 'Gift cards',
  place: [{ name: 'Promotions', to: '/promotions' }, { name: 'Gift cards' }],
  one: 'gift card',
  more: 'gift cards',
  className: 'pic cards',
  columns: [
    { id: 'card', name: 'Card', head: true, className: 'mono', cell: masked, text: ({ codeSuffix }) => codeSuffix },
    { id: 'for', name: 'For', className: 'clip', cell: recipientOf, text: recipientOf },
    { id: 'from', name: 'Came from', className: 'soft clip', cell: (card) => <From of={card} />, text: (card) => cameFrom(card, 'UTC') },
    {
      id: 'left',
      name: 'Left',
      sort: 'balance.amount',
      className: 'num strong',
      cell: ({ balance }) => balance.formattedAmount,
      text: ({ balance }) => balance.amount,
    },
    {
      id: 'share',
      name: 'Share left',
      className: 'share',
      cell: ({ balance, initialValue }) => (
        <span
          className="meter"
          style={{ '--v': `${Math.min(100, (Number(balance.amount) / Number(initialValue.amount)) * 100)}%` } as React.CSSProperties}
        />
      ),
    },
    {
      id: 'of',
      name: 'Of',
      sort: 'initialValue.amount',
      className: 'num soft',
      cell: ({ initialValue }) => initialValue.formattedAmount,
      text: ({ initialValue }) => initialValue.amount,
    },
    { id: 'status', name: 'Status', cell: (card) => <State of={card} /> },
    {
      id: 'ends',
      name: 'Runs out',
      sort: 'expirationDate',
      className: 'soft',
      cell: (card) => <Ends of={card} />,
      text: ({ expirationDate }) => expirationDate ?? '',
    },
    {
      id: 'made',
      name: 'Issued',
      sort: 'createdDate',
      extra: true,
      className: 'soft',
      cell: (card) => <Made of={card} />,
      text: ({ createdDate }) => createdDate,
    },
  ],
  usualSort: '-made',
  listFilters: [{ name: 'state', title: 'Card', verb: '', single: true, choices: states }],
  views: [
    { id: 'all', name: 'All', search: '' },
    { id: 'money', name: 'With money', search: 'state=money' },
    { id: 'empty', name: 'Empty', search: 'state=empty' },
    { id: 'waiting', name: 'Waiting to be sent', search: 'state=waiting' },
    { id: 'blocked', name: 'Blocked', search: 'state=blocked' },
  ],
  search: { hint: 'Code, name, email, order', means: () => ({}) },
  idOf: ({ id }) => id,
  called: (card) => `gift card ${masked(card)}`,
  to: ({ id }) => `/gift-cards/${id}${listSearch()}`,
  async read({ query, params }, signal) {
    const words = params.get('q')?.trim()
    const card = words && (await cardUnder(words))
    if (card) return { rows: [card], next: undefined, previous: undefined }
    const { cursorPaging, filter, sort } = query
    const parts = filter as { $and?: readonly object[] } | undefined
    // The words are asked for beside the filter.
    const narrowed = parts?.$and?.find((one) => Object.keys(one).length > 0) ?? filter
    const { giftCards: rows, pagingMetadata } = await client.giftCards.searchGiftCards(
      {
        search: {
          ...(cursorPaging && { cursorPaging }),
          ...(narrowed && Object.keys(narrowed).length > 0 && { filter: narrowed as Record<string, unknown> }),
          ...(sort && { sort }),
          ...(words && { search: { expression: words } }),
        },
      },
      { ...(signal && { signal }) },
    )
    return pageOf(rows, pagingMetadata)
  },
  async count(filters) {
    const { counts } = await client.giftCards.sumUpGiftCards()
    return filters.map((filter) => {
      if ('notificationInfo.notificationDate' in filter) return counts.waiting
      if ('balance.amount' in filter) return filter['balance.amount'] === 0 ? counts.empty : counts.withMoney
      return 'disabledDate' in filter ? counts.disabled : counts.all
    })
  },
  acts: [
    {
      name: 'Block',
      icon: Ban,
      needs: 'giftCards.write',
      fits: isGood,
      run: async (cards) => {
        const outcome: { done: string[]; failed: Outcome['failed'][number][] } = { done: [], failed: [] }
        for (const { id } of cards) {
          const { ok, says } = await attempted(async () => (await client.giftCards.disableGiftCard({ giftCardId: id }), ''))
          if (ok) outcome.done.push(id)
          else outcome.failed.push({ id, why: says })
        }
        return outcome
      },
      said: (count) => `${count} blocked for good.`,
    },
  ],
  nothing: {
    title: 'No gift cards',
    words: 'Sell them as a product, or issue one yourself. What you owe is in your books from the first.',
  },
}

function Made({ of }: { of: IssuedGiftCard }) {
  return dayOf(Date.parse(of.createdDate), useShop().timeZone)
}

export const loader = loaderOf(giftCards)

export function GiftCards() {
  const { page } = useLoaderData<Loaded<IssuedGiftCard>>()
  const [summary, setSummary] = useState<Summary>()
  const [issuing, setIssuing] = useState<'one' | 'batch'>()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const mayWrite = useMay()('giftCards.write')
  // What is owed changes with the rows.
  useEffect(() => {
    const stop = new AbortController()
    void page
      .then(() => client.giftCards.sumUpGiftCards(undefined, { signal: stop.signal }))
      .then(setSummary)
      .catch(() => {})
    return () => stop.abort()
  }, [page])
  useKeys(mayWrite ? { n: { says: 'Issue a card', run: () => setIssuing('one') } } : {}, 'Gift cards')
  return (
    <>
      <List
        of={giftCards}
        facts={
          summary && (
            <span>
              {summary.counts.withMoney.toLocaleString('en-GB')} with money on them, <b>{money(summary.owed, summary.currency)}</b> we owe
            </span>
          )
        }
        {...(mayWrite && {
          main: (
            <Button kind="primary" icon={Plus} keys={['N']} onClick={() => setIssuing('one')}>
              Issue a card
            </Button>
          ),
        })}
      >
        {mayWrite && (
          <Button icon={Layers} onClick={() => setIssuing('batch')}>
            Batch
          </Button>
        )}
      </List>
      <Outlet />
      {issuing && (
        <Issue
          batch={issuing === 'batch'}
          onClose={(made) => {
            setIssuing(undefined)
            if (made) void navigate({ pathname: `/gift-cards/${made}`, search: params.toString() })
          }}
        />
      )}
    </>
  )
}
