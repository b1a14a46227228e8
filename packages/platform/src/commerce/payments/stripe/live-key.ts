/** Whether a key of Stripe moves money. */
export const isLiveKey = (secretKey: string): boolean => /^[sr]k_live_/.test(secretKey)

export const modeOfKey = (secretKey: string): 'LIVE' | 'TEST' => (isLiveKey(secretKey) ? 'LIVE' : 'TEST')
