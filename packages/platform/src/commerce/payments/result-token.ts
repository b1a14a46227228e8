/** The token for the return from a bank that a form on our page called: it names the payment, and the provider is asked for its status. */
export const elementToken = (paymentId: string): string => `element_${paymentId}`

/** The address that a buyer returns to, with the result token. */
export const withResultToken = (returnUrl: string, token: string): string =>
  `${returnUrl}${returnUrl.includes('?') ? '&' : '?'}resultToken=${token}`
