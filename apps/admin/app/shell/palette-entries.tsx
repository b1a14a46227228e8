import type { Duties, FileDescriptor, IssuedGiftCard, MemberOverview, MerchantProductRow, Order, Promotion, Right } from '@vitrine/contract'
import {
  Banknote,
  CalendarClock,
  CircleUserRound,
  Clock,
  Command,
  File,
  FilePlus2,
  Gift,
  Inbox,
  Keyboard,
  LogOut,
  Moon,
  PackageCheck,
  Store,
  Ticket,
  TriangleAlert,
  Undo2,
  Zap,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useHref, useNavigate, useSubmit } from 'react-router'
import { useNewDraft } from '../drafts/begin.ts'
import { CardState, masked, recipientOf } from '../gift-cards/text.tsx'
import { bytesOf, kindName, pictureAt, sizeText } from '../media/text.ts'
import { initialsOf, nameOf } from '../members/text.tsx'
import { calledOf, isCalled } from '../orders/item-names.ts'
import { dueTodaySearch } from '../orders/list/due.ts'
import { FulfillmentState } from '../orders/states.tsx'
import { buyerOf, many, numberOf } from '../orders/text.ts'
import { Keys } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { Thumb } from '../parts/thumb.tsx'
import { PromotionState } from '../promotions/state.tsx'
import { pathOf, promotionName } from '../promotions/text.ts'
import { useShop } from '../shop.ts'
import { turnTheme } from '../theme.ts'
import { offeredActions } from './actions.ts'
import { useDuties, useFinds } from './finds.ts'
import { capsOf, listedKeys } from './keys.ts'
import type { AnyPlace } from './places.ts'
import { GiftCardPreview, InStock, MemberPreview, OrderPreview, ProductPreview, PromotionPreview } from './preview.tsx'
import { ranked } from './ranked.ts'
import { lastSeen } from './seen.ts'

export interface PaletteProps {
  readonly places: readonly AnyPlace[]
  readonly may: (right: Right) => boolean
  readonly onKeys: () => void
  readonly onClose: () => void
}

/** Something that can be gone to or done, by its name. */
export interface Entry {
  readonly id: string
  readonly group: string
  readonly icon: ReactNode
  readonly name: string
  readonly more?: string
  /** What else it is called; found, not shown. */
  readonly also?: string
  readonly end?: ReactNode
  readonly preview?: ReactNode
  /** Where it leads, so that it can be opened in another tab. */
  readonly href?: string
  readonly run: () => void
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
    more: 'the promised time has passed',
    to: '/orders?fulfilment=waiting&promised=late',
  },
  {
    of: 'dueToday',
    icon: CalendarClock,
    says: (count) => `Pack ${many(count, 'order')} of today`,
    more: 'they have to leave today',
    to: `/orders?${dueTodaySearch}`,
  },
  {
    of: 'declined',
    icon: TriangleAlert,
    says: (count) => `Look at ${many(count, 'failed payment')}`,
    more: 'declined by the bank',
    to: '/orders?payment=failed',
  },
  {
    of: 'held',
    icon: Banknote,
    says: (count) => `Capture ${many(count, 'payment')}`,
    more: 'authorised, and it expires',
    to: '/orders?payment=held',
  },
  {
    of: 'toFulfill',
    icon: PackageCheck,
    says: (count) => `Fulfil ${many(count, 'order')}`,
    more: 'not sent yet',
    to: '/orders?fulfilment=waiting',
  },
]

/** What is done to orders that are chosen from a list. */
const orderActs: readonly {
  readonly name: string
  readonly more: string
  readonly icon: typeof Inbox
  readonly needs: Right
  readonly to: string
}[] = [
  { name: 'Fulfil orders', more: 'those that wait', icon: PackageCheck, needs: 'orders.write', to: '/orders?fulfilment=waiting' },
  { name: 'Capture payments', more: 'those that are authorised', icon: Banknote, needs: 'payments.write', to: '/orders?payment=held' },
  { name: 'Refund an order', more: 'one of those that are paid', icon: Undo2, needs: 'payments.write', to: '/orders?payment=paid' },
]

/** What is looked for, by whom, and the key that looks for nothing else. */
const kinds = [
  { of: 'products', needs: 'products.read', by: '' },
  { of: 'orders', needs: 'orders.read', by: '#' },
  { of: 'members', needs: 'members.read', by: '@' },
  { of: 'promotions', needs: 'promotions.read', by: '' },
  { of: 'giftCards', needs: 'giftCards.read', by: '' },
  { of: 'files', needs: 'products.read', by: '' },
] as const

interface Listed {
  readonly entries: readonly Entry[]
  /** What was looked for in them. */
  readonly words: string
  /** Nothing was asked yet: these are suggestions. */
  readonly isEmpty: boolean
  readonly isLooking: boolean
  /** How long the shop looked. */
  readonly ms: number | undefined
}

/** What the palette lists for what is written. */
export function useEntries(text: string, { places, may, onKeys, onClose }: PaletteProps): Listed {
  const { timeZone } = useShop()
  const mayReadOrders = may('orders.read')
  const navigate = useNavigate()
  const submit = useSubmit()
  const { begin } = useNewDraft()
  const base = useHref('/').replace(/\/$/, '')
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
  const named = ({ name, more, also }: Entry) => `${name} ${also ?? ''} ${more ?? ''}`.toLowerCase().includes(words)

  const pages: Entry[] = places.map(({ name, also, icon, to, key }) => ({
    id: `page ${to}`,
    group: 'Go to',
    icon: <Icon of={icon} />,
    name,
    ...(also !== undefined && { also }),
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
    ...(may('orders.write')
      ? [
          {
            id: 'new-draft',
            group: 'Do',
            icon: <Icon of={FilePlus2} />,
            name: 'New draft order',
            more: 'phone, email, in person',
            run: done(() => void begin()),
          },
        ]
      : []),
    ...orderActs
      .filter(({ needs }) => mayReadOrders && may(needs))
      .map(({ name, more, icon, to }) => ({
        id: `act ${to}`,
        group: 'Do',
        icon: <Icon of={icon} />,
        name,
        more,
        ...go(to),
      })),
    { id: 'theme', group: 'Do', icon: <Icon of={Moon} />, name: 'Light or dark theme', run: done(turnTheme) },
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
  /** The item that was asked for, or else the first. */
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
  const fileEntry = (of: FileDescriptor): Entry => ({
    id: `file ${of.id}`,
    group: 'Media',
    icon: of.mediaType === 'IMAGE' ? <Thumb src={pictureAt(of)} size={28} /> : <Icon of={File} />,
    name: of.displayName,
    more: kindName(of),
    end: <span className="num">{sizeText(bytesOf(of))}</span>,
    ...go(`/media?file=${encodeURIComponent(of.id)}`),
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
  // Of all pages only those of the menu's first level, or what the page can do is far below them.
  const sections = pages.filter((_, at) => places[at]?.key !== undefined)
  const entries = isEmpty
    ? [...seen, ...waiting, ...sections, ...acts.filter(({ id: one }) => /^(?:key|action) /.test(one))]
    : ranked(words, [
        ...(found?.products ?? []).map(productEntry),
        ...(found?.orders ?? []).map(orderEntry),
        ...(found?.members ?? []).map(memberEntry),
        ...(found?.promotions ?? []).map(promotionEntry),
        ...(found?.giftCards ?? []).map(cardEntry),
        ...(found?.files ?? []).map(fileEntry),
        ...(scope === undefined || scope === '/' ? pages.filter(named) : []),
        ...(scope === undefined || scope === '>' ? acts.filter(named) : []),
      ])
  return {
    entries,
    words,
    isEmpty,
    isLooking: words.length >= 2 && found?.words !== words && scope !== '/' && scope !== '>',
    ms: isEmpty || found?.words !== words ? undefined : found.ms,
  }
}
