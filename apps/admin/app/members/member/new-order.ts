import type { AddressWithContact, Member, Order } from '@vitrine/contract'
import { useNavigate } from 'react-router'
import { client } from '../../client.ts'
import { begins } from '../../drafts/begin.ts'
import { lastOf } from '../../drafts/draft/earlier.ts'
import { addressValues, addressWith } from '../../orders/order/address.tsx'
import type { useAct } from '../../parts/acting.ts'

/** Where a member's next order goes: where their last one went, else to their first address. */
export function addressOf({ contact }: Pick<Member, 'contact'>, last: Order | undefined): AddressWithContact {
  const gone = last && lastOf(last)
  if (gone?.address) return gone
  const { id: _, ...address } = contact?.addresses[0] ?? {}
  const { firstName, lastName, company, phones } = contact ?? {}
  return {
    address,
    contactDetails: {
      ...(firstName && { firstName }),
      ...(lastName && { lastName }),
      ...(company && { company }),
      ...(phones?.[0] && { phone: phones[0] }),
    },
  }
}

/** Begins an order for a member, as a draft that has them and their address, and goes there. */
export function useOrderFor(member: Member, last: Order | undefined, { act }: Pick<ReturnType<typeof useAct>, 'act'>): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    await act(async () => {
      const { calculatedDraftOrder } = await client.draftOrders.createEmptyDraftOrder({})
      const draftOrderId = calculatedDraftOrder.draftOrder.id!
      const of = addressOf(member, last)
      const info = addressWith(of, addressValues(of))
      await client.draftOrders.setBuyerInfo({ draftOrderId, buyerInfo: { memberId: member.id, email: member.loginEmail } })
      if (info.address?.country) {
        await client.draftOrders.setBillingInfo({ draftOrderId, billingInfo: info })
        await client.draftOrders.setRecipientInfo({ draftOrderId, recipientInfo: info })
      }
      await navigate(`/drafts/${draftOrderId}`, { state: begins })
      return undefined
    })
  }
}
