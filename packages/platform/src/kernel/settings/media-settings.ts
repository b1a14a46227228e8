/** What a shop's files may come to. */
export interface MediaSettings {
  readonly quotaBytes: number
  /** So long files stay in the trash. */
  readonly trashDays: number
}

export const usualMediaSettings: MediaSettings = { quotaBytes: 10_000_000_000, trashDays: 30 }
