export { type Clock, systemClock } from './clock/clock.ts'
export { stripeEventsPath } from './payments/routes.ts'
export { type Platform, type PlatformOptions, startPlatform } from './platform.ts'
export { type OpenedShop, openShop } from './wiring/open-shop.ts'
