/** What so many units of a line come to, after so many before them: in the end the units come to the line, whichever way they go back. */
export const shareOf = (total: number, quantity: number, before: number, units: number): number =>
  Math.floor((total * (before + units)) / quantity) - Math.floor((total * before) / quantity)
