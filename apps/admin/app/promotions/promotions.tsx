import type { Promotion } from '@vitrine/contract'
import { Pause, Play, Plus, Ticket, Zap } from 'lucide-react'
import { Outlet, useNavigate } from 'react-router'
import { client } from '../client.ts'
import { List } from '../list/list.tsx'
import type { Act, Filter, Listing, Outcome } from '../list/listing.ts'
import { loaderOf } from '../list/load.ts'
import { attempted } from '../orders/acts.ts'
import { money } from '../orders/sums.ts'
import { ButtonLink } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { useActions } from '../shell/actions.ts'
import { useKeys } from '../shell/keys.ts'
import { useMay } from '../shell/layout.tsx'
import { useShop } from '../shop.ts'
import { listSearch } from './address.ts'
import { PromotionState } from './state.tsx'
import { switchTo } from './switch.ts'
import { couponGives, pathOf, promotionName, ruleGives, thingsOfCoupon, whenOf } from './text.ts'
import { type Names, namesOf, thingsIn } from './things.ts'

/** A promotion, and what is said of it in the list. */
interface Row extends Promotion {
  readonly currency: string
  readonly gives: string
}

/** The products that a promotion is about. */
const productsOf = ({ coupon, discountRule }: Promotion) => {
  if (coupon) return [thingsOfCoupon(coupon.specification)]
  const [discount] = discountRule?.discounts.values ?? []
  return [
    discount?.specificItemsInfo?.scopes,
    discount?.buyXGetYInfo?.customerBuys.scopes,
    discount?.buyXGetYInfo?.customerGets.scopes,
  ].flatMap((scopes) => (scopes ? [thingsIn(scopes)] : []))
}

const givesOf = ({ coupon, discountRule }: Promotion, currency: string, names: Names) =>
  coupon ? couponGives(coupon, currency, names) : ruleGives(discountRule!, currency, names)

type View = 'ACTIVE' | 'SCHEDULED' | 'ENDED'
const viewOf: Readonly<Record<string, View>> = { active: 'ACTIVE', scheduled: 'SCHEDULED', ended: 'ENDED' }

/** Does something to each by itself, and says which were refused. */
async function each(rows: readonly Row[], work: (row: Row) => Promise<void>): Promise<Outcome> {
  const done: string[] = []
  const failed: { id: string; why: string }[] = []
  for (const row of rows) {
    const { ok, says } = await attempted(async () => (await work(row), ''))
    if (ok) done.push(idOf(row))
    else failed.push({ id: idOf(row), why: says })
  }
  return { done, failed }
}

const idOf = ({ coupon, discountRule }: Promotion): string => coupon?.id ?? discountRule!.id
const isOff = ({ state }: Promotion): boolean => state === 'OFF'

const acts: readonly Act<Row>[] = [
  {
    name: 'Switch off',
    icon: Pause,
    key: 'o',
    needs: 'promotions.write',
    fits: (row) => !isOff(row),
    run: (rows) => each(rows, (row) => switchTo(row, false)),
    said: (count) => `${count} switched off.`,
  },
  {
    name: 'Switch on',
    icon: Play,
    needs: 'promotions.write',
    fits: isOff,
    run: (rows) => each(rows, (row) => switchTo(row, true)),
    said: (count) => `${count} switched on.`,
  },
]

const promotions: Listing<Row> = {
  name: 'promotions',
  path: '/promotions',
  title: 'Promotions',
  one: 'promotion',
  more: 'promotions',
  className: 'one promos',
  columns: [
    {
      id: 'name',
      name: 'Name',
      head: true,
      cell: (row) => <span className={row.coupon ? 'mono' : undefined}>{promotionName(row)}</span>,
      text: promotionName,
    },
    { id: 'gives', name: 'Gives', className: 'clip', cell: ({ gives }) => gives, text: ({ gives }) => gives, bar: 180 },
    {
      id: 'how',
      name: 'How',
      className: 'soft',
      cell: ({ coupon }) => (
        <span className="row tight">
          <Icon of={coupon ? Ticket : Zap} small />
          {coupon ? 'Coupon' : 'Automatic'}
        </span>
      ),
      text: ({ coupon }) => (coupon ? 'Coupon' : 'Automatic'),
    },
    { id: 'state', name: 'Status', cell: ({ state }) => <PromotionState of={state} />, text: ({ state }) => state.toLowerCase() },
    {
      id: 'used',
      name: 'Used',
      className: 'num',
      cell: usedOf,
      text: ({ uses }) => String(uses),
      none: ({ uses }) => uses === 0,
    },
    {
      id: 'given',
      name: 'Given away',
      className: 'num',
      cell: ({ uses, given, currency }) => (uses === 0 ? '–' : money(given, currency)),
      text: ({ given }) => given,
      none: ({ uses }) => uses === 0,
    },
    { id: 'when', name: 'When', className: 'soft', cell: (row) => <When of={row} />, text: (row) => whenOf(row, 'UTC') },
  ],
  usualSort: '-created',
  listFilters: [
    {
      name: 'state',
      title: 'Status',
      verb: 'is',
      single: true,
      choices: [
        { value: 'active', says: 'active', means: () => ({ state: 'active' }) },
        { value: 'scheduled', says: 'scheduled', means: () => ({ state: 'scheduled' }) },
        { value: 'ended', says: 'ended or off', means: () => ({ state: 'ended' }) },
      ],
    },
  ],
  views: [
    { id: 'all', name: 'All', search: '' },
    { id: 'active', name: 'Active', search: 'state=active' },
    { id: 'scheduled', name: 'Scheduled', search: 'state=scheduled' },
    { id: 'ended', name: 'Ended', search: 'state=ended' },
  ],
  search: { hint: 'Code or name', means: (text) => ({ text }) },
  idOf,
  called: (row) => `${row.coupon ? 'coupon' : 'rule'} ${promotionName(row)}`,
  to: (row) => pathOf(row) + (row.coupon ? listSearch() : ''),
  async read({ query, params }, signal) {
    const view = viewOf[params.get('state') ?? '']
    const search = params.get('q')?.trim()
    const cursor = query.cursorPaging?.cursor
    const limit = query.cursorPaging?.limit
    const page = await client.promotions.listPromotions(
      { ...(view && { view }), ...(search && { search }), ...(cursor && { cursor }), ...(limit && { limit }) },
      { ...(signal && { signal }) },
    )
    const names = await namesOf(page.promotions.flatMap(productsOf), signal)
    const rows = page.promotions.map((one) => ({ ...one, currency: page.currency, gives: givesOf(one, page.currency, names) }))
    return { rows, next: page.next, previous: undefined }
  },
  async count(filters) {
    const { counts } = await client.promotions.listPromotions({ limit: 1 })
    return filters.map((filter: Filter) => counts[(filter['state'] as keyof typeof counts | undefined) ?? 'all'])
  },
  acts,
  nothing: {
    title: 'No promotions',
    words: 'Every shop sells without. If you want one: a code for the newsletter is the usual first.',
    act: <ButtonLink to="/promotions/coupons/new">A code for the newsletter</ButtonLink>,
  },
}

function usedOf({ uses, coupon }: Row): string {
  const most = coupon?.specification.usageLimit
  if (most) return `${uses.toLocaleString('en-GB')} of ${most.toLocaleString('en-GB')}`
  return uses === 0 ? '–' : uses.toLocaleString('en-GB')
}

function When({ of }: { of: Row }) {
  return whenOf(of, useShop().timeZone)
}

export const loader = loaderOf(promotions)

export function Promotions() {
  const navigate = useNavigate()
  const mayWrite = useMay()('promotions.write')
  const make = (what: 'coupons' | 'rules') => () => void navigate(`/promotions/${what}/new${what === 'coupons' ? listSearch() : ''}`)
  useKeys(mayWrite ? { n: { says: 'New coupon', run: make('coupons') } } : {}, 'Promotions')
  useActions(mayWrite ? [{ says: 'New automatic discount', icon: Zap, run: make('rules') }] : [])
  return (
    <>
      <List
        of={promotions}
        {...(mayWrite && {
          main: (
            <ButtonLink to="/promotions/coupons/new" kind="primary" icon={Plus} keys={['N']}>
              Coupon
            </ButtonLink>
          ),
        })}
      >
        {mayWrite && (
          <ButtonLink to="/promotions/rules/new" icon={Zap}>
            Automatic
          </ButtonLink>
        )}
      </List>
      <Outlet />
    </>
  )
}
