import { Readable } from 'node:stream'
import type { HeadObjectCommandInput, S3Client } from '@aws-sdk/client-s3'
import { type Originals, OriginalsUnavailable, pathOf } from './originals.ts'

/** Objects of an S3, Amazon's or any that speaks its API. */
export interface BucketSettings {
  readonly bucket: string
  readonly region: string
  /** Where it answers; undefined for Amazon's own of that region. */
  readonly endpoint: string | undefined
  /** What stands before each key, without a slash at either end; empty for nothing. */
  readonly prefix: string
  /** Undefined where the machine's own rights are found by Amazon's usual chain. */
  readonly keys: { readonly id: string; readonly secret: string } | undefined
  /** Whether the bucket stands in the path rather than in the host's name. */
  readonly pathStyle: boolean
}

const connectMs = 3000
const silentMs = 10_000

/** Originals in a bucket, under the names that they have in a folder: `<prefix>/<site>/<two letters>/<sha-256>`. */
export function bucketOriginals({ bucket, region, endpoint, prefix, keys, pathStyle }: BucketSettings): Originals {
  let opened: Promise<{ s3: typeof import('@aws-sdk/client-s3'); client: S3Client }> | undefined
  const open = () =>
    (opened ??= import('@aws-sdk/client-s3').then((s3) => {
      const client = new s3.S3Client({
        region,
        forcePathStyle: pathStyle,
        // Not every S3 knows Amazon's newer checksums; the signature covers what is sent.
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
        requestHandler: { connectionTimeout: connectMs, requestTimeout: silentMs, throwOnRequestTimeout: true, socketTimeout: silentMs },
        ...(endpoint !== undefined && { endpoint }),
        ...(keys && { credentials: { accessKeyId: keys.id, secretAccessKey: keys.secret } }),
      })
      return { s3, client }
    }))
  const named = (...path: readonly string[]): Pick<HeadObjectCommandInput, 'Bucket' | 'Key'> => ({
    Bucket: bucket,
    Key: [...(prefix ? [prefix] : []), ...path].join('/'),
  })

  async function get(site: string, digest: string, range?: string) {
    const { s3, client } = await open()
    const answer = await unlessMissing(
      client.send(new s3.GetObjectCommand({ ...named(...pathOf(site, digest)), ...(range && { Range: range }) })),
    )
    return answer?.Body
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
    async read(site, digest) {
      const body = await get(site, digest)
      return body && Buffer.from(await body.transformToByteArray().catch(unavailable))
    },
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
    async close() {
      ;(await opened)?.client.destroy()
    },
  }
}

/** What is answered, or undefined where there is no such thing. */
const unlessMissing = <T>(answer: Promise<T>): Promise<T | undefined> =>
  answer.catch((error: unknown) => (statusOf(error) === 404 ? undefined : unavailable(error)))

const statusOf = (error: unknown): number | undefined =>
  (error as { readonly $metadata?: { readonly httpStatusCode?: number } }).$metadata?.httpStatusCode

function unavailable(error: unknown): never {
  const { name, message } = error as Error
  throw new OriginalsUnavailable([statusOf(error), name, message].filter(Boolean).join(' '), { cause: error })
}
