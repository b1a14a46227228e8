export type Theme = 'light' | 'dark'

const saved = 'vitrine-theme'

/** What was chosen on this device; nothing where the system decides. */
export function chosenTheme(): Theme | undefined {
  try {
    const theme = localStorage.getItem(saved)
    return theme === 'light' || theme === 'dark' ? theme : undefined
  } catch {
    return undefined
  }
}

export const wear = (theme: Theme | undefined): void => {
  if (theme) document.documentElement.dataset['theme'] = theme
  else delete document.documentElement.dataset['theme']
}

/** From now on on this device; nothing where the system decides. */
export function chooseTheme(theme: Theme | undefined): void {
  wear(theme)
  try {
    if (theme) localStorage.setItem(saved, theme)
    else localStorage.removeItem(saved)
  } catch {
    // A private window stores nothing; the theme holds until it closes.
  }
}

/** The other theme than the one that is seen. */
export function turnTheme(): void {
  const seen = chosenTheme() ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
  chooseTheme(seen === 'dark' ? 'light' : 'dark')
}
