// A service for memberships: cards for so many classes, that pay for the items they are good for. A shop would keep both in a database.
import { randomUUID } from 'node:crypto'
import { type Asked, Refuses, serveFromEnvironment } from './serve.ts'

/** A card that a member has. */
export interface ClassCard {
  readonly memberId: string
  readonly name: string
  /** The catalogue items that it pays for. */
  readonly items: readonly string[]
  readonly total: number
  left: number
}

interface Item {
  readonly catalogReference: { readonly catalogItemId: string }
  /** How many units are bought, or how many people come. */
  readonly serviceProperties?: { readonly numberOfParticipants?: number }
}

interface Listing {
  readonly memberId: string
  readonly lineItems: readonly (Item & { readonly id: string })[]
  readonly selectedMemberships?: { readonly memberships: readonly { readonly id: string; readonly lineItemIds: readonly string[] }[] }
}

interface Charge extends Item {
  readonly memberId: string
  readonly membershipId: string
  readonly idempotencyKey: string
}

interface Transaction {
  readonly transactionId: string
  readonly card: ClassCard
  readonly units: number
  voided: boolean
}

/** The cards by their ids. */
export const membershipsOf = (cards: ReadonlyMap<string, ClassCard>) => {
  // The shop asks once more, with the same key, where our answer was lost: it gets the same transaction, and nothing is charged twice.
  const byKey = new Map<string, Transaction>()
  const unitsOf = ({ serviceProperties }: Item) => serviceProperties?.numberOfParticipants ?? 1
  const paysFor = ({ items }: ClassCard, { catalogReference }: Item) => items.includes(catalogReference.catalogItemId)
  const transactionOf = (id: string) => {
    const found = [...byKey.values()].find(({ transactionId }) => transactionId === id)
    if (!found) throw new Refuses(404, 'TRANSACTION_NOT_FOUND')
    return found
  }
  const cardsFor = ({ memberId, lineItems }: Listing) =>
    [...cards].flatMap(([id, card]) => {
      const covered = lineItems.filter((line) => paysFor(card, line))
      return card.memberId === memberId && covered.length > 0 ? [{ id, card, covered }] : []
    })
  const shown = (id: string, { name, total, left }: ClassCard) => ({ id, name: { original: name }, credits: { total, remaining: left } })

  return {
    '/v1/list-eligible-memberships': ({ request }: Asked<Listing>) => {
      const all = cardsFor(request)
      const listed = all.map(({ id, card, covered }) => ({
        used: card.left < 1,
        membership: { ...shown(id, card), lineItemIds: covered.map((line) => line.id) },
      }))
      const selected = request.selectedMemberships?.memberships ?? []
      for (const { id, lineItemIds } of selected) {
        const known = all.find((one) => one.id === id)
        const lines = known?.covered.filter((line) => lineItemIds.includes(line.id)) ?? []
        if (lines.length < lineItemIds.length) throw new Refuses(400, 'INVALID_SELECTION')
        const units = lines.reduce((sum, line) => sum + unitsOf(line), 0)
        if (units > known!.card.left) throw new Refuses(428, 'INSUFFICIENT_BALANCE')
      }
      return {
        eligibleMemberships: listed.flatMap(({ used, membership }) => (used ? [] : [membership])),
        invalidMemberships: listed.flatMap(({ used, membership }) => (used ? [{ membership, reason: 'NOT_ENOUGH_CREDITS' }] : [])),
        selectedMemberships: selected,
      }
    },

    /** The same for a shop that is told that this service has the updated methods. */
    '/v1/list-existing-memberships': ({ request }: Asked<Listing>) => ({
      memberships: cardsFor(request).map(({ id, card, covered }) => ({
        membership: shown(id, card),
        coveredLineItems: covered.map((line) => ({ lineItemId: line.id, redemptionCost: unitsOf(line) })),
      })),
    }),

    '/v1/charge-membership': ({ request }: Asked<Charge>) => {
      const before = byKey.get(request.idempotencyKey)
      if (before) return { transactionId: before.transactionId }
      const card = cards.get(request.membershipId)
      if (card?.memberId !== request.memberId || !paysFor(card, request)) throw new Refuses(400, 'MEMBERSHIP_DOES_NOT_APPLY_TO_ITEM')
      const units = unitsOf(request)
      if (units > card.left) throw new Refuses(428, 'MEMBERSHIP_CANNOT_BE_CHARGED')
      card.left -= units
      const transactionId = randomUUID()
      byKey.set(request.idempotencyKey, { transactionId, card, units, voided: false })
      return { transactionId }
    },

    '/v1/get-voidability': ({ request }: Asked<Pick<Transaction, 'transactionId'>>) => {
      const { voided } = transactionOf(request.transactionId)
      return voided ? { voidable: false, reason: 'It was voided before.' } : { voidable: true }
    },

    '/v1/void-membership-charge': ({ request }: Asked<Pick<Transaction, 'transactionId'>>) => {
      const transaction = transactionOf(request.transactionId)
      if (transaction.voided) throw new Refuses(409, 'TRANSACTION_ALREADY_VOIDED')
      transaction.voided = true
      transaction.card.left += transaction.units
      return {}
    },
  }
}

if (import.meta.main) serveFromEnvironment(membershipsOf(new Map()))
