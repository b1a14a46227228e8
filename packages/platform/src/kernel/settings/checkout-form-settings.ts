export type FieldRequirement = 'HIDDEN' | 'OPTIONAL' | 'REQUIRED'

/** Something that a shop asks its buyers beside the usual. */
export interface Question {
  readonly title: string
  readonly type: 'TEXT' | 'LONG_TEXT' | 'CHOICE' | 'CHECKBOX'
  readonly required: boolean
  readonly hint?: string
  readonly choices: readonly string[]
}

/** What the checkout asks of buyers. */
export interface CheckoutFormSettings {
  readonly fields: {
    readonly company: FieldRequirement
    readonly vatId: FieldRequirement
    readonly addressLine2: FieldRequirement
    readonly phone: FieldRequirement
  }
  readonly questions: readonly Question[]
  readonly couponsAccepted: boolean
  /** Decimal text in the shop's currency. */
  readonly minimumSubtotal?: string
}
