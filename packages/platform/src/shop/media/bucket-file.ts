import { type FileHandle, open } from 'node:fs/promises'
import { type BucketClient, unavailable, unlessMissing } from './bucket-client.ts'
import { OriginalsUnavailable } from './originals.ts'

const megabyte = 1024 * 1024
/** What of a file is in memory at once, as long as 10,000 such parts are enough for it: an S3 takes no more of one object. */
const usualPart = 8 * megabyte
const mostParts = 10_000

/** Puts a file of this machine into a bucket, part by part. What was sent of one that fails is given up there. */
export async function putBucketFile({ open: client, named }: BucketClient, key: readonly string[], path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const object = { ...named(...key), ContentType: 'application/octet-stream' }
    if (size > usualPart) return await putParts(client, object, file, size)
    const { s3, client: to } = await client()
    const put = new s3.PutObjectCommand({ ...object, Body: await readSpan(file, 0, size), ContentLength: size })
    if (!(await unlessMissing(to.send(put)))) throw new OriginalsUnavailable(`there is no bucket ${object.Bucket}`)
  } finally {
    await file.close()
  }
}

async function putParts(
  open: BucketClient['open'],
  { ContentType, ...object }: { readonly Bucket: string; readonly Key: string; readonly ContentType: string },
  file: FileHandle,
  size: number,
): Promise<void> {
  const { s3, client } = await open()
  const { UploadId } = await client.send(new s3.CreateMultipartUploadCommand({ ...object, ContentType })).catch(unavailable)
  const upload = { ...object, UploadId }
  const step = Math.max(usualPart, Math.ceil(size / mostParts))
  try {
    const Parts: { PartNumber: number; ETag: string | undefined }[] = []
    for (let at = 0; at < size; at += step) {
      const Body = await readSpan(file, at, Math.min(step, size - at))
      const PartNumber = Parts.length + 1
      const { ETag } = await client.send(new s3.UploadPartCommand({ ...upload, PartNumber, Body, ContentLength: Body.length }))
      Parts.push({ PartNumber, ETag })
    }
    const patient = await open('patient')
    await patient.client.send(new s3.CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }))
  } catch (error) {
    await client.send(new s3.AbortMultipartUploadCommand(upload)).catch(() => {})
    unavailable(error)
  }
}

async function readSpan(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length)
  for (let read = 0; read < length; ) {
    const { bytesRead } = await file.read(bytes, read, length - read, at + read)
    if (bytesRead === 0) throw new Error('the file became shorter while it was read')
    read += bytesRead
  }
  return bytes
}
