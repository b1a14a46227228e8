/** Whether a key of Stripe moves money. */
export const isLiveKey = (secretKey: string): boolean => /^[sr]k_live_/.test(secretKey)

export const modeOfKey = (secretKey: string): 'LIVE' | 'TEST' => (isLiveKey(secretKey) ? 'LIVE' : 'TEST')

/** Whether a publishable key is of the secret key's mode. */
export const areOfOneMode = (secretKey: string, publishableKey: string): boolean =>
  publishableKey.startsWith(isLiveKey(secretKey) ? 'pk_live_' : 'pk_test_')
