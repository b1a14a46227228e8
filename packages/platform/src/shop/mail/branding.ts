import type { Sections } from '../../kernel/settings/sections.ts'
import type { OwnWords } from './custom-texts.ts'
import type { EmailKind } from './email-kinds.ts'

/** What an email takes from the shop's settings. A shop that sets nothing gets the default look. */
export interface EmailBranding {
  readonly name: string
  /** The word that stands at the top; else the name. */
  readonly wordmark?: string
  /** A picture in its place, by absolute URL, in a format that every mail programme shows. */
  readonly logo?: { readonly url: string; readonly width: number; readonly height: number }
  readonly url: string
  /** BCP 47: how dates and prices are written. */
  readonly locale: string
  /** IANA name: the shop's own time. */
  readonly timeZone: string
  readonly address: readonly string[]
  /** How to ask something; else that one can answer the email. */
  readonly help?: string
  /** What the shop says itself, and the kinds of emails that it does not send. */
  readonly emails?: { readonly [K in EmailKind]?: { readonly words?: OwnWords; readonly off?: boolean } } | undefined
  /** One wide picture, 1200 × 600 and cut by the server: Outlook cannot cut. */
  readonly picture?: { readonly url: string; readonly alt: string }
  /** The shop's theme as its pages have it: CSS custom properties, those of the dark theme over those of the light one. */
  readonly theme?: { readonly light: Readonly<Record<string, string>>; readonly dark: Readonly<Record<string, string>> }
}

/** How a shop's emails look. */
export const emailBrandingOf = ({ shop, commerce, mail, emails }: Sections, origin: string): EmailBranding => ({
  name: shop.name,
  wordmark: shop.wordmark.text,
  url: origin,
  locale: commerce.locale,
  timeZone: commerce.timeZone,
  address: shop.contact.address,
  theme: shop.theme,
  emails,
  ...(mail.help && { help: mail.help }),
  ...(mail.picture && { picture: { url: `${origin}${mail.picture.path}`, alt: mail.picture.alt } }),
})

export interface Palette {
  readonly paper: string
  readonly sunk: string
  readonly ink: string
  readonly soft: string
  readonly line: string
  readonly strongLine: string
  readonly accent: string
  readonly onInk: string
}

const house: { readonly light: Palette; readonly dark: Palette } = {
  light: {
    paper: '#faf7f2',
    sunk: '#f2ece2',
    ink: '#1c1a17',
    soft: '#57514a',
    line: '#e2d9cb',
    strongLine: '#8b8173',
    accent: '#b4512d',
    onInk: '#fffdfa',
  },
  dark: {
    paper: '#161310',
    sunk: '#100e0b',
    ink: '#f3ede3',
    soft: '#bdb3a4',
    line: '#38312a',
    strongLine: '#7f7567',
    accent: '#e58c66',
    onInk: '#161310',
  },
}

const properties: Readonly<Record<keyof Palette, string>> = {
  paper: '--color-paper',
  sunk: '--color-sunk',
  ink: '--color-ink',
  soft: '--color-ink-soft',
  line: '--color-line',
  strongLine: '--color-line-strong',
  accent: '--color-accent',
  onInk: '--color-surface',
}

/** The colours of both themes. Mail programmes understand nothing but hexadecimal, so nothing else gets through. */
export function palettes(theme: EmailBranding['theme']): { readonly light: Palette; readonly dark: Palette } {
  if (!theme) return house
  const light = palette(house.light, theme.light)
  const dark = palette(house.dark, theme.dark)
  return { light, dark: { ...dark, onInk: dark.paper } }
}

function palette(base: Palette, values: Readonly<Record<string, string>>): Palette {
  const entries = Object.entries(properties).map(([name, property]) => {
    const value = values[property]?.trim().toLowerCase() ?? ''
    if (/^#[0-9a-f]{6}$/.test(value)) return [name, value]
    const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(value)
    return [name, short ? `#${short[1]}${short[1]}${short[2]}${short[2]}${short[3]}${short[3]}` : base[name as keyof Palette]]
  })
  return Object.fromEntries(entries) as Palette
}

const first = /^\s*["']?([\p{L}\p{N} _-]{1,40}?)(?: Variable)?["']?\s*(?:,|$)/u

function face(stack: string | undefined, fallback: string): string {
  const name = first.exec(stack ?? '')?.[1]
  return name ? `'${name}',${fallback}` : fallback
}

/** The faces: the shop's own where a reader happens to have it, else what every machine has. */
export function faces(theme: EmailBranding['theme']): { readonly display: string; readonly text: string } {
  return {
    display: face(theme?.light['--font-display'], "Georgia,'Times New Roman',serif"),
    text: face(theme?.light['--font-text'] ?? 'Instrument Sans', 'Helvetica,Arial,sans-serif'),
  }
}
