/** After how many days the shop deletes by itself what it needs no more. */
export interface RetentionSettings {
  readonly checkoutDays: number
  readonly emailDays: number
  readonly addressDays: number
}

export const usualRetention: RetentionSettings = { checkoutDays: 90, emailDays: 90, addressDays: 30 }
