import type { ApplicationError } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { append, type Happening } from '../../kernel/events/outbox.ts'
import { type DescriptorFacts, fileDescriptor } from './descriptor.ts'
import type { ExternalInfo, ShopFile } from './store.ts'

const entity = 'wix.media.site_media.v1.file_descriptor'

/** What the wire is told of files; each is written in the transaction that made it true. */
export interface FileEvents {
  /** A file can be used: it came in, its processing is over, or it came back from the trash. */
  ready(context: Context, files: readonly ShopFile[], how?: { readonly restored: boolean }): Promise<void>
  failed(
    context: Context,
    files: readonly { readonly id: string; readonly externalInfo: ExternalInfo | null }[],
    error: ApplicationError,
  ): Promise<void>
  updated(context: Context, files: readonly ShopFile[]): Promise<void>
  /** It is in the trash, or gone for good without having been there. */
  deleted(context: Context, ids: readonly string[]): Promise<void>
}

export function fileEvents(facts: DescriptorFacts): FileEvents {
  const tell = ({ db, site, now }: Context, happenings: readonly Happening[]) => append(db, site, now, happenings)
  const external = (info: ExternalInfo | null) => (info ? { externalInfo: info } : {})
  return {
    ready: (context, files, { restored } = { restored: false }) =>
      tell(
        context,
        files.map((file) => ({
          type: `${entity}_file_ready`,
          entityId: file.id,
          payload: { file: fileDescriptor(file, context.site, facts), ...external(file.externalInfo), triggeredByUndelete: restored },
        })),
      ),
    failed: (context, files, error) =>
      tell(
        context,
        files.map(({ id, externalInfo }) => ({
          type: `${entity}_file_failed`,
          entityId: id,
          payload: { ...external(externalInfo), error },
        })),
      ),
    updated: (context, files) =>
      tell(
        context,
        files.map((file) => ({ type: `${entity}_updated`, entityId: file.id, payload: fileDescriptor(file, context.site, facts) })),
      ),
    deleted: (context, ids) =>
      tell(
        context,
        ids.map((id) => ({ type: `${entity}_deleted`, entityId: id, payload: {} })),
      ),
  }
}
