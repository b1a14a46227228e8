import type { Duties, IssuedGiftCard, MemberOverview, MerchantProductRow, Order, Promotion, Right } from '@vitrine/contract'
import {
  Banknote,
  CircleUserRound,
  Clock,
  Command,
  Gift,
  Inbox,
  Keyboard,
  LogOut,
  Moon,
  PackageCheck,
  Search,
  Store,
  Ticket,
  TriangleAlert,
  Zap,
} from 'lucide-react'
import { Fragment, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useHref, useNavigate, useSubmit } from 'react-router'
import { CardState, masked, recipientOf } from '../gift-cards/words.tsx'
import { initialsOf, nameOf } from '../members/words.tsx'
import { calledOf, isCalled } from '../orders/goods.ts'
import { FulfillmentState } from '../orders/states.tsx'
import { buyerOf, many, numberOf } from '../orders/words.ts'
import { Keys } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { Modal } from '../parts/modal.tsx'
import { Thumb } from '../parts/thumb.tsx'
import { PromotionState } from '../promotions/state.tsx'
import { pathOf, promotionName } from '../promotions/words.ts'
import { useShop } from '../shop.ts'
import { turnTheme } from '../theme.ts'
import { offeredActions } from './actions.ts'
import { useDuties, useFinds } from './finds.ts'
import { capsOf, listedKeys } from './keys.ts'
import type { Section } from './menu.tsx'
import { GiftCardPreview, InStock, MemberPreview, OrderPreview, ProductPreview, PromotionPreview } from './preview.tsx'
import { lastSeen } from './seen.ts'

interface Entry {
  readonly id: string
  readonly group: string
  readonly icon: ReactNode
  readonly name: string
  readonly more?: string
  readonly end?: ReactNode
  readonly preview?: ReactNode
  /** Where it leads, so that it can be opened in another tab. */
  readonly href?: string
  readonly run: () => void
}

interface PaletteProps {
  readonly places: readonly Section[]
  readonly may: (right: Right) => boolean
  readonly onKeys: () => void
  readonly onClose: () => void
}

const mostSeen = 5

/** What waits, as something to do next. */
const next: readonly {
  readonly of: keyof Duties
  readonly icon: typeof Inbox
  readonly says: (count: number) => string
  readonly more: string
  readonly to: string
}[] = [
  {
    of: 'late',
    icon: Clock,
    says: (count) => `Look at ${many(count, 'late order')}`,
    more: 'promised for an hour that is over',
    to: '/orders?fulfilment=waiting&promised=late',
  },
  {
    of: 'declined',
    icon: TriangleAlert,
    says: (count) => `Look at ${many(count, 'failed payment')}`,
    more: 'the bank said no',
    to: '/orders?payment=failed',
  },
  {
    of: 'held',
    icon: Banknote,
    says: (count) => `Capture ${many(count, 'payment')}`,
    more: 'held, and it expires',
    to: '/orders?payment=held',
  },
  {
    of: 'toFulfill',
    icon: PackageCheck,
    says: (count) => `Fulfil ${many(count, 'order')}`,
    more: 'nothing has left yet',
    to: '/orders?fulfilment=waiting',
  },
]

/** What is looked for, by whom, and the key that looks for nothing else. */
const kinds = [
  { of: 'products', needs: 'products.read', by: '' },
  { of: 'orders', needs: 'orders.read', by: '#' },
  { of: 'members', needs: 'members.read', by: '@' },
  { of: 'promotions', needs: 'promotions.read', by: '' },
  { of: 'giftCards', needs: 'giftCards.read', by: '' },
] as const

/** Everything by its name, from anywhere: `#` orders only, `@` members only, `/` pages only, `>` what can be done. */
export function Palette({ places, may, onKeys, onClose }: PaletteProps) {
  const { timeZone } = useShop()
  const mayReadOrders = may('orders.read')
  const scopes = [...(mayReadOrders ? [['#', 'order']] : []), ...(may('members.read') ? [['@', 'member']] : []), ['/', 'page'], ['>', 'do']]
  const navigate = useNavigate()
  const submit = useSubmit()
  const base = useHref('/').replace(/\/$/, '')
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  /** What the page offered when one came here. */
  const [here] = useState(() => ({ keys: listedKeys(), actions: offeredActions(), seen: lastSeen().slice(0, mostSeen) }))
  const scope = /^[#@/>]/.exec(text)?.[0]
  const words = (scope ? text.slice(1) : text).trim().toLowerCase()
  const isEmpty = words === '' && scope === undefined
  const found = useFinds(
    words,
    new Set(kinds.filter(({ needs, by }) => may(needs) && (scope === undefined || scope === by)).map(({ of }) => of)),
  )
  const duties = useDuties(isEmpty && mayReadOrders)
  const go = (to: string) => ({
    href: base + to,
    run() {
      onClose()
      void navigate(to)
    },
  })
  const done = (act: () => void) => () => {
    onClose()
    act()
  }
  const named = ({ name, more }: Entry) => `${name} ${more ?? ''}`.toLowerCase().includes(words)

  const pages: Entry[] = places.map(({ name, icon, to, key }) => ({
    id: `page ${to}`,
    group: 'Go to',
    icon: <Icon of={icon} />,
    name,
    ...(key && { end: <Keys of={capsOf(`g ${key}`)} /> }),
    ...go(to),
  }))
  const acts: Entry[] = [
    ...here.keys
      .filter(({ moves }) => !moves)
      .map(({ says, key, run }, i) => ({
        id: `key ${i}`,
        group: 'Do',
        icon: <Icon of={Command} />,
        name: says,
        end: <Keys of={capsOf(key)} />,
        run: done(run),
      })),
    ...here.actions.map(({ says, more, icon = Command, run }, i) => ({
      id: `action ${i}`,
      group: 'Do',
      icon: <Icon of={icon} />,
      name: says,
      ...(more !== undefined && { more }),
      run: done(run),
    })),
    {
      id: 'account',
      group: 'Do',
      icon: <Icon of={CircleUserRound} />,
      name: 'Your account',
      more: 'name, password, second step',
      ...go('/account'),
    },
    { id: 'theme', group: 'Do', icon: <Icon of={Moon} />, name: 'Turn the light on or off', run: done(turnTheme) },
    { id: 'keys', group: 'Do', icon: <Icon of={Keyboard} />, name: 'Show the keys', run: done(onKeys) },
    { id: 'shop', group: 'Do', icon: <Icon of={Store} />, name: 'Look at the shop', href: '/', run: () => location.assign('/') },
    {
      id: 'leave',
      group: 'Do',
      icon: <Icon of={LogOut} />,
      name: 'Sign out',
      run: () => void submit(null, { method: 'post', action: '/sign-out' }),
    },
  ]
  /** The goods that were asked for, or else the first. */
  const wanted = ({ lineItems }: Order): string[] => {
    const line = lineItems.find((one) => isCalled(calledOf(one), words)) ?? lineItems[0]
    return line ? [`${line.quantity} × ${calledOf(line)}`] : []
  }
  const orderEntry = (order: Order): Entry => ({
    id: `order ${order.id}`,
    group: 'Orders',
    icon: <Icon of={Inbox} />,
    name: numberOf(order.number),
    more: [buyerOf(order), ...wanted(order)].join(', '),
    end: (
      <>
        <FulfillmentState of={order} /> <span className="num">{order.priceSummary?.total?.formattedAmount}</span>
      </>
    ),
    preview: <OrderPreview of={order} />,
    ...go(`/orders/${order.id}`),
  })
  const productEntry = (product: MerchantProductRow): Entry => ({
    id: `product ${product.id}`,
    group: 'Products',
    icon: <Thumb src={product.image} size={28} />,
    name: product.name,
    ...(product.variants > 1 && { more: many(product.variants, 'variant') }),
    end: <InStock of={product} />,
    preview: <ProductPreview of={product} />,
    ...go(`/products/${product.id}`),
  })
  const memberEntry = (of: MemberOverview): Entry => ({
    id: `member ${of.member.id}`,
    group: 'Members',
    icon: (
      <span className="av s" aria-hidden="true">
        {initialsOf(nameOf(of))}
      </span>
    ),
    name: nameOf(of),
    ...(of.member.loginEmail !== undefined && of.member.loginEmail !== nameOf(of) && { more: of.member.loginEmail }),
    end: many(of.purchases.orders, 'order'),
    preview: <MemberPreview of={of} />,
    ...go(`/members/${of.member.id}`),
  })
  const promotionEntry = (of: Promotion): Entry => ({
    id: `promotion ${pathOf(of)}`,
    group: 'Promotions',
    icon: <Icon of={of.coupon ? Ticket : Zap} />,
    name: promotionName(of),
    more: of.coupon ? ['Coupon', of.coupon.specification.name].filter(Boolean).join(', ') : 'Automatic',
    end: <PromotionState of={of.state} />,
    preview: <PromotionPreview of={of} />,
    ...go(pathOf(of)),
  })
  const cardEntry = (of: IssuedGiftCard): Entry => ({
    id: `card ${of.id}`,
    group: 'Gift cards',
    icon: <Icon of={Gift} />,
    name: masked(of),
    more: `for ${recipientOf(of)}`,
    end: (
      <>
        <CardState of={of} timeZone={timeZone} /> <span className="num">{of.balance.formattedAmount}</span>
      </>
    ),
    preview: <GiftCardPreview of={of} />,
    ...go(`/gift-cards/${of.id}`),
  })
  const seen: Entry[] = here.seen.map(({ name, to, of }) => ({
    id: `seen ${to}`,
    group: 'Last seen',
    icon: <Icon of={places.find((place) => place.name === of)?.icon ?? Clock} />,
    name,
    more: of,
    ...go(to),
  }))
  const waiting: Entry[] = next
    .filter(({ of }) => (duties?.[of] ?? 0) > 0)
    .map(({ of, icon, says, more, to }) => ({
      id: `next ${of}`,
      group: 'Next',
      icon: <Icon of={icon} />,
      name: says(duties![of]),
      more,
      ...go(to),
    }))
  const entries = isEmpty
    ? [...seen, ...waiting, ...pages, ...acts.filter(({ id: one }) => /^(?:key|action) /.test(one))]
    : [
        ...(found?.products ?? []).map(productEntry),
        ...(found?.orders ?? []).map(orderEntry),
        ...(found?.members ?? []).map(memberEntry),
        ...(found?.promotions ?? []).map(promotionEntry),
        ...(found?.giftCards ?? []).map(cardEntry),
        ...(scope === undefined || scope === '/' ? pages.filter(named) : []),
        ...(scope === undefined || scope === '>' ? acts.filter(named) : []),
      ]
  const current = Math.min(at, entries.length - 1)
  const shown = entries[current]
  const move = (to: number) => {
    setAt(to)
    list.current?.querySelectorAll('[role="option"]')[to]?.scrollIntoView({ block: 'nearest' })
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      move((current + step + entries.length) % Math.max(1, entries.length))
    }
    if (event.key === 'Enter' && shown) {
      event.preventDefault()
      if ((event.metaKey || event.ctrlKey) && shown.href) open(shown.href, '_blank', 'noopener')
      else shown.run()
    }
  }
  const groups = [...Map.groupBy(entries, ({ group }) => group)]
  const isLooking = words.length >= 2 && found?.words !== words && scope !== '/' && scope !== '>'
  return (
    <Modal
      high
      className={entries.some(({ preview }) => preview !== undefined) ? 'palette' : 'palette solo'}
      aria-label="Search and commands"
      onClose={onClose}
    >
      <div className="p-in">
        <Icon of={Search} />
        <label className="vh" htmlFor={`${id}-q`}>
          Search or run a command
        </label>
        <input
          id={`${id}-q`}
          value={text}
          placeholder="Search or run a command"
          onChange={(event) => {
            setText(event.target.value)
            setAt(0)
          }}
          onKeyDown={press}
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={shown && `${id}-${current}`}
          autoComplete="off"
          spellCheck={false}
          data-first=""
        />
        <span className="p-scope">
          {scopes.map(([key, name]) => (
            <span key={key}>
              <Keys of={[key!]} />
              {name}
            </span>
          ))}
        </span>
        <button type="button" className="p-cancel" onClick={onClose}>
          Cancel
        </button>
      </div>
      <div className="p-body">
        <div className="p-list" role="listbox" aria-label={isEmpty ? 'Suggestions' : 'Results'} id={`${id}-list`} ref={list}>
          {groups.map(([group, of], g) => (
            <div key={group} role="group" aria-labelledby={`${id}-g${g}`}>
              <span className="p-h" role="presentation" id={`${id}-g${g}`}>
                {group}
                {!isEmpty && <span>{of.length}</span>}
              </span>
              <div role="presentation">
                {of.map((entry) => {
                  const nth = entries.indexOf(entry)
                  return (
                    // The keyboard is the field's: it moves along these, and opens them.
                    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
                    <div
                      key={entry.id}
                      role="option"
                      id={`${id}-${nth}`}
                      aria-selected={nth === current}
                      {...(nth === current && { 'data-focus': '' })}
                      onMouseMove={() => nth !== current && setAt(nth)}
                      onClick={entry.run}
                    >
                      <span className="p-i">{entry.icon}</span>
                      <span className="p-t">
                        <Marked text={entry.name} words={words} />
                        <span>{entry.more && <Marked text={entry.more} words={words} />}</span>
                      </span>
                      <span className="p-e">{entry.end}</span>
                    </div>
                  )
                })}
              </div>
            </div>
          ))}
          {entries.length === 0 && <p className="p-h">{isLooking ? 'Looking …' : `Nothing is called “${text.trim()}”.`}</p>}
        </div>
        {entries.some(({ preview }) => preview !== undefined) && <div className="p-prev">{shown?.preview}</div>}
      </div>
      <div className="p-foot">
        <span>
          <Keys of={['↑']} />
          <Keys of={['↓']} /> move
        </span>
        <span>
          <Keys of={['↵']} /> {shown?.href ? 'open' : 'do'}
        </span>
        {shown?.href && (
          <span className="hide-s">
            <Keys of={['⌘', '↵']} /> new tab
          </span>
        )}
        <span className="grow" />
        <span className="faint" role="status">
          {!isEmpty && !isLooking && entries.length > 0 && many(entries.length, 'result')}
          {found && found.words === words && !isEmpty && ` in ${Math.max(1, Math.round(found.ms))} ms`}
        </span>
        <span>
          <Keys of={['Esc']} />
        </span>
      </div>
    </Modal>
  )
}

/** A text with the words in it that were looked for. */
function Marked({ text, words }: { text: string; words: string }) {
  const wanted = words.split(/\s+/).filter((word) => word.length > 1)
  if (wanted.length === 0) return text
  const pattern = new RegExp(`(${wanted.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`, 'gi')
  return text.split(pattern).map((part, i) =>
    // What was caught stands at each second place.
    // oxlint-disable-next-line react/no-array-index-key
    i % 2 === 1 ? <mark key={i}>{part}</mark> : <Fragment key={i}>{part}</Fragment>,
  )
}
