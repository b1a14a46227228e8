import { text } from './primitives.ts'

/** A character of an address: none that ends an attribute, and none that browsers read as a slash. */
export const addressCharacter = String.raw`[^\s\\"<>]`

/** A path of this shop: no host stands in it. */
export const shopPath = String.raw`/(?:[^\s/\\"<>]${addressCharacter}*)?`

/** Web pages, email, telephone and paths of this shop: nothing that a browser would run. */
export const linkForms: readonly string[] = [
  `https?://${addressCharacter}+`,
  `mailto:${addressCharacter}+`,
  String.raw`tel:\+?[\d() .-]+`,
  shopPath,
]

/** An address that is sent in and has one of these forms; `otherwise` says what it is not. */
export const linkOf = (forms: readonly string[], otherwise: string) =>
  text(2000, 1).regex(new RegExp(`^(?:${forms.join('|')})$`, 'i'), otherwise)
