import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { client } from '../../client.ts'

/** Leaving waits so long for the removal at most. */
const mostMs = 3000

/** Removes a draft when somebody leaves it, so that the list they come to does not have it. */
export function useRemovedEmpty(draftOrderId: string, isEmpty: boolean): void {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => isEmpty && currentLocation.pathname !== nextLocation.pathname)
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    // One that stays is in the list, where it can be deleted.
    void client.draftOrders
      .deleteDraftOrder({ draftOrderId }, { signal: AbortSignal.timeout(mostMs) })
      .catch(() => {})
      .then(() => blocker.proceed())
  }, [blocker, draftOrderId])
}
