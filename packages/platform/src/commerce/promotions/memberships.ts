import type { memberships as contract, OwnMembership } from '@vitrine/contract'
import { type Membership, roundDecimal, type Scope, toDecimal } from '@vitrine/pricing'
import type { Context } from '../../kernel/db/context.ts'
import { newId } from '../../kernel/db/id.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { refuse } from '../../kernel/refusal.ts'
import { violation } from '../../kernel/violation.ts'
import { membershipsApp, storesApp } from '../selling/apps.ts'
import { withinBounds } from '../selling/pricing-context.ts'

interface StoredMembership {
  readonly id: string
  readonly memberId: string
  readonly document: {
    readonly name: string
    readonly catalogItemIds: readonly string[]
    readonly collectionIds: readonly string[]
    readonly off: Membership['off']
  }
  readonly creditsTotal: number | null
  readonly creditsLeft: number | null
  readonly endsAt: Date | null
  readonly createdAt: Date
}

const columns = sql`id, member_id as "memberId", document, credits_total as "creditsTotal", credits_left as "creditsLeft", ends_at as "endsAt",
  created_at as "createdAt"`

const findOf = (db: Db, site: string, memberId: string, orderId: string | null = null): Promise<(StoredMembership & { held: number })[]> =>
  db.query<StoredMembership & { held: number }>(sql`
    select ${columns}, coalesce((select credits from membership_use
      where membership_use.site = ${site} and membership_use.membership_id = membership.id and membership_use.order_id = ${orderId}::uuid), 0) as held
    from membership where site = ${site} and member_id = ${memberId} order by created_at, id`)

/** What a member has, as pricing wants it; what one order of theirs holds counts as theirs still. */
export const membershipsOf = async (
  db: Db,
  site: string,
  memberId: string,
  orderId: string | null = null,
): Promise<readonly Membership[]> =>
  (await findOf(db, site, memberId, orderId)).map(({ id, document, creditsTotal, creditsLeft, held, endsAt }) => ({
    id,
    appId: membershipsApp,
    name: document.name,
    scopes: scopesOf(document),
    off: document.off,
    credits: creditsTotal === null ? null : { total: creditsTotal, remaining: (creditsLeft ?? 0) + held },
    endsAt: endsAt?.getTime() ?? null,
  }))

function scopesOf({ catalogItemIds, collectionIds }: StoredMembership['document']): Scope[] {
  if (catalogItemIds.length === 0 && collectionIds.length === 0) return [{ appId: storesApp, itemIds: [] }]
  return [
    ...(catalogItemIds.length > 0 ? [{ appId: storesApp, itemIds: catalogItemIds }] : []),
    ...(collectionIds.length > 0 ? [{ collectionIds }] : []),
  ]
}

/** Takes credits for an order, all or none; `false` where there are not that many, or it has ended. */
export async function takeCredits({ db, site, now }: Context, id: string, orderId: string, credits: number): Promise<boolean> {
  const taken = await db.query(sql`
    update membership set credits_left = credits_left - ${credits}
    where site = ${site} and id = ${id} and (ends_at is null or ends_at > ${now}) and (credits_left is null or credits_left >= ${credits})
    returning id`)
  if (taken.length === 0) return false
  await db.query(sql`insert into membership_use (site, membership_id, order_id, credits) values (${site}, ${id}, ${orderId}, ${credits})
    on conflict (site, membership_id, order_id) do update set credits = membership_use.credits + excluded.credits`)
  return true
}

/** Gives back the credits that an order took; once more it changes nothing. */
export async function giveCreditsBack(db: Db, site: string, orderId: string): Promise<void> {
  await db.query(sql`
    with given as (delete from membership_use where site = ${site} and order_id = ${orderId} returning membership_id, credits)
    update membership set credits_left = credits_left + given.credits from given where membership.site = ${site} and membership.id = given.membership_id`)
}

/** Gives back some of the credits that an order took of one membership, and no more than it took. */
export async function giveSomeCreditsBack(db: Db, site: string, id: string, orderId: string, credits: number): Promise<void> {
  await db.query(sql`
    with given as (
      update membership_use set credits = credits - ${credits}
      where site = ${site} and membership_id = ${id} and order_id = ${orderId} and credits >= ${credits} returning membership_id
    )
    update membership set credits_left = credits_left + ${credits} from given where membership.site = ${site} and membership.id = given.membership_id`)
}

export const membershipOperations = ({
  currencyOf,
}: {
  readonly currencyOf: (db: Db, site: string) => Promise<string>
}): Handlers<typeof contract> => ({
  async 'POST /vitrine/v1/memberships'({ membership: sent }, { db, site, now }) {
    const currency = await currencyOf(db, site)
    const percent = Number(sent.percentOff ?? 0)
    if ((sent.percentOff === null || sent.percentOff === undefined) === (sent.amountOff === null || sent.amountOff === undefined))
      return broken('percentOff', 'A membership has percentOff or amountOff, one of them', 'ONE_OF_ALIGNMENT')
    if (percent > 100) return broken('percentOff', 'Nothing is paid more than once', 'DECIMAL_LTE')
    const off = sent.amountOff ? { each: withinBounds(() => roundDecimal(sent.amountOff!, currency)) } : { percent: String(percent) }
    const made: StoredMembership = {
      id: newId(),
      memberId: sent.memberId.toLowerCase(),
      document: {
        name: sent.name,
        catalogItemIds: (sent.catalogItemIds ?? []).map((id) => id.toLowerCase()),
        collectionIds: (sent.collectionIds ?? []).map((id) => id.toLowerCase()),
        off,
      },
      creditsTotal: sent.credits?.total ?? null,
      creditsLeft: sent.credits?.total ?? null,
      endsAt: sent.expirationDate ? new Date(sent.expirationDate) : null,
      createdAt: now,
    }
    await db.query(sql`
      insert into membership (site, id, member_id, document, credits_total, credits_left, ends_at, created_at)
      values (${site}, ${made.id}, ${made.memberId}, ${JSON.stringify(made.document)}::jsonb, ${made.creditsTotal}, ${made.creditsLeft},
        ${made.endsAt}, ${now})`)
    return { membership: show(made, currency) }
  },

  async 'GET /vitrine/v1/memberships'({ memberId }, { db, site }) {
    const [found, currency] = await Promise.all([findOf(db, site, memberId), currencyOf(db, site)])
    return { memberships: found.map((one) => show(one, currency)) }
  },

  async 'DELETE /vitrine/v1/memberships/{id}'({ id }, { db, site }) {
    const gone = await db.query(sql`delete from membership where site = ${site} and id = ${id} returning id`)
    return gone.length === 1 ? {} : refuse('MEMBERSHIP_NOT_FOUND')
  },
})

const broken = (field: string, description: string, violatedRule: 'ONE_OF_ALIGNMENT' | 'DECIMAL_LTE') =>
  violation(`membership.${field}`, description, violatedRule)

function show({ id, memberId, document, creditsTotal, creditsLeft, endsAt, createdAt }: StoredMembership, currency: string): OwnMembership {
  const { name, catalogItemIds, collectionIds, off } = document
  return {
    id,
    memberId,
    name,
    catalogItemIds: [...catalogItemIds],
    collectionIds: [...collectionIds],
    ...('percent' in off ? { percentOff: off.percent } : { amountOff: toDecimal(off.each, currency) }),
    ...(creditsTotal !== null && { credits: { total: creditsTotal, remaining: creditsLeft ?? 0 } }),
    ...(endsAt && { expirationDate: endsAt.toISOString() }),
    createdDate: createdAt.toISOString(),
  }
}
