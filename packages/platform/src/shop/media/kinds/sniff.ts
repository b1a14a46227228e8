import { fileTypeFromBuffer } from 'file-type'
import { looksLikeGltf } from './gltf.ts'
import type { Kind } from './kind.ts'
import type { Source } from './source.ts'
import { afterProlog } from './xml-prolog.ts'

/** What a file says that it is by its first bytes. */
export interface FileType {
  readonly kind: Kind
  readonly mime: string
  readonly extension: string
}

const types: Readonly<Record<string, FileType>> = {
  'image/jpeg': { kind: 'IMAGE', mime: 'image/jpeg', extension: 'jpg' },
  'image/png': { kind: 'IMAGE', mime: 'image/png', extension: 'png' },
  'image/apng': { kind: 'IMAGE', mime: 'image/png', extension: 'png' },
  'image/webp': { kind: 'IMAGE', mime: 'image/webp', extension: 'webp' },
  'image/gif': { kind: 'IMAGE', mime: 'image/gif', extension: 'gif' },
  'image/avif': { kind: 'IMAGE', mime: 'image/avif', extension: 'avif' },
  'image/x-icon': { kind: 'ICON', mime: 'image/x-icon', extension: 'ico' },
  'video/mp4': { kind: 'VIDEO', mime: 'video/mp4', extension: 'mp4' },
  'video/x-m4v': { kind: 'VIDEO', mime: 'video/mp4', extension: 'm4v' },
  'video/quicktime': { kind: 'VIDEO', mime: 'video/quicktime', extension: 'mov' },
  'video/webm': { kind: 'VIDEO', mime: 'video/webm', extension: 'webm' },
  'model/gltf-binary': { kind: 'MODEL3D', mime: 'model/gltf-binary', extension: 'glb' },
  'audio/mpeg': { kind: 'AUDIO', mime: 'audio/mpeg', extension: 'mp3' },
  'audio/x-m4a': { kind: 'AUDIO', mime: 'audio/x-m4a', extension: 'm4a' },
  'audio/flac': { kind: 'AUDIO', mime: 'audio/flac', extension: 'flac' },
  'audio/wav': { kind: 'AUDIO', mime: 'audio/wav', extension: 'wav' },
  'audio/ogg': { kind: 'AUDIO', mime: 'audio/ogg', extension: 'ogg' },
  'application/pdf': { kind: 'DOCUMENT', mime: 'application/pdf', extension: 'pdf' },
}
const archive: FileType = { kind: 'ARCHIVE', mime: 'application/zip', extension: 'zip' }
const sound: FileType = types['audio/mpeg']!
const modelInText: FileType = { kind: 'MODEL3D', mime: 'model/gltf+json', extension: 'gltf' }
const drawing: FileType = { kind: 'VECTOR', mime: 'image/svg+xml', extension: 'svg' }

const headBytes = 16 * 1024

/** By its first bytes alone, never by its name. */
export async function sniff(source: Source): Promise<FileType | undefined> {
  const head = await source.read(0, headBytes)
  // What an archive holds decides what it is; and a tag in front of sound may be longer than what is read here.
  if (head.length >= 4 && [0x04034b50, 0x06054b50].includes(head.readUInt32LE(0))) return archive
  if (head.toString('latin1', 0, 3) === 'ID3') return sound
  if (/^<svg[\s>/]/.test(afterProlog(head.toString('utf8')) ?? '')) return drawing
  if (looksLikeGltf(head.toString('utf8'))) return modelInText
  const type = await fileTypeFromBuffer(head).catch(() => undefined)
  // Parameters tell codecs apart.
  return type && types[type.mime.split(';', 1)[0]!]
}
