/** So many characters of a title and of a description are shown by search engines. */
export const longestTitle = 60
export const longestDescription = 155

/** A text as search engines show it: whole words, no more than fit. */
export const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/\s+\S*$/, '')} …`
