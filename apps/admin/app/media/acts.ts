import type { FileDescriptor } from '@vitrine/contract'
import { client } from '../client.ts'
import { many } from '../list/many.ts'
import type { ActResult } from '../parts/acting.ts'

/** What refusals of files and folders say to people. */
export const words: Readonly<Record<string, string>> = {
  FILE_NOT_FOUND: 'The file is gone.',
  FOLDER_NOT_FOUND: 'The folder is gone.',
  FOLDER_LIMIT: 'The shop has as many folders as it may have, or this one lies too deep.',
  FOLDER_WITHIN_ITSELF: 'A folder cannot lie in itself.',
  FILE_NOT_READY: 'The file is not ready yet.',
}

const named = (files: readonly FileDescriptor[]) => (files.length === 1 ? files[0]!.displayName : many(files.length, 'file'))
const areOrIs = (count: number) => (count === 1 ? 'is' : 'are')
const idsOf = (files: readonly FileDescriptor[]) => files.map(({ id }) => id)

export async function moveTo(files: readonly FileDescriptor[], parentFolderId: string): Promise<ActResult> {
  for (const { id } of files) await client.files.updateFileDescriptor({ file: { id, parentFolderId } })
  return `${named(files)} ${areOrIs(files.length)} moved.`
}

/** Into the trash; `undo` takes them out again. */
export async function toTrash(files: readonly FileDescriptor[], undo: (files: readonly FileDescriptor[]) => void): Promise<ActResult> {
  await client.files.bulkDeleteFiles({ fileIds: idsOf(files) })
  return { says: `${named(files)} ${areOrIs(files.length)} in the trash.`, undo: () => undo(files) }
}

export async function restore(files: readonly FileDescriptor[]): Promise<ActResult> {
  await client.files.bulkRestoreFilesFromTrashBin({ fileIds: idsOf(files) })
  return `${named(files)} ${areOrIs(files.length)} back.`
}

/** Lets the browser fetch them: one as it is, several as one archive. */
export async function download(files: readonly FileDescriptor[]): Promise<ActResult> {
  const [first, ...others] = files
  if (!first) return undefined
  const url =
    others.length === 0
      ? (await client.files.generateFileDownloadUrl({ fileId: first.id })).downloadUrls[0]?.url
      : (await client.files.generateFilesDownloadUrl({ fileIds: idsOf(files) })).downloadUrl
  if (url === undefined) return undefined
  // The shop's own address may be another one than the admin is open at.
  const { pathname, search } = new URL(url)
  location.assign(pathname + search)
  return undefined
}
