interface Wallets {
  ApplePaySession?: { canMakePayments(): boolean }
  PaymentRequest?: unknown
  navigator?: { userAgentData?: { brands: readonly { brand: string }[] } }
}

/** Whether the browser may have a wallet: it has Apple Pay, or is Google Chrome. Nothing is loaded to find out. */
export function hasWallet(browser: Wallets = globalThis as Wallets): boolean {
  try {
    if (browser.ApplePaySession?.canMakePayments()) return true
  } catch {
    // Apple Pay throws on pages without https.
  }
  const brands = browser.navigator?.userAgentData?.brands ?? []
  return browser.PaymentRequest !== undefined && brands.some(({ brand }) => brand === 'Google Chrome')
}
