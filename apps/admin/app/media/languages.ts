/** The language that the name of a file ends with: `film.pt-BR.vtt`; else the one of the browser. */
export function languageIn(fileName: string): string {
  const [, language] = /[._ -]([a-z]{2,3}(?:-[A-Za-z]{2,4})?)\.\w+$/i.exec(fileName) ?? []
  return language ?? navigator.language.split('-')[0]!
}

/** What a language calls itself: `Deutsch`; nothing where it is none. */
export function languageName(language: string): string {
  try {
    return new Intl.DisplayNames([language], { type: 'language', fallback: 'none' }).of(language) ?? ''
  } catch {
    return ''
  }
}
