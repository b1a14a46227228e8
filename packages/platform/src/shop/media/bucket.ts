import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { type BucketSettings, bucketClient, unavailable, unlessMissing } from './bucket-client.ts'
import { putBucketFile } from './bucket-file.ts'
import { type Originals, OriginalsUnavailable, pathOf } from './originals.ts'

/** Originals in a bucket, under the names that they have in a folder: `<prefix>/<site>/<two letters>/<sha-256>`. */
export function bucketOriginals(settings: BucketSettings): Originals {
  const { bucket, prefix } = settings
  const objects = bucketClient(settings)
  const { open, named } = objects

  async function get(site: string, digest: string, range?: string) {
    const { s3, client } = await open()
    const answer = await unlessMissing(
      client.send(new s3.GetObjectCommand({ ...named(...pathOf(site, digest)), ...(range && { Range: range }) })),
    )
    return answer?.Body
  }

  async function read(site: string, digest: string): Promise<Buffer | undefined> {
    const body = await get(site, digest)
    return body && Buffer.from(await body.transformToByteArray().catch(unavailable))
  }

  return {
    async put(site, digest, bytes) {
      const { s3, client } = await open()
      const object = named(...pathOf(site, digest))
      const known = await unlessMissing(client.send(new s3.HeadObjectCommand(object)))
      if (known?.ContentLength === bytes.length) return
      const put = new s3.PutObjectCommand({ ...object, Body: bytes, ContentLength: bytes.length, ContentType: 'application/octet-stream' })
      if (!(await unlessMissing(client.send(put)))) throw new OriginalsUnavailable(`there is no bucket ${bucket}`)
    },
    async putFile(site, digest, path) {
      const { s3, client } = await open()
      const key = pathOf(site, digest)
      const [known, { size }] = await Promise.all([unlessMissing(client.send(new s3.HeadObjectCommand(named(...key)))), stat(path)])
      if (known?.ContentLength !== size) await putBucketFile(objects, key, path)
    },
    read,
    readForChild: read,
    async open(site, digest, span) {
      const body = await get(site, digest, span && `bytes=${span.start}-${span.end}`)
      if (body !== undefined && !(body instanceof Readable)) throw new TypeError('a body that is no stream of Node')
      return body
    },
    async remove(site, digest) {
      const { s3, client } = await open()
      await unlessMissing(client.send(new s3.DeleteObjectCommand(named(...pathOf(site, digest)))))
    },
    async *list() {
      const { s3, client } = await open()
      const start = prefix ? `${prefix}/` : ''
      for (let token: string | undefined, last = false; !last; ) {
        const {
          Contents = [],
          NextContinuationToken,
          IsTruncated,
        } = await client
          .send(new s3.ListObjectsV2Command({ Bucket: bucket, Prefix: start, ...(token !== undefined && { ContinuationToken: token }) }))
          .catch(unavailable)
        for (const { Key = '', Size = 0 } of Contents) {
          const [, site, digest] = /^([0-9a-f-]{36})\/[0-9a-f]{2}\/([0-9a-f]{64})$/.exec(Key.slice(start.length)) ?? []
          if (site !== undefined && digest !== undefined) yield { site, digest, bytes: Size }
        }
        token = NextContinuationToken
        last = IsTruncated !== true
      }
    },
    async reach() {
      const { s3, client } = await open()
      // Nothing is there: what counts is that the bucket says so.
      const probe = new s3.GetObjectCommand(named('unfinished'))
      await client.send(probe).catch((error: unknown) => (error instanceof s3.NoSuchKey ? undefined : unavailable(error)))
    },
    sweep: async () => 0, // an object is whole, or not there
    close: () => objects.close(),
  }
}
