import type { AddressWithContact, CatalogReference } from '@vitrine/contract'
import type { Db } from '../../kernel/db/sql.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { calculate, type Totals } from '../draft-orders/calculate.ts'
import { type DraftDocument, emptyDraft } from '../draft-orders/draft.ts'
import { deliveryOf, withLines } from '../draft-orders/rules.ts'
import { showDraft } from '../draft-orders/show.ts'
import { insertDraft, nextNumber, type Placing, type StoredDraft, saveDraft } from '../draft-orders/store.ts'
import { logisticsOf } from '../selling/delivery.ts'
import type { PricingContext } from '../selling/pricing-context.ts'
import { type PastDeps, pricingOfPast } from './seed-history.ts'

/** What somebody of the staff wrote down long ago for one who called, and what became of it. */
export interface PastDraft {
  readonly id: string
  /** When it was begun, and when it became what it is. */
  readonly at: Date
  readonly changedAt: Date
  /** Who wrote it, by the name under which they are stored. */
  readonly owner: string
  readonly lines: readonly { readonly id: string; readonly quantity: number; readonly reference: CatalogReference }[]
  /** Absent where nobody has said. */
  readonly buyer?: { readonly email: string; readonly contact: AddressWithContact }
  /** The code of the delivery that was chosen. */
  readonly delivery?: string
  readonly couponCode?: string
  /** A share off everything. */
  readonly discount?: { readonly id: string; readonly name: string; readonly percent: string }
  readonly note?: string
  /** The order that it became. */
  readonly placed?: { readonly at: Date; readonly orderId: string; readonly how: Placing }
}

/**
 * Writes drafts from scratch down that were begun before now, in the order of their time, at the prices of today. They hold nothing: what is
 * counted on the stock items stays.
 */
export async function writePastDrafts(
  db: Db,
  site: string,
  drafts: readonly PastDraft[],
  now: Date,
  { origin }: Pick<PastDeps, 'origin'>,
): Promise<void> {
  let at = now
  const pricing = await pricingOfPast(db, site, origin, { now: () => at })
  for (const past of drafts) {
    at = past.changedAt
    const { document, totals } = await writtenBy(past, pricing)
    const begun: Omit<StoredDraft, 'shown'> = {
      id: past.id,
      orderId: null,
      owner: past.owner,
      status: 'DRAFT',
      // It was empty first.
      revision: 2,
      document,
      number: await nextNumber(db, site),
      heldUntil: null,
      placed: null,
      createdAt: past.at,
      updatedAt: past.changedAt,
    }
    const draft = withFace(begun, totals, pricing)
    await insertDraft(db, site, draft)
    if (!past.placed) continue
    const { at: updatedAt, orderId, how: placed } = past.placed
    await saveDraft(db, site, withFace({ ...draft, status: 'COMMITTED', orderId, placed, revision: 3, updatedAt }, totals, pricing))
  }
}

const withFace = (draft: Omit<StoredDraft, 'shown'>, totals: Totals, { money, settings }: PricingContext): StoredDraft => {
  const { weightUnit } = settings.commerce
  return { ...draft, shown: showDraft(draft, totals, undefined, { money, weightUnit, now: draft.updatedAt }).draftOrder }
}

async function writtenBy(
  { id, owner, lines, buyer, delivery: code, couponCode, discount, note }: PastDraft,
  pricing: PricingContext,
): Promise<{ readonly document: DraftDocument; readonly totals: Totals }> {
  const catalogLineItems = lines.map(({ reference, ...line }) => ({ ...line, catalogReference: reference }))
  const withThings = await withLines(emptyDraft, { catalogLineItems }, pricing)
  if (withThings instanceof Refusal) throw new Error(`draft ${id} of the past cannot be written: ${withThings.code}`)
  const document: DraftDocument = {
    ...withThings,
    ...(buyer && { contacts: { buyer: { email: buyer.email }, recipient: buyer.contact, billing: buyer.contact } }),
    ...(discount && {
      discounts: [
        {
          id: discount.id,
          source: 'CUSTOM',
          applied: true,
          by: 'MERCHANT',
          name: discount.name,
          type: 'GLOBAL',
          off: { percent: discount.percent },
          lineIds: null,
        },
      ],
    }),
    ...(couponCode && { couponCode }),
    ...(note && { note }),
  }
  const totals = await calculate(document, pricing, { owner })
  if (!code) return { document, totals }
  const option = totals.delivery.options.find((one) => one.code === code)
  if (!option) throw new Error(`draft ${id} of the past cannot be delivered by ${code}`)
  const { carrierId, title, price } = option
  const { deliveryTime, instructions, pickupDetails } = logisticsOf(option)
  const { commerce } = pricing.settings
  const { info } = deliveryOf(
    {
      carrierId,
      code,
      title,
      logistics: {
        ...(deliveryTime && { deliveryTime }),
        ...(instructions && { instructions }),
        ...(pickupDetails?.pickupMethod
          ? {
              pickupDetails: { pickupMethod: pickupDetails.pickupMethod, ...(pickupDetails.address && { address: pickupDetails.address }) },
            }
          : buyer && { shippingDestination: buyer.contact }),
      },
    },
    commerce.locale,
    commerce.currency,
  )
  const delivered: DraftDocument = { ...document, delivery: { info, price } }
  return { document: delivered, totals: await calculate(delivered, pricing, { owner }) }
}
