/** An amount as the wire has it, in words: `€3,030.00`. */
export const moneyText = (amount: string, currency: string): string =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(Number(amount))
