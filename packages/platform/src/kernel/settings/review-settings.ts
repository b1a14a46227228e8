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

/** Whether buyers are asked for reviews by email, and how many days after the goods have come. */
export interface ReviewRequests {
  readonly asksByEmail: boolean
  readonly askAfterDays: number
}

export interface ReviewSettingsSection extends ReviewRules, ReviewRequests {
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
  asksByEmail: true,
  askAfterDays: 7,
}

/** What holds for reviews in a shop, also where it was never said, or said before there was as much to say. */
export const reviewSettingsOf = ({ reviews }: { readonly reviews?: ReviewSettingsSection }): ReviewSettingsSection => ({
  ...usualReviewSettings,
  ...reviews,
})
