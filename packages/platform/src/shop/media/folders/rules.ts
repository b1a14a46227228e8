import { rootFolder, trashFolder, visitorFolder } from '@vitrine/contract'

/** How many folders a shop may have, those in the trash among them, and how deep they may lie in each other. */
export const mostFolders = 10_000
export const mostDepth = 30

const roots: ReadonlySet<string> = new Set([rootFolder, trashFolder, visitorFolder])

export const isRoot = (id: string): boolean => roots.has(id)

/** The names of folders that a path means, from the root down: `/summer/mugs` → `summer`, `mugs`. What is no name is passed over. */
export const namesOfPath = (path: string): readonly string[] =>
  path
    .split(/[/\\]/)
    .map((name) => folderName(name))
    .filter((name) => name !== '' && name !== '.' && name !== '..')
    .slice(0, mostDepth)

/** A folder's name without what no list shows. */
export const folderName = (name: string): string => name.replace(/\p{C}/gu, '').trim()
