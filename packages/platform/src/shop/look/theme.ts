import type { LookColors, Theme } from '@vitrine/contract'
import type { LookSettings } from '../../kernel/settings/shop-settings.ts'
import { fontTokens } from './fonts.ts'
import { darkOf, houseColors, rolesOf } from './palette.ts'

const corners = {
  SHARP: { '--radius-1': '0px', '--radius-2': '0px' },
  SOFT: {},
  ROUND: { '--radius-1': '6px', '--radius-2': '14px' },
} as const

const spacing = {
  GENEROUS: {},
  COMPACT: {
    '--margin': 'clamp(1rem,.2rem + 2.6vw,2.5rem)',
    '--gutter': 'clamp(.5rem,.3rem + .7vw,1rem)',
    '--rhythm': 'clamp(4rem,2.4rem + 5.6vw,7rem)',
    '--page': '104rem',
  },
} as const

/** The colours of both themes: the dark ones are made from the light ones where the merchant has not chosen them. */
export const bothColors = ({ light, dark }: LookSettings['colors']): { readonly light: LookColors; readonly dark: LookColors } => ({
  light,
  dark: dark ?? (isSame(light, houseColors.light) ? houseColors.dark : darkOf(light)),
})

const isSame = (one: LookColors, other: LookColors): boolean =>
  (['paper', 'ink', 'accent', 'line'] as const).every((name) => one[name] === other[name])

/** The colours of the style sheets are told by name all the same: emails and invoices go by them. */
const tokensOf = (colors: LookColors, house: LookColors): Readonly<Record<string, string>> =>
  isSame(colors, house) ? { '--color-paper': colors.paper, '--color-ink': colors.ink, '--color-accent': colors.accent } : rolesOf(colors)

/** What a look changes about the design tokens, for both themes. */
export function themeOf({ colors, fonts, ...look }: LookSettings): Pick<Theme, 'light' | 'dark'> {
  const { light, dark } = bothColors(colors)
  return {
    light: { ...tokensOf(light, houseColors.light), ...fontTokens(fonts), ...corners[look.corners], ...spacing[look.spacing] },
    dark: tokensOf(dark, houseColors.dark),
  }
}
