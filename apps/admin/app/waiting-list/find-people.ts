import type { BackInStockStatus } from '@vitrine/contract'
import { client } from '../client.ts'

/** Those who wait, and those who were told. */
export type PeopleView = 'people' | 'sent'

const statuses: Readonly<Record<PeopleView, readonly BackInStockStatus[]>> = {
  people: ['RECEIVED', 'PROCESSING'],
  sent: ['NOTIFICATION_SENT', 'FAILED'],
}

/** A page of people, the newest first. */
export async function findPeople(view: PeopleView, cursor: string | undefined, expression: string, signal?: AbortSignal) {
  const { people, pagingMetadata } = await client.waitingList.searchPeople(
    {
      search: {
        filter: { status: { $in: [...statuses[view]] } },
        cursorPaging: { limit: 50, ...(cursor && { cursor }) },
        ...(expression && { search: { expression } }),
      },
    },
    { ...(signal && { signal }) },
  )
  return { people, next: pagingMetadata.hasNext ? pagingMetadata.cursors.next : undefined }
}
