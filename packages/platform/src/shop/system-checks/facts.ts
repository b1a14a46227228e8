/** What is known of an installation and one of its shops, for the checks. */
export interface SystemFacts {
  readonly now: Date
  /** Where shoppers reach the shop. */
  readonly publicUrl: string
  readonly proxies: {
    /** Whether `TRUSTED_PROXIES` names any. */
    readonly trusted: boolean
    /** The address of a peer that named other clients, and was not believed. */
    readonly notTrusted: string | undefined
  }
  readonly email: {
    readonly delivery: 'SMTP' | 'INBOX' | 'WAITING'
    readonly waiting: number
    /** Since when the oldest of them waits. */
    readonly waitingSince: Date | undefined
  }
  readonly payments: {
    readonly stripe: 'LIVE' | 'TEST' | undefined
    readonly sandbox: boolean
    /** The names of manual payment methods that are offered. */
    readonly manual: readonly string[]
  }
  readonly owners: readonly { readonly email: string; readonly hasSecondFactor: boolean }[]
  /** Whether the keys in the database are wrapped with `VITRINE_SECRET`. */
  readonly hasSecret: boolean
  /** Whether everybody sees the shop. */
  readonly isOpen: boolean
  /** Whether the shop was opened with the orders and members of the demo. */
  readonly isDemo: boolean
  readonly backup: { readonly at: Date; readonly bytes: number } | undefined
  /** Of the disk that `DATA_DIR` is on; undefined where the system does not tell. */
  readonly storage: { readonly freeBytes: number; readonly totalBytes: number } | undefined
  /** The version of the program that opens films; undefined where there is none. */
  readonly ffmpeg: string | undefined
  readonly database: { readonly embedded: boolean; readonly bytes: number; readonly milliseconds: number }
}
