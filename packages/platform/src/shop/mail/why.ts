/** Why somebody gets an email about what they bought. */
export const becauseOrdered = 'You get this email because you ordered; it is not a newsletter.'
