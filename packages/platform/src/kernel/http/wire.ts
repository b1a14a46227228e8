/** A request as the kernel sees it, whether it came over a socket or from a page rendered in the same process. */
export interface WireRequest {
  readonly method: string
  /** The path as it stands in the request line, still percent-encoded. */
  readonly path: string
  /** The query without its question mark, still encoded. */
  readonly search: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Buffer | undefined
  readonly requestId: string
  /** It comes from a page that is rendered in this process, which is counted itself. */
  readonly internal?: true
}

export interface WireAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
}

/** An answer that is JSON text already: documents that were serialised when they were written. */
export class Prepared {
  readonly json: string | Buffer
  constructor(json: string | Buffer) {
    this.json = json
  }
}
