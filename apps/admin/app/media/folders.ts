import type { Folder } from '@vitrine/contract'

export const rootFolder = 'media-root'
export const trashFolder = 'trash-root'
export const visitorFolder = 'visitor-uploads-root'
/** Not a folder, but all files that nobody sees without a link. */
export const privateFiles = 'private'

/** Not a folder, but all files that nothing of the shop shows. */
export const unusedFiles = 'unused'

export interface TreeFolder {
  readonly id: string
  readonly name: string
  readonly parentId: string
  /** 0 in the root. */
  readonly depth: number
}

/** Folders as a tree reads: each followed by those in it, by name. */
export function treeOf(folders: readonly Folder[]): readonly TreeFolder[] {
  const within = Map.groupBy(folders, ({ parentFolderId }) => parentFolderId)
  const below = (parentId: string, depth: number): TreeFolder[] =>
    (within.get(parentId) ?? [])
      .toSorted((a, b) => a.displayName.localeCompare(b.displayName, 'en', { numeric: true }))
      .flatMap(({ id, displayName: name }) => [{ id, name, parentId, depth }, ...below(id, depth + 1)])
  return below(rootFolder, 0)
}

/** A folder and all that lie in it, however deep. */
export function withAllBelow(tree: readonly TreeFolder[], id: string): ReadonlySet<string> {
  const found = new Set([id])
  for (const folder of tree) if (found.has(folder.parentId)) found.add(folder.id)
  return found
}

/** `Products / Mugs`. */
export function pathText(tree: readonly TreeFolder[], id: string): string {
  const folder = tree.find((one) => one.id === id)
  if (!folder) return 'No folder'
  return folder.parentId === rootFolder ? folder.name : `${pathText(tree, folder.parentId)} / ${folder.name}`
}
