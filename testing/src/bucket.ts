import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import type { BucketSettings } from '@vitrine/platform'

export interface TestBucket extends AsyncDisposable {
  readonly settings: BucketSettings
  /** The folder in which the server stores what was put. */
  readonly folder: string
  /** Ends the server; what was put stays for `begin`, at the same address. */
  stop(): Promise<void>
  begin(): Promise<void>
}

/**
 * A bucket on a server of its own on this machine, which speaks the API of S3 and checks who signs. A request that lists the bucket is signed
 * for `/bucket/` by the SDK, as Amazon wants it, and this server wants `/bucket`: who lists leaves the signatures unchecked.
 */
export async function testBucket({ signatures = true }: { readonly signatures?: boolean } = {}): Promise<TestBucket> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-bucket-'))
  const bucket = 'morrow'
  let port = 0
  let server: S3rver | undefined
  const begin = async () => {
    server = new S3rver({
      address: '127.0.0.1',
      port,
      silent: true,
      directory: folder,
      vhostBuckets: false,
      allowMismatchedSignatures: !signatures,
      configureBuckets: port === 0 ? [{ name: bucket }] : [],
    })
    oneAtATime(server.store)
    port = (await server.run()).port
  }
  const stop = async () => {
    const running = server
    server = undefined
    running?.httpServer.closeAllConnections()
    await running?.close()
  }
  await begin()
  return {
    folder,
    settings: {
      bucket,
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${port}`,
      prefix: 'shops/media',
      keys: { id: 'S3RVER', secret: 'S3RVER' },
      pathStyle: true,
    },
    stop,
    begin,
    async [Symbol.asyncDispose]() {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/**
 * One call of the store waits for the one before it, since this server reads what it is just writing: an object that was asked for while it was
 * put, or put while its neighbour was deleted and their folder taken away, was answered with 500.
 */
function oneAtATime(store: S3rver['store']): void {
  const inside = new AsyncLocalStorage<true>()
  let last: Promise<unknown> = Promise.resolve()
  for (const name of [
    'existsObject',
    'getMetadata',
    'getObject',
    'putObject',
    'copyObject',
    'deleteObject',
    'putObjectMultipart',
  ] as const) {
    const own = store[name].bind(store)
    store[name] = (...given) => {
      if (inside.getStore()) return own(...given)
      const done = last.then(() => inside.run(true, () => own(...given)))
      last = done.catch(() => {})
      return done
    }
  }
}

/**
 * Where the files of tests lie that say nothing of it: in the bucket that this process was told of, each folder under a prefix of its own; undefined
 * for the folder itself.
 */
export function bucketOfRun(folder: string): BucketSettings | undefined {
  const said = process.env.VITRINE_TEST_BUCKET
  return said ? { ...(JSON.parse(said) as BucketSettings), prefix: folder.replace(/[^\w-]+/g, '-').replace(/^-|-$/g, '') } : undefined
}

/** The variables by which a process is told of a bucket. */
export const bucketEnvironment = ({ bucket, region, endpoint, prefix, pathStyle, keys }: BucketSettings): Record<string, string> => ({
  S3_BUCKET: bucket,
  S3_REGION: region,
  S3_ENDPOINT: endpoint!,
  S3_PREFIX: prefix,
  S3_PATH_STYLE: pathStyle ? 'on' : 'off',
  S3_ACCESS_KEY_ID: keys!.id,
  S3_SECRET_ACCESS_KEY: keys!.secret,
})
