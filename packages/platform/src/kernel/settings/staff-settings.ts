/** Who of the staff takes a second step when they sign in. */
export interface StaffSettings {
  readonly revision: number
  readonly secondStep: 'NOBODY' | 'OWNERS' | 'EVERYBODY'
  /** ISO 8601; until then it is only asked for. */
  readonly from?: string
}

/** As it is before the merchant says anything. */
export const freshStaff: StaffSettings = { revision: 1, secondStep: 'NOBODY' }
