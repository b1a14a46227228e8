/** The key with which the load looks at the orders, as the merchant's pages do. */
export const merchantKey = 'bench-merchant-0123456789'
