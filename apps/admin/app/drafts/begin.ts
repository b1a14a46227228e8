import { useNavigate } from 'react-router'
import { client } from '../client.ts'
import { useAct } from '../parts/acting.ts'

/** Navigation state of a draft that was just created: its page puts the focus on the first field. */
export const begins = 'begins'

/** Makes an empty draft and goes there. */
export function useNewDraft(): { readonly begin: () => Promise<void>; readonly busy: boolean } {
  const navigate = useNavigate()
  const { act, busy } = useAct()
  const begin = async () => {
    await act(async () => {
      const { calculatedDraftOrder } = await client.draftOrders.createEmptyDraftOrder({})
      await navigate(`/drafts/${calculatedDraftOrder.draftOrder.id}`, { state: begins })
      return undefined
    })
  }
  return { begin, busy }
}
