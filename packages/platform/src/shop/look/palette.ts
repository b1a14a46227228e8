import type { LookColors, LookContrast } from '@vitrine/contract'
import { type Color, contrastBetween, isDark, mix, readable, relit } from './colors.ts'

/** What text needs against its ground, and what shapes need that mean something: WCAG 2.2, AA. */
const textContrast = 4.5
const shapeContrast = 3
/** Rounding a colour to eight bits may take a little away. */
const spare = 0.02

/** The colours that the style sheets have by themselves: their other roles were chosen by hand. */
export const houseColors: { readonly light: LookColors; readonly dark: LookColors } = {
  light: { paper: '#faf7f2', ink: '#1c1a17', accent: '#b4512d' },
  dark: { paper: '#161310', ink: '#f3ede3', accent: '#e58c66' },
}

/** The colours that a theme has, where nobody chose them by name. */
export function colorsIn(tokens: Readonly<Record<string, string>>, house: LookColors): LookColors {
  const of = (token: string, otherwise: string) => (/^#[0-9a-f]{6}$/i.test(tokens[token] ?? '') ? tokens[token]! : otherwise)
  return { paper: of('--color-paper', house.paper), ink: of('--color-ink', house.ink), accent: of('--color-accent', house.accent) }
}

const [white, black] = ['#ffffff', '#000000']

/** The colours of the dark theme, of the same hues as those of the light one. */
export function darkOf({ paper, ink, accent, line }: LookColors): LookColors {
  if (isDark(paper)) return { paper, ink, accent, ...(line && { line }) }
  const dark = { paper: relit(paper, 0.19, 0.5), ink: relit(paper, 0.945, 0.6) }
  const grounds = groundsOf(dark)
  return { ...dark, accent: readable(relit(accent, 0.72, 0.85), dark.ink, grounds, textContrast + spare) }
}

const surfaceOf = ({ paper, ink }: Pick<LookColors, 'paper' | 'ink'>): Color =>
  isDark(paper) ? mix(paper, ink, 0.05) : mix(paper, white, 0.7)
const sunkOf = ({ paper, ink }: Pick<LookColors, 'paper' | 'ink'>): Color =>
  isDark(paper) ? mix(paper, black, 0.35) : mix(paper, ink, 0.05)
const groundsOf = (colors: Pick<LookColors, 'paper' | 'ink'>): Color[] => [colors.paper, surfaceOf(colors), sunkOf(colors)]

/** The colours of messages: what is good, what to look at, and what is wrong, before they are made readable on a ground. */
const meanings = { success: ['#3b6645', '#93bf9b'], warning: ['#7e5310', '#dfb066'], danger: ['#9e2b20', '#f09a8c'] } as const

/** Every role of colour in one theme, by its design token. Whatever carries text has a contrast of 4.5 to it. */
export function rolesOf(colors: LookColors): Readonly<Record<string, Color>> {
  const { paper, ink, accent, line = mix(paper, ink, 0.14) } = colors
  const night = isDark(paper)
  const [surface, sunk] = [surfaceOf(colors), sunkOf(colors)]
  const grounds = [paper, surface, sunk]
  const text = (color: Color, on: readonly Color[] = grounds) => readable(color, ink, on, textContrast + spare)
  const accentWash = mix(paper, accent, 0.12)
  const onAccent = [surface, ink, white, black].find((color) => contrastBetween(color, accent) >= textContrast) ?? black
  const notice = night ? mix(paper, ink, 0.09) : ink
  const meant = Object.entries(meanings).flatMap(([name, [day, dusk]]) => {
    const color = night ? dusk : day
    const wash = mix(paper, color, 0.13)
    return [
      [`--color-${name}`, text(color, [...grounds, wash])],
      [`--color-${name}-wash`, wash],
    ]
  })
  return {
    '--color-paper': paper,
    '--color-ink': ink,
    '--color-accent': accent,
    '--color-surface': surface,
    '--color-sunk': sunk,
    '--color-ink-soft': text(mix(ink, paper, 0.27)),
    '--color-ink-faint': text(mix(ink, paper, 0.38)),
    '--color-line': line,
    '--color-line-strong': readable(mix(ink, paper, 0.5), ink, grounds, shapeContrast + spare),
    '--color-accent-strong': text(mix(accent, ink, 0.15), [...grounds, accentWash]),
    '--color-accent-ink': onAccent,
    '--color-accent-wash': accentWash,
    ...Object.fromEntries(meant),
    '--color-focus': ink,
    '--color-notice': notice,
    '--color-notice-ink': night ? ink : paper,
    '--color-on-light-picture': night ? paper : ink,
    '--color-on-dark-picture': night ? ink : paper,
    '--color-picture': mix(paper, ink, 0.14),
  }
}

/** Which of the colours cannot be read well on the grounds that they stand on, and what could be taken instead. */
export function contrastOf(theme: LookContrast['theme'], colors: LookColors): LookContrast[] {
  const { paper, ink, accent } = colors
  const grounds = groundsOf(colors)
  const end = isDark(paper) ? white : black
  return (
    [
      ['INK', ink],
      ['ACCENT', accent],
    ] as const
  ).flatMap(([color, value]) => {
    // The sunk ground is mixed from ink and paper; what is written there in the accent has a stronger one of its own.
    const ratio = Math.min(...[paper, surfaceOf(colors)].map((ground) => contrastBetween(value, ground)))
    if (ratio >= textContrast) return []
    return [{ theme, color, ratio: Math.floor(ratio * 100) / 100, suggestion: readable(value, end, grounds, textContrast + spare) }]
  })
}
