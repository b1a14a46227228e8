interface Shown {
  readonly visible: boolean
  readonly content: string
}

interface Checkbox {
  readonly visible: boolean
  readonly checkedByDefault: boolean
}

/** What the checkout page says, asks and does. */
export interface CheckoutPageSettings {
  readonly checkoutPolicies: {
    readonly termsAndConditions: Shown
    readonly privacyPolicy: Shown
    readonly returnPolicy: Shown
    readonly digitalItemPolicy: Shown
    readonly contactUs: Shown
    readonly customPolicy: Shown & { readonly title: string }
  }
  readonly checkoutFields: {
    readonly subscriptionCheckbox: Checkbox
    readonly policyAgreementCheckbox: Checkbox
    readonly giftCardRedeemEnabled: boolean
    readonly mitEnabled: boolean
    readonly delayCaptureEnabled: boolean
    readonly captureBeforeExpiryEnabled: boolean
  }
  readonly checkoutBillingFields: 'All_FIELDS' | 'MINIMUM_REQUIRED_FIELDS'
}
