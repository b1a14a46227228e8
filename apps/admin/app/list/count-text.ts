/** `38`, or `1,000+` where nobody counted on; `most` may be one more than is said, so that what is as many exactly is known. */
export const countText = (count: number, most: number): string =>
  count >= most ? `${(most - (most % 10)).toLocaleString('en-GB')}+` : count.toLocaleString('en-GB')
