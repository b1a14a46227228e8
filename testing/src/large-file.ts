import { createHash, randomFillSync } from 'node:crypto'
import { open } from 'node:fs/promises'
import { box, mp4File } from './sample-files.ts'

const megabyte = 1024 * 1024

/** What a sound file of so many bytes begins with. */
function soundHead(bytes: number): Buffer {
  const header = Buffer.alloc(44)
  const data = bytes - header.length
  header.write('RIFF', 0)
  header.writeUInt32LE(data + 36, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(2, 22)
  header.writeUInt32LE(48_000, 24)
  header.writeUInt32LE(192_000, 28)
  header.writeUInt16LE(4, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(data, 40)
  return header
}

/** A film, and the head of a box that takes what is left of so many bytes. */
function filmHead(bytes: number): Buffer {
  const film = mp4File()
  return Buffer.concat([film, box('free', Buffer.alloc(0), bytes - film.length)])
}

const heads = { sound: soundHead, film: filmHead }

/** Writes a file of noise, and answers its SHA-256: no two parts of it are alike. */
export async function writeLargeFile(
  path: string,
  megabytes: number,
  kind: keyof typeof heads = 'sound',
): Promise<{ readonly digest: string; readonly bytes: number }> {
  const header = heads[kind](megabytes * megabyte)
  const hash = createHash('sha256')
  const file = await open(path, 'w')
  try {
    for (let at = 0; at < megabytes; at++) {
      const bytes = randomFillSync(Buffer.allocUnsafe(megabyte))
      if (at === 0) header.copy(bytes)
      hash.update(bytes)
      await file.write(bytes)
    }
  } finally {
    await file.close()
  }
  return { digest: hash.digest('hex'), bytes: megabytes * megabyte }
}
