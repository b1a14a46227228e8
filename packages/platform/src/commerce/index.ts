/** What is sold, how it is paid for and handed over: stands on people and shop. */
export { buildCommerce, type Commerce } from './build-commerce.ts'
export type { SellingOptions } from './build-selling.ts'
export { factsForPeople } from './flows/facts-for-people.ts'
export { emailActivities } from './flows/order-email-facts.ts'
export { stripeEventsPath } from './payments/routes.ts'
export { askingFirst } from './selling/outside-calls.ts'
