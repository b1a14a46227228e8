/**
 * Whether a code is a Global Trade Item Number: 8, 12, 13 or 14 digits of which the last is the check digit of the others.
 * @example
 * isGtin('4006381333931') // => true
 * isGtin('4006381333932') // => false
 * isGtin('MUG-1') // => false
 */
export function isGtin(code: string): boolean {
  if (!/^(?:\d{8}|\d{12,14})$/.test(code)) return false
  const sum = code.split('').reduceRight((all, digit, at) => all + Number(digit) * ((code.length - at) % 2 === 0 ? 3 : 1), 0)
  return sum % 10 === 0
}
