import type { UrlRedirectSource } from '@vitrine/contract'

export const sourceNames: Readonly<Record<UrlRedirectSource, string>> = {
  MANUAL: 'by hand',
  IMPORT: 'import',
  ADDRESS_CHANGED: 'address was changed',
}

export const refusals: Readonly<Record<string, string>> = {
  REDIRECT_PATH_TAKEN: 'This old address leads somewhere already.',
  REDIRECT_LOOP: 'It would lead in a circle.',
  TOO_MANY_REDIRECTS: 'There are 10,000 redirects, which is as many as there may be.',
}
