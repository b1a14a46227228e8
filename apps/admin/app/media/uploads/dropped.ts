/** A file to be sent, and in which folders it lay. */
export interface Chosen {
  readonly file: File
  /** Names of folders, the outermost first. */
  readonly path: readonly string[]
}

/** What systems leave in folders that no person has put there. */
const isOurs = ({ name }: File): boolean => !name.startsWith('.') && name !== 'Thumbs.db' && name !== 'desktop.ini'

/** Files that were chosen in a dialog of the browser; of a whole folder also where in it they lie. */
export const chosenIn = (list: FileList | null): readonly Chosen[] =>
  [...(list ?? [])].filter(isOurs).map((file) => ({ file, path: file.webkitRelativePath.split('/').slice(0, -1) }))

/** Files and whole folders that were dropped or pasted. It has to be called in the event itself: what it holds is gone afterwards. */
export async function chosenFrom({ items, files }: DataTransfer): Promise<readonly Chosen[]> {
  const entries = [...items].flatMap((item) => (item.kind === 'file' ? (item.webkitGetAsEntry() ?? []) : []))
  // What is pasted as a picture is no entry of a file system.
  if (entries.length === 0) return [...files].map((file) => ({ file, path: [] }))
  const found = await Promise.all(entries.map((entry) => within(entry, [])))
  return found.flat().filter(({ file }) => isOurs(file))
}

async function within(entry: FileSystemEntry, path: readonly string[]): Promise<readonly Chosen[]> {
  if (isFile(entry)) return [{ file: await new Promise<File>((resolve, reject) => entry.file(resolve, reject)), path }]
  if (!isFolder(entry)) return []
  const found: Chosen[] = []
  for (const child of await childrenOf(entry)) found.push(...(await within(child, [...path, entry.name])))
  return found
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

/** Browsers hand them out a hundred at a time. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return all
    all.push(...some)
  }
}
