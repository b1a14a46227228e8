/** The address of Stripe's script, and the hosts that it loads from and calls, after https://docs.stripe.com/security/guide#content-security-policy. */
export interface StripeScript {
  readonly url: string
  readonly scripts: readonly string[]
  readonly frames: readonly string[]
  readonly connects: readonly string[]
}

/** The release of the script for the API version of the library. */
export const release = 'endive'

/** @param apiBase another address of Stripe's API, which also serves the script. Only the operator sets it. */
export function stripeScript(apiBase: string | undefined): StripeScript {
  if (apiBase !== undefined) {
    const { origin } = new URL(apiBase)
    return { url: `${origin}/stripe.js`, scripts: [origin], frames: [origin], connects: [origin] }
  }
  const own = ['https://js.stripe.com', 'https://*.js.stripe.com']
  return {
    url: `https://js.stripe.com/${release}/stripe.js`,
    scripts: own,
    frames: [...own, 'https://hooks.stripe.com'],
    connects: ['https://api.stripe.com'],
  }
}
