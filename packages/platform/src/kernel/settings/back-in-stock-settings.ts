/** How those who wait for what is sold out are told. */
export interface BackInStockSettings {
  readonly collectsRequests: boolean
  /** So many people are told for each unit that is in stock. */
  readonly peoplePerUnit: number
  /** The next ones are told after so many hours, if units are still there. */
  readonly hoursBetweenWaves: number
  readonly emailsPerMinute: number
}

export const usualBackInStock: BackInStockSettings = {
  collectsRequests: true,
  peoplePerUnit: 3,
  hoursBetweenWaves: 24,
  emailsPerMinute: 60,
}
