import type { S3Client } from '@aws-sdk/client-s3'
import { OriginalsUnavailable } from './originals.ts'

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
/** An object of many parts is put together for minutes, and nothing is heard meanwhile. */
const patientMs = 10 * 60_000

export interface BucketClient {
  /** `patient` waits for minutes without a word. */
  open(how?: 'patient'): Promise<{ readonly s3: typeof import('@aws-sdk/client-s3'); readonly client: S3Client }>
  /** How an object is named. */
  readonly named: (...path: readonly string[]) => { readonly Bucket: string; readonly Key: string }
  close(): Promise<void>
}

/** The SDK takes time to load: it is loaded when the bucket is first asked for something. */
export function bucketClient({ bucket, region, endpoint, prefix, keys, pathStyle }: BucketSettings): BucketClient {
  const opened = new Map<number, ReturnType<BucketClient['open']>>()
  const connect = (silent: number) =>
    import('@aws-sdk/client-s3').then((s3) => {
      const client = new s3.S3Client({
        region,
        forcePathStyle: pathStyle,
        // Not every S3 knows Amazon's newer checksums; the signature covers what is sent.
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
        requestHandler: { connectionTimeout: connectMs, requestTimeout: silent, throwOnRequestTimeout: true, socketTimeout: silent },
        ...(endpoint !== undefined && { endpoint }),
        ...(keys && { credentials: { accessKeyId: keys.id, secretAccessKey: keys.secret } }),
      })
      return { s3, client }
    })
  return {
    open(how) {
      const silent = how === 'patient' ? patientMs : silentMs
      const client = opened.get(silent) ?? connect(silent)
      opened.set(silent, client)
      return client
    },
    named: (...path) => ({ Bucket: bucket, Key: [...(prefix ? [prefix] : []), ...path].join('/') }),
    async close() {
      for (const one of opened.values()) (await one).client.destroy()
    },
  }
}

/** What is answered, or undefined where there is no such thing. */
export const unlessMissing = <T>(answer: Promise<T>): Promise<T | undefined> =>
  answer.catch((error: unknown) => (statusOf(error) === 404 ? undefined : unavailable(error)))

const statusOf = (error: unknown): number | undefined =>
  (error as { readonly $metadata?: { readonly httpStatusCode?: number } }).$metadata?.httpStatusCode

export function unavailable(error: unknown): never {
  const { name, message } = error as Error
  throw new OriginalsUnavailable([statusOf(error), name, message].filter(Boolean).join(' '), { cause: error })
}
