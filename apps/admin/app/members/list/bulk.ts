import type { DeskMember, MemberAction } from '@vitrine/contract'
import { client } from '../../client.ts'
import type { Outcome } from '../../list/listing.ts'

/** Which bulk action touched whom, so that it can be taken back. */
const jobs = new Map<string, string>()

const isDone: { readonly [A in MemberAction]: (of: DeskMember) => boolean } = {
  APPROVE: ({ member }) => member.status === 'APPROVED',
  BLOCK: ({ member }) => member.status === 'BLOCKED',
  DELETE: ({ deletion }) => deletion !== undefined,
}

/** Does one thing to at most a hundred members, and looks what came of each. */
export async function doTo(action: MemberAction, rows: readonly DeskMember[]): Promise<Outcome> {
  const ids = rows.map(({ member }) => member.id!)
  const { job } = await client.memberDesk.startBulk({ action, memberIds: ids })
  const filter = { id: { $in: ids }, ...(action === 'DELETE' && { deleted: true }) }
  const { members } = await client.memberDesk.searchMembers({ search: { filter, cursorPaging: { limit: 100 } } })
  const done = new Set(members.filter(isDone[action]).map(({ member }) => member.id!))
  for (const id of done) jobs.set(id, job.id)
  return {
    done: ids.filter((id) => done.has(id)),
    failed: ids
      .filter((id) => !done.has(id))
      .map((id) => ({ id, why: 'On the staff, disconnected, or with a subscription that goes on.' })),
  }
}

/** Makes them what they were before. */
export async function takeBack(ids: readonly string[]): Promise<void> {
  const touched = new Set(ids.flatMap((id) => jobs.get(id) ?? []))
  for (const jobId of touched) await client.memberDesk.undoJob({ jobId })
}
