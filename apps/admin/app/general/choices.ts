import { exponentOf, formatMoney, minor } from '@vitrine/pricing'

interface Choice {
  readonly code: string
  readonly name: string
}

const byName = (a: Choice, b: Choice): number => a.name.localeCompare(b.name, 'en')
const currencyNames = new Intl.DisplayNames('en', { type: 'currency' })
const localeNames = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' })

/** `Swiss franc` */
export const currencyName = (code: string): string => currencyNames.of(code) ?? code

function decimalsOf(currency: string): number | undefined {
  try {
    return exponentOf(currency)
  } catch {
    return undefined
  }
}

/** All currencies that money is counted in: those in which prices can keep their numbers, and the others. */
export function currencies(now: string): { readonly alike: readonly Choice[]; readonly others: readonly Choice[] } {
  const all = Intl.supportedValuesOf('currency').flatMap((code) => {
    const decimals = decimalsOf(code)
    return decimals === undefined ? [] : [{ code, name: currencyName(code), decimals }]
  })
  const own = decimalsOf(now)
  return {
    alike: all.filter(({ decimals }) => decimals === own).toSorted(byName),
    others: all.filter(({ decimals }) => decimals !== own).toSorted(byName),
  }
}

const usual =
  'bg-BG cs-CZ da-DK de-AT de-CH de-DE el-GR en-AU en-CA en-GB en-IE en-NZ en-US en-ZA es-ES es-MX et-EE fi-FI fr-BE fr-CA fr-CH fr-FR ga-IE he-IL hr-HR hu-HU is-IS it-CH it-IT ja-JP ko-KR lt-LT lv-LV nb-NO nl-BE nl-NL pl-PL pt-BR pt-PT ro-RO sk-SK sl-SI sv-SE tr-TR uk-UA'.split(
    ' ',
  )

/** Ways to write amounts and days, by the language and place that write so; the one of now among them. */
export const locales = (now: string): readonly Choice[] =>
  [...new Set([...usual, now])].map((code) => ({ code, name: localeNames.of(code) ?? code })).toSorted(byName)

/** `€1,234.50, 22 November 2026` */
export const sampleOf = (locale: string, currency: string, timeZone: string): string =>
  `${formatMoney(minor(1234 * 10 ** (decimalsOf(currency) ?? 0)), currency, locale)}, ${new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeZone,
  }).format()}`

/** Every time zone, by the part of the world that it begins with. */
export function timeZones(now: string): readonly (readonly [world: string, zones: readonly Choice[]])[] {
  const all = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', now])].toSorted()
  const named = all.map((code) => ({ code, name: (code.split('/').slice(1).join(', ') || code).replaceAll('_', ' ') }))
  return [...Map.groupBy(named, ({ code }) => (code.includes('/') ? code.split('/')[0]! : 'Everywhere'))]
}

/** `Sunday, 05:12` */
export const timeThere = (timeZone: string, at: Date): string =>
  new Intl.DateTimeFormat('en-GB', { weekday: 'long', hour: '2-digit', minute: '2-digit', timeZone }).format(at).replace(' ', ', ')
