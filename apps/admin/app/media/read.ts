import type { FileDescriptor, FileMediaType, Folder } from '@vitrine/contract'
import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { client } from '../client.ts'
import { privateFiles, rootFolder, trashFolder, unusedFiles, visitorFolder } from './folders.ts'

export interface FilePage {
  readonly files: readonly FileDescriptor[]
  readonly next: string | undefined
}

export interface Place {
  readonly folders: readonly Folder[]
  readonly files: number
  readonly bytes: number
  readonly quota: number
  readonly trashed: number
  /** Days in the trash before a file is deleted for good. */
  readonly trashDays: number | undefined
  /** How many files lie in each folder itself. */
  readonly counts: ReadonlyMap<string, number>
}

/** What a page of files is read by; all of it stands in the address. */
export interface Asked {
  readonly folder: string | undefined
  readonly words: string
  readonly kinds: readonly FileMediaType[]
  readonly sort: Sort
}

export const sorts = {
  newest: { says: 'Newest first', fieldName: 'createdDate', order: 'DESC' },
  name: { says: 'By name', fieldName: 'displayName', order: 'ASC' },
  largest: { says: 'Largest first', fieldName: 'sizeInBytes', order: 'DESC' },
} as const
export type Sort = keyof typeof sorts

export function askedBy(params: URLSearchParams): Asked {
  const sort = params.get('sort') ?? ''
  return {
    folder: params.get('folder') ?? undefined,
    words: params.get('q')?.trim() ?? '',
    kinds: (params.get('kind')?.split(',').filter(Boolean) ?? []) as FileMediaType[],
    sort: sort in sorts ? (sort as Sort) : 'newest',
  }
}

const pageSize = 60

/** Some of the files that are asked for, after those of a cursor. */
export async function readFiles({ folder, words, kinds, sort }: Asked, cursor: string | undefined, signal: AbortSignal): Promise<FilePage> {
  const { fieldName, order } = sorts[sort]
  const paging = { limit: pageSize, ...(cursor !== undefined && { cursor }) }
  if (folder === unusedFiles) {
    const { files, nextCursor } = await client.mediaLibrary.listUnusedFiles(paging, { signal })
    return { files, next: nextCursor }
  }
  if (words !== '') {
    const { files, nextCursor } = await client.files.searchFiles(
      {
        search: words,
        ...(folder === trashFolder && { rootFolder: 'TRASH_ROOT' as const }),
        ...(folder === visitorFolder && { rootFolder: 'VISITOR_UPLOADS_ROOT' as const }),
        private: folder === privateFiles,
        mediaTypes: [...kinds],
        sort: { fieldName, order },
        paging,
      },
      { signal },
    )
    return { files, next: nextCursor.cursors.next }
  }
  const filter = {
    ...(kinds.length > 0 && { mediaType: { $in: kinds } }),
    ...(folder === trashFolder && { state: 'DELETED' }),
    ...(folder === privateFiles && { private: true }),
    ...(folder !== undefined && folder !== trashFolder && folder !== privateFiles && { parentFolderId: folder }),
  }
  const { files, pagingMetadata } = await client.files.queryFileDescriptors(
    { query: { filter, sort: [{ fieldName, order }], cursorPaging: paging } },
    { signal },
  )
  return { files, next: pagingMetadata.cursors.next }
}

/** All folders that are not in the trash, however many. */
export async function readFolders(signal: AbortSignal, state?: 'DELETED'): Promise<readonly Folder[]> {
  const folders: Folder[] = []
  for (let cursor: string | undefined, more = true; more; ) {
    const answer = await client.folders.queryFolders(
      {
        query: {
          ...(state && { filter: { state } }),
          sort: [{ fieldName: 'displayName', order: 'ASC' }],
          cursorPaging: { limit: 100, ...(cursor !== undefined && { cursor }) },
        },
      },
      { signal },
    )
    folders.push(...answer.folders)
    cursor = answer.pagingMetadata.cursors.next
    more = cursor !== undefined
  }
  return folders
}

/** The folders, and how much lies in them. */
export async function readPlace(signal: AbortSignal): Promise<Place> {
  const folders = await readFolders(signal)
  const ids = [rootFolder, visitorFolder, ...folders.map(({ id }) => id)]
  const groups = Array.from({ length: Math.ceil(ids.length / 100) }, (_, nth) => ids.slice(nth * 100, nth * 100 + 100))
  const [usages, { mediaSettings }] = await Promise.all([
    Promise.all(groups.map((folderIds) => client.mediaLibrary.getMediaUsage({ folderIds }, { signal }))),
    client.mediaLibrary.getMediaSettings({}, { signal }),
  ])
  const { files, sizeInBytes, quotaInBytes, trashedFiles } = usages[0]!
  return {
    folders,
    files,
    bytes: Number(sizeInBytes),
    quota: Number(quotaInBytes),
    trashed: trashedFiles,
    trashDays: mediaSettings.trashDays,
    counts: new Map(usages.flatMap((usage) => usage.folders.map((one) => [one.folderId, one.files] as const))),
  }
}

export interface Loaded {
  readonly place: Promise<Place>
  readonly page: Promise<FilePage>
  readonly trashedFolders: Promise<readonly Folder[]>
}

export function loader({ request: { url, signal } }: { request: Request }): Loaded {
  const asked = askedBy(new URL(url).searchParams)
  const loaded = {
    place: readPlace(signal),
    page: readFiles(asked, undefined, signal),
    trashedFolders: asked.folder === trashFolder ? readFolders(signal, 'DELETED') : Promise.resolve([]),
  }
  // The page says that they failed, where they are shown.
  for (const promise of Object.values(loaded)) promise.catch(() => {})
  return loaded
}

/** What only looks otherwise, or is opened beside, is not read again. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  const rows = ({ searchParams }: URL) => JSON.stringify(askedBy(searchParams))
  const isSame = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search && rows(currentUrl) === rows(nextUrl)
  return isSame ? false : defaultShouldRevalidate
}
