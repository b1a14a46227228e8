/**
 * Rounds `part × numerator / denominator` of every part, down or up, so that together they make `whole`: all go down first,
 * and what is left of the whole goes one by one to the largest remainders; among equal ones, to the first.
 * The whole must be the exact sum rounded down, up or to the nearest. No number is negative; products may be as large as they like.
 */
export function roundTogether(whole: number, parts: readonly number[], numerator: number, denominator: number): number[] {
  const floors: number[] = []
  const remainders: number[] = []
  for (const part of parts) {
    const product = part * numerator
    if (Number.isSafeInteger(product)) {
      const remainder = product % denominator
      floors.push((product - remainder) / denominator)
      remainders.push(remainder)
    } else {
      const exact = BigInt(part) * BigInt(numerator)
      floors.push(Number(exact / BigInt(denominator)))
      remainders.push(Number(exact % BigInt(denominator)))
    }
  }
  const left = whole - floors.reduce((all, one) => all + one, 0)
  const lucky = remainders.map((_, index) => index).sort((a, b) => (remainders[b] ?? 0) - (remainders[a] ?? 0) || a - b)
  for (const index of lucky.slice(0, left)) floors[index] = (floors[index] ?? 0) + 1
  return floors
}
