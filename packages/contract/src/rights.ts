/** A part of the shop that staff see or change as a whole. */
export type Area =
  | 'orders'
  | 'members'
  | 'personalData'
  | 'payments'
  | 'products'
  | 'reviews'
  | 'promotions'
  | 'giftCards'
  | 'delivery'
  | 'taxes'
  | 'settings'
  | 'staff'
  | 'audit'
  | 'developers'
  | 'webhooks'
  | 'views'
  | 'sharedViews'
  | 'account'

/** What somebody may do with an area: `read` shows it, `write` changes it and includes `read`. */
export type Right = `${Area}.read` | `${Area}.write`
