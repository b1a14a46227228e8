/** Of what was typed or pasted. */
export const figuresOf = (text: string) => text.replace(/\D/g, '')
