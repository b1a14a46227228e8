import { digitsOf } from './digits.ts'

/** The six figures that were written, or what is wrong with them. */
export function readCode(form: FormData): { code: string; wrong?: undefined } | { code?: undefined; wrong: string } {
  const code = digitsOf(String(form.get('code') ?? ''))
  if (code.length === 6) return { code }
  return { wrong: code.length === 0 ? 'The figures are missing.' : 'Six figures, please.' }
}
