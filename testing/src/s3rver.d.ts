declare module '@20minutes/s3rver' {
  import type { AddressInfo } from 'node:net'

  export default class S3rver {
    httpServer: import('node:http').Server
    store: Record<
      'existsObject' | 'getMetadata' | 'getObject' | 'putObject' | 'copyObject' | 'deleteObject' | 'putObjectMultipart',
      (...given: never[]) => Promise<unknown>
    >
    constructor(options: {
      address: string
      port: number
      silent: boolean
      directory: string
      vhostBuckets: boolean
      allowMismatchedSignatures: boolean
      configureBuckets: readonly { readonly name: string }[]
    })
    run(): Promise<AddressInfo>
    close(): Promise<void>
  }
}
