import { useState } from 'react'
import { useNavigate } from 'react-router'
import { client } from '../client.ts'
import { useAct } from '../parts/acting.ts'

/** Makes an empty draft and goes there. */
export function useNewDraft(): { readonly begin: () => Promise<void>; readonly busy: boolean } {
  const navigate = useNavigate()
  const { act } = useAct()
  const [busy, setBusy] = useState(false)
  const begin = async () => {
    setBusy(true)
    await act(async () => {
      const { calculatedDraftOrder } = await client.draftOrders.createEmptyDraftOrder({})
      await navigate(`/drafts/${calculatedDraftOrder.draftOrder.id}`)
      return undefined
    })
    setBusy(false)
  }
  return { begin, busy }
}
