import { inflateRawSync } from 'node:zlib'
import { type Source, sourceOf } from './source.ts'
import { broken, tooLarge, UnfitFile, unsafe } from './unfit.ts'
import { readDirectory, type ZipEntry } from './zip-directory.ts'

const megabyte = 1024 * 1024
/** Archives in archives in archives: what goes deeper is there to be unpacked without end. */
const deepest = 3
/** What comes out of so little is no content. Where it is not much, it may be one of those files that are mostly empty. */
const mostRatio = 200
const mostUnpackedOfRatio = 50 * megabyte
const mostUnpacked = 100 * 1024 * megabyte
/** So much of an archive is unpacked to see whether it says the truth of itself. */
const lookedAtBytes = 64 * megabyte

interface Budget {
  left: number
}

export interface ArchiveFacts {
  readonly entries: readonly ZipEntry[]
}

/** Looks through an archive, and through archives in it. */
export async function readArchive(source: Source, depth = 0, budget: Budget = { left: lookedAtBytes }): Promise<ArchiveFacts> {
  const entries = await readDirectory(source)
  checkSizes(entries, source.size)
  for (const entry of entries) {
    if (entry.isEncrypted || entry.packed === 0) continue
    const packed = await contentOf(source, entry)
    const isWhole = entry.size <= budget.left && (entry.method === 0 || entry.method === 8)
    if (!isWhole) continue
    budget.left -= entry.size
    const bytes = unpack(await source.read(packed, entry.packed), entry)
    if (bytes.length < 4 || bytes.readUInt32LE(0) !== 0x04034b50) continue
    if (depth === deepest) unsafe('It holds archives in archives in archives.')
    await readArchive(sourceOf(bytes), depth + 1, budget).catch((error: unknown) => {
      // An archive in it that is merely cut off is somebody's file, and nobody is harmed by it.
      if (!(error instanceof UnfitFile) || error.unfit.reason !== 'BROKEN') throw error
    })
  }
  return { entries }
}

function checkSizes(entries: readonly ZipEntry[], bytes: number): void {
  const packed = entries.reduce((sum, one) => sum + one.packed, 0)
  const size = entries.reduce((sum, one) => sum + one.size, 0)
  if (packed > bytes) unsafe('Its files lie over each other.')
  if (size > mostUnpacked || (size > mostUnpackedOfRatio && size > packed * mostRatio))
    tooLarge('It would be unpacked to far more than it is.')
  let end = 0
  for (const { at, packed: length } of entries.toSorted((one, other) => one.at - other.at)) {
    if (at < end) unsafe('Its files lie over each other.')
    end = at + 30 + length
  }
  if (end > bytes) broken('A file of it lies outside of it.')
}

/** Where an entry's content begins; its own header has to say what the directory says. */
async function contentOf(source: Source, entry: ZipEntry): Promise<number> {
  const head = await source.read(entry.at, 30)
  if (head.length < 30 || head.readUInt32LE(0) !== 0x04034b50) broken('A file of it is not where its directory says.')
  const [nameLength, extraLength] = [head.readUInt16LE(26), head.readUInt16LE(28)]
  const name = (await source.read(entry.at + 30, nameLength)).toString('utf8')
  if (name !== entry.name) unsafe('A file of it has two names.')
  const start = entry.at + 30 + nameLength + extraLength
  if (start + entry.packed > source.size) broken('A file of it is cut off.')
  return start
}

function unpack(bytes: Buffer, { method, size }: ZipEntry): Buffer {
  if (method === 0) return bytes
  try {
    const unpacked = inflateRawSync(bytes, { maxOutputLength: Math.max(1, size) })
    return unpacked.length === size ? unpacked : broken('A file of it is shorter than it says.')
  } catch (error) {
    if (error instanceof UnfitFile) throw error
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return unsafe('A file of it is longer than it says.')
    return broken('A file of it cannot be unpacked.')
  }
}

const openPackages: Readonly<Record<string, { readonly mime: string; readonly extension: string }>> = {
  'word/document.xml': { mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', extension: 'docx' },
  'xl/workbook.xml': { mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', extension: 'xlsx' },
  'ppt/presentation.xml': { mime: 'application/vnd.openxmlformats-officedocument.presentationml.presentation', extension: 'pptx' },
}
const byMimetype: Readonly<Record<string, string>> = {
  'application/epub+zip': 'epub',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.presentation': 'odp',
}

/** What an archive is: a book or an office document, or an archive. Documents that run something when they are opened are refused. */
export async function typeOfArchive(
  source: Source,
  { entries }: ArchiveFacts,
): Promise<{ readonly mime: string; readonly extension: string; readonly isDocument: boolean }> {
  const first = entries.find(({ name, method, size }) => name === 'mimetype' && method === 0 && size < 100)
  const says = first && (await source.read(await contentOf(source, first), first.size)).toString('latin1').trim()
  const extension = says === undefined ? undefined : byMimetype[says]
  if (says !== undefined && extension !== undefined) return { mime: says, extension, isDocument: true }
  const names = new Set(entries.map(({ name }) => name))
  const open = names.has('[Content_Types].xml') ? Object.entries(openPackages).find(([part]) => names.has(part))?.[1] : undefined
  if (!open) return { mime: 'application/zip', extension: 'zip', isDocument: false }
  if ([...names].some((name) => /\/vbaProject\.bin$/i.test(name))) unsafe('It holds a macro, which runs when it is opened.')
  return { ...open, isDocument: true }
}
