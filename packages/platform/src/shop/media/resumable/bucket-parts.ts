import { randomBytes, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type BucketClient, unavailable, unlessMissing } from '../bucket-client.ts'
import { absent } from '../originals.ts'
import { privateFile, privateFolder } from '../private-folder.ts'
import { PartsGone, pathOfUpload, staleMs, type UploadName, type UploadParts } from './parts.ts'

const megabyte = 1024 * 1024

/**
 * Uploads under way in a bucket, each in objects `uploads/<site>/<id>/<part>`: every process goes on with them, and any S3 can hold them, because
 * they need nothing but to be put, read and deleted. A finished one is put together in a folder of this machine.
 */
export function bucketParts({ open, named, close }: BucketClient, scratch: string): UploadParts {
  const key = (upload: UploadName, part: string) => ['uploads', ...pathOfUpload(upload), part]
  async function read(upload: UploadName, part: string): Promise<Readable> {
    const { s3, client } = await open()
    const answer = await unlessMissing(client.send(new s3.GetObjectCommand(named(...key(upload, part)))))
    if (!(answer?.Body instanceof Readable)) throw new PartsGone(`part ${part} of an upload is gone`)
    return answer.Body
  }
  return {
    step: 8 * megabyte,
    async put(upload, at, bytes) {
      const { s3, client } = await open()
      // By another name than what somebody else puts who is at it, too, and late.
      const part = `${String(at).padStart(14, '0')}-${randomBytes(4).toString('hex')}`
      await client
        .send(new s3.PutObjectCommand({ ...named(...key(upload, part)), Body: bytes, ContentLength: bytes.length }))
        .catch(unavailable)
      return part
    },
    async collect(upload, parts) {
      await mkdir(scratch, { recursive: true, mode: privateFolder })
      const path = join(scratch, randomUUID())
      try {
        await pipeline(
          async function* () {
            for (const part of parts) yield* await read(upload, part)
          },
          createWriteStream(path, { mode: privateFile }),
        )
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
      return path
    },
    async discard(upload, parts) {
      const { s3, client } = await open()
      for (const part of parts) await unlessMissing(client.send(new s3.DeleteObjectCommand(named(...key(upload, part)))))
    },
    async sweep(now) {
      for (const name of (await absent(readdir(scratch))) ?? []) {
        const path = join(scratch, name)
        const known = await absent(stat(path))
        if (known && now - known.mtimeMs > staleMs) await rm(path, { force: true })
      }
      const { s3, client } = await open()
      const { Bucket, Key: Prefix } = named('uploads', '')
      for (let token: string | undefined, last = false; !last; ) {
        const page = await client
          .send(new s3.ListObjectsV2Command({ Bucket, Prefix, ...(token !== undefined && { ContinuationToken: token }) }))
          .catch(unavailable)
        for (const { Key, LastModified } of page.Contents ?? [])
          if (LastModified && now - LastModified.getTime() > staleMs)
            await client.send(new s3.DeleteObjectCommand({ Bucket, Key })).catch(unavailable)
        token = page.NextContinuationToken
        last = page.IsTruncated !== true
      }
    },
    close,
  }
}
