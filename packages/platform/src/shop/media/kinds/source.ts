import { open } from 'node:fs/promises'

/** The bytes of a file that is looked at: all of them in memory, or those of a file on disk that are asked for. */
export interface Source {
  readonly size: number
  /** So many bytes from a place on, fewer where the file ends before. */
  read(at: number, length: number): Promise<Buffer>
  /** For libraries that open files themselves. */
  readonly whole: Buffer | string
}

/** A file on disk. */
export interface OnDisk {
  readonly path: string
}

export const sourceOf = (bytes: Buffer): Source => ({
  size: bytes.length,
  whole: bytes,
  read: async (at, length) => bytes.subarray(Math.min(at, bytes.length), Math.min(at + length, bytes.length)),
})

/** Opens a source for as long as something is done with it. */
export async function withSource<T>(given: Buffer | OnDisk, work: (source: Source) => Promise<T>): Promise<T> {
  if (Buffer.isBuffer(given)) return work(sourceOf(given))
  const file = await open(given.path, 'r')
  try {
    const { size } = await file.stat()
    return await work({
      size,
      whole: given.path,
      async read(at, length) {
        const wanted = Math.max(0, Math.min(length, size - at))
        const { buffer, bytesRead } = await file.read(Buffer.alloc(wanted), 0, wanted, at)
        return buffer.subarray(0, bytesRead)
      },
    })
  } finally {
    await file.close()
  }
}
