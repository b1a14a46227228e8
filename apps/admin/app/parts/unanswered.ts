/** What is said where nothing came back. */
export const unanswered = 'The shop did not answer. Look whether it was done before you try again.'
