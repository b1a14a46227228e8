import { exponentOf } from '@vitrine/pricing'

const currencies = new Set(Intl.supportedValuesOf('currency').filter(isCounted))
const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** Gold has no smallest coin. */
function isCounted(code: string): boolean {
  try {
    return exponentOf(code) >= 0
  } catch {
    return false
  }
}

/** Whether money is counted in it somewhere. */
export const isCurrency = (code: string): boolean => currencies.has(code)

export const isCountry = (code: string): boolean => regions.of(code) !== undefined

/** A language and place as it is written best, `de-AT`; undefined for one in which it is unknown how to write a number. */
export function localeOf(text: string): string | undefined {
  try {
    return Intl.NumberFormat.supportedLocalesOf(text)[0]
  } catch {
    return undefined
  }
}
