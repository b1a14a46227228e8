import { client } from '../../client.ts'

/** Finds folders by their names below one of the shop, and makes those that are missing, each once. */
export function folderMaker(below: string): (path: readonly string[]) => Promise<string> {
  const known = new Map<string, Promise<string>>([['', Promise.resolve(below)]])
  const within = new Map<string, Promise<ReadonlyMap<string, string>>>()

  const childrenOf = (parentFolderId: string) => {
    const asked =
      within.get(parentFolderId) ??
      client.folders
        .queryFolders({ query: { filter: { parentFolderId }, cursorPaging: { limit: 100 } } })
        .then(({ folders }) => new Map(folders.map(({ displayName, id }) => [displayName, id])))
    within.set(parentFolderId, asked)
    return asked
  }
  async function make(parent: Promise<string>, displayName: string): Promise<string> {
    const parentFolderId = await parent
    const there = (await childrenOf(parentFolderId)).get(displayName)
    return there ?? (await client.folders.createFolder({ displayName, parentFolderId })).folder.id
  }
  return function folderAt(path: readonly string[]): Promise<string> {
    const key = path.join('/')
    const folder: Promise<string> = known.get(key) ?? make(folderAt(path.slice(0, -1)), path.at(-1)!)
    known.set(key, folder)
    return folder
  }
}
