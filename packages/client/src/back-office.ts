/** What merchants do. Kept apart from what shoppers do, so that no shopper's browser is sent any of it. */
export * from './back-office/catalogue.ts'
export * from './back-office/delivery-and-tax.ts'
export * from './back-office/offers.ts'
export * from './back-office/orders.ts'
export * from './back-office/people.ts'
export * from './back-office/reviews.ts'
export * from './back-office/shop.ts'
export * from './back-office/waiting-list.ts'
