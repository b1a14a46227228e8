import type { Context } from '../../kernel/db/context.ts'
import { append } from '../../kernel/events/outbox.ts'
import type { StoredMember } from './store.ts'

/** What happened to members. The news name who and which revision, never what they say of themselves: news outlive accounts. */
const tell = ({ db, site, now }: Context, what: 'created' | 'updated', members: readonly Pick<StoredMember, 'id' | 'revision'>[]) =>
  append(
    db,
    site,
    now,
    members.map(({ id, revision }) => ({ type: `wix.members.v1.member_${what}`, entityId: id, payload: { revision } }) as const),
  )

export const tellCreated = (context: Context, member: StoredMember): Promise<void> => tell(context, 'created', [member])

export const tellUpdated = (context: Context, ...members: readonly Pick<StoredMember, 'id' | 'revision'>[]): Promise<void> =>
  tell(context, 'updated', members)

export const tellDeleted = ({ db, site, now }: Context, ...ids: readonly string[]): Promise<void> =>
  append(
    db,
    site,
    now,
    ids.map((entityId) => ({ type: 'wix.members.v1.member_deleted', entityId, payload: {} }) as const),
  )
