export type Theme = 'light' | 'dark'

const kept = 'vitrine-theme'

/** What was chosen on this device; nothing where the system decides. */
export function chosenTheme(): Theme | undefined {
  try {
    const theme = localStorage.getItem(kept)
    return theme === 'light' || theme === 'dark' ? theme : undefined
  } catch {
    return undefined
  }
}

export const wear = (theme: Theme | undefined): void => {
  if (theme) document.documentElement.dataset['theme'] = theme
}

/** The other theme than the one that is seen, from now on on this device. */
export function turnTheme(): void {
  const seen = chosenTheme() ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
  const next = seen === 'dark' ? 'light' : 'dark'
  wear(next)
  try {
    localStorage.setItem(kept, next)
  } catch {
    // A private window keeps nothing; the theme holds until it closes.
  }
}
