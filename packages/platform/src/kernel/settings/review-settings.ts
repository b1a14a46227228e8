/** By what reviews are published without anybody reading them. */
export interface ReviewRules {
  readonly writers: 'EVERYBODY' | 'MEMBERS' | 'BUYERS'
  /** Somebody reads each review before it shows. */
  readonly readAll: boolean
  readonly holdUnverified: boolean
  /** Reviews with fewer stars wait. */
  readonly minRating: number
  readonly words: readonly string[]
  readonly holdLinks: boolean
  readonly holdMedia: boolean
}

export interface ReviewSettingsSection extends ReviewRules {
  readonly revision: number
}

export const usualReviewSettings: ReviewSettingsSection = {
  revision: 1,
  writers: 'EVERYBODY',
  readAll: false,
  holdUnverified: true,
  minRating: 3,
  words: [],
  holdLinks: true,
  holdMedia: false,
}
