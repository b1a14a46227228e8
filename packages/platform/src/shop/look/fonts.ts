import type { LookFont } from '@vitrine/contract'

/** Families with the fallbacks that have their metrics, then those of other scripts, then the system's. */
const serif = '"Noto Naskh Arabic","Noto Serif Hebrew","Noto Serif JP","Noto Serif",Georgia,serif'
const sans = '"Noto Sans Arabic","Noto Sans Hebrew","Noto Sans JP","Noto Sans",system-ui,sans-serif'
const stack = (name: string, end: string) => `"${name}","${name.replace(/ Variable$/, '')} Fallback",${end}`

const families: Readonly<Record<LookFont, string>> = {
  FRAUNCES: stack('Fraunces Variable', serif),
  NEWSREADER: stack('Newsreader Variable', serif),
  INSTRUMENT_SERIF: stack('Instrument Serif', serif),
  INSTRUMENT_SANS: stack('Instrument Sans Variable', sans),
  INTER: stack('Inter Variable', sans),
  ARCHIVO: stack('Archivo Variable', sans),
}

/** A sans that is drawn for text, where it stands in headlines. */
const plain = {
  '--weight-display': '600',
  '--weight-name': '560',
  '--weight-name-big': '600',
  '--name-style': 'normal',
  '--tracking': '.6',
  '--leading-display': '1.04',
  '--wordmark-weight': '640',
  '--wordmark-tracking': '-.02em',
}

/** What a typeface asks of headlines: weights, tracking, leading. */
const headlines: Readonly<Record<LookFont, Readonly<Record<string, string>>>> = {
  FRAUNCES: {},
  NEWSREADER: {
    '--weight-display': '400',
    '--weight-name': '420',
    '--weight-name-big': '400',
    '--tracking': '.6',
    '--wordmark-weight': '460',
  },
  INSTRUMENT_SERIF: {
    '--weight-display': '400',
    '--weight-name': '400',
    '--weight-name-big': '400',
    '--tracking': '.4',
    '--wordmark-weight': '400',
    '--wordmark-tracking': '-.01em',
    '--wordmark-size': '1.1',
  },
  INSTRUMENT_SANS: plain,
  INTER: plain,
  ARCHIVO: {
    '--step-4': 'clamp(2.2rem,1.9rem + 1.2vw,3rem)',
    '--step-5': 'clamp(2.6rem,2.2rem + 1.7vw,3.7rem)',
    '--step-6': 'clamp(3.2rem,2.6rem + 2.6vw,4.9rem)',
    '--step-7': 'clamp(3.8rem,2.7rem + 4.6vw,7.6rem)',
    '--leading-display': '.9',
    '--leading-tight': '1.08',
    '--weight-display': '800',
    '--weight-name': '700',
    '--weight-name-big': '800',
    '--name-style': 'normal',
    '--tracking': '.35',
    '--stretch': '72%',
    '--wordmark-weight': '850',
    '--wordmark-tracking': '.01em',
    '--wordmark-case': 'uppercase',
    '--wordmark-size': '.86',
  },
}

const texts: Partial<Record<LookFont, Readonly<Record<string, string>>>> = {
  ARCHIVO: { '--leading-text': '1.5', '--weight-strong': '620' },
}

/** What typefaces change about the design tokens; those that the style sheets have by themselves change nothing. */
export const fontTokens = ({ display, text }: { readonly display: LookFont; readonly text: LookFont }): Record<string, string> => ({
  ...(display !== 'FRAUNCES' && { '--font-display': families[display] }),
  ...(text !== 'INSTRUMENT_SANS' && { '--font-text': families[text] }),
  ...headlines[display],
  ...texts[text],
})
