/**
 * A language as it is written in a country, where it names none itself: English in Germany puts the day before the month.
 * @param locale a BCP 47 language tag; one that is none is given back as it is
 * @param country ISO 3166-1 alpha-2
 * @example
 * localeIn('en', 'DE') // => 'en-DE'
 * localeIn('zh-Hant', 'TW') // => 'zh-Hant-TW'
 * localeIn('de-AT', 'DE') // => 'de-AT'
 * localeIn('no language', 'DE') // => 'no language'
 */
export function localeIn(locale: string, country: string): string {
  try {
    const said = new Intl.Locale(locale)
    return said.region ? locale : new Intl.Locale(locale, { region: country }).toString()
  } catch {
    return locale
  }
}
