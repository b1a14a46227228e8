/**
 * A line of SQL without what does not tell it apart from others: numbers, parameters, how many stand in a row, and spaces.
 *
 * @example
 * withoutValues('  where id in ($1, $2) limit 20') // 'where id in ($) limit $'
 */
export const withoutValues = (line: string): string =>
  line
    .trim()
    .replace(/\$\d+(?:, \$\d+)*|\d+/g, '$')
    .replace(/\s+/g, ' ')
