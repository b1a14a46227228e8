/** After one moment and not after the other; so many at most. */
export interface Between {
  readonly after: Date
  readonly until: Date
  readonly limit: number
}
