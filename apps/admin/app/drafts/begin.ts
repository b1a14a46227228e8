import { useNavigate } from 'react-router'
import { client } from '../client.ts'
import { useAct } from '../parts/acting.ts'

/** Makes an empty draft and goes there. */
export function useNewDraft(): { readonly begin: () => Promise<void>; readonly busy: boolean } {
  const navigate = useNavigate()
  const { act, busy } = useAct()
  const begin = async () => {
    await act(async () => {
      const { calculatedDraftOrder } = await client.draftOrders.createEmptyDraftOrder({})
      await navigate(`/drafts/${calculatedDraftOrder.draftOrder.id}`)
      // One came to write what is in it.
      document.querySelector<HTMLElement>('[data-add]')?.focus()
      return undefined
    })
  }
  return { begin, busy }
}
