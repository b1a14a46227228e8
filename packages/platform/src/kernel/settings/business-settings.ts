/** What a published site says of the business beside its name and address, as far as the merchant says so. */
export interface BusinessSettings {
  readonly schedule?: {
    readonly periods: readonly { readonly openDay: Day; readonly openTime: string; readonly closeDay: Day; readonly closeTime: string }[]
    readonly specialHourPeriod: readonly {
      readonly startDate: string
      readonly endDate: string
      readonly isClosed: boolean
      readonly comment: string
    }[]
  }
  /** What may be stored and sent about visitors who have not chosen; all of it where nothing is set. */
  readonly consents?: Partial<Readonly<Record<'functional' | 'analytics' | 'advertising' | 'dataToThirdParty', boolean>>>
}

type Day = 'MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY' | 'SUNDAY'
