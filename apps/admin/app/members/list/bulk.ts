import type { MemberAction, MemberJob, MemberOverview } from '@vitrine/contract'
import { client } from '../../client.ts'
import type { Act, Outcome } from '../../list/listing.ts'

/** Which bulk action touched whom, so that it can be taken back. */
const jobs = new Map<string, string>()

const isDone: { readonly [A in MemberAction]: (of: MemberOverview) => boolean } = {
  APPROVE: ({ member }) => member.status === 'APPROVED',
  BLOCK: ({ member }) => member.status === 'BLOCKED',
  DELETE: ({ deletion }) => deletion !== undefined,
}

/** Does one thing to at most a hundred members, and looks what came of each. */
export async function doTo(action: MemberAction, rows: readonly MemberOverview[]): Promise<Outcome> {
  const ids = rows.map(({ member }) => member.id!)
  const { job } = await client.memberAdmin.startBulk({ action, memberIds: ids })
  const filter = { id: { $in: ids }, ...(action === 'DELETE' && { deleted: true }) }
  const { members } = await client.memberAdmin.searchMembers({ search: { filter, cursorPaging: { limit: 100 } } })
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
  for (const jobId of touched) await client.memberAdmin.undoJob({ jobId })
}

const already: Readonly<Record<MemberAction, string>> = { APPROVE: 'in already', BLOCK: 'blocked already', DELETE: 'deleted already' }

const some = (count: number, says: string): string[] =>
  count === 0 ? [] : [`${count.toLocaleString('en-GB')} ${count === 1 ? 'is' : 'are'} ${says}.`]

const lookAgainMs = 500

/** Waits for a job of the shop, as long as somebody wants to wait. */
async function follow(job: MemberJob, tell: (done: number) => void, signal: AbortSignal): Promise<MemberJob> {
  let now = job
  while (!now.endedDate && !signal.aborted) {
    tell(now.touched)
    await new Promise((done) => setTimeout(done, lookAgainMs))
    now = (await client.memberAdmin.getJob({ jobId: job.id })).job
  }
  return now
}

/** Does one thing to all that a filter finds, however many, by a job of the shop. */
export const toAll = (action: MemberAction): NonNullable<Act<MemberOverview>['all']> => ({
  async ahead(filter, signal) {
    const seen = await client.memberAdmin.previewBulk({ action, filter }, { signal })
    return {
      touched: seen.touched,
      orMore: seen.tooManyToCount,
      says: [
        ...some(seen.unchanged, already[action]),
        ...some(seen.refused, 'left out: on the staff, disconnected, or with a subscription that goes on'),
        ...(seen.touched > 0 ? ['For 30 days it can be taken back.'] : []),
      ],
      examples: seen.examples.map(({ id, name, loginEmail }) => ({
        id,
        name: name || loginEmail,
        about: name ? loginEmail : '',
        to: `/members/${id}`,
      })),
    }
  },
  async run(filter, tell, signal) {
    const { job } = await client.memberAdmin.startBulk({ action, filter })
    const { id, touched, endedDate } = await follow(job, tell, signal)
    return { done: touched, goesOn: !endedDate, undo: () => client.memberAdmin.undoJob({ jobId: id }) }
  },
})
