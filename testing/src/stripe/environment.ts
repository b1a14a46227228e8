import type { FakeStripe } from './model.ts'

/** Environment of a server that pays at a fake of Stripe; with the publishable key its checkout shows the form. */
export const stripeEnvironment = ({ secretKey, webhookSecret, publishableKey, url }: FakeStripe, { withForm = true } = {}) => ({
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  STRIPE_API_BASE: url,
  ...(withForm && { STRIPE_PUBLISHABLE_KEY: publishableKey }),
})
