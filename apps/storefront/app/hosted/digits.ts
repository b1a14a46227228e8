/** Of what was typed or pasted. */
export const digitsOf = (text: string) => text.replace(/\D/g, '')
