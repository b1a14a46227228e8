/** By what rules goods come back. */
export interface ReturnSettingsSection {
  readonly revision: number
  readonly isOpen: boolean
  readonly windowDays: number
  /** Requests in the first so many days are approved at once; 0 for none. */
  readonly automaticDays: number
  readonly paidBy: 'SHOP' | 'BUYER'
  readonly address: readonly string[]
  readonly instructions: string
  readonly reasons: readonly string[]
  readonly offersExchange: boolean
  readonly offersStoreCredit: boolean
  readonly offersCode: boolean
  readonly inPersonAddress: readonly string[]
  readonly excludedProductIds: readonly string[]
}

/** Thirty days, of which the law gives the first fourteen. */
export const usualReturnSettings: ReturnSettingsSection = {
  revision: 1,
  isOpen: true,
  windowDays: 30,
  automaticDays: 14,
  paidBy: 'SHOP',
  address: [],
  instructions: '',
  reasons: [
    'It does not suit me',
    'The colour is not what I saw',
    'It arrived broken',
    'Something is missing',
    'It is not what I ordered',
    'It came too late',
    'I would rather not say',
  ],
  offersExchange: true,
  offersStoreCredit: true,
  offersCode: false,
  inPersonAddress: [],
  excludedProductIds: [],
}

/** What holds for returns in a shop, also where it was never said, or said before there was as much to say. */
export const returnSettingsOf = ({ returns }: { readonly returns?: ReturnSettingsSection }): ReturnSettingsSection => ({
  ...usualReturnSettings,
  ...returns,
})
