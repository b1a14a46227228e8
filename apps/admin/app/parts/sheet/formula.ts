const written = (value: number, places: number): string => Math.max(0, value).toFixed(places)

/** Whether a cell says how it comes from what there was. */
export const isFormula = (text: string): boolean => /^\s*=|%\s*$/.test(text)

/**
 * What a cell of a figure comes to: a number as it is, `=old*1.05`, `+10%`, `-5 %`, from what there was. What is none of these stays as it was
 * written.
 *
 * @example
 * figureOf('=old*1.05', 26, 2) // '27.30'
 */
export function figureOf(text: string, old: number | undefined, places: number): string {
  const said = text.trim().replaceAll(',', '.')
  const base = old ?? 0
  const [, sign, share] = /^([+\-−])\s*(\d+(?:\.\d+)?)\s*%$/.exec(said) ?? []
  if (share !== undefined) return written(base * (1 + (sign === '+' ? 1 : -1) * (Number(share) / 100)), places)
  const [, operator, number] = /^=\s*old\s*([*/+-])\s*(\d+(?:\.\d+)?)$/i.exec(said) ?? []
  if (operator === undefined) return text
  const by = Number(number)
  if (operator === '/' && by === 0) return text
  return written(operator === '*' ? base * by : operator === '/' ? base / by : operator === '+' ? base + by : base - by, places)
}
