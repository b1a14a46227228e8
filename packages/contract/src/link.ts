import { text } from './primitives.ts'

/** A character of an address: none that ends an attribute, and none that browsers read as a slash. */
export const addressCharacter = String.raw`[^\s\\"<>]`

/** A path of this shop, without a host. */
export const shopPath = String.raw`/(?:[^\s/\\"<>]${addressCharacter}*)?`

/** Web pages, email, telephone and paths of this shop: nothing that a browser would execute. */
export const linkForms: readonly string[] = [
  `https?://${addressCharacter}+`,
  `mailto:${addressCharacter}+`,
  String.raw`tel:\+?[\d() .-]+`,
  shopPath,
]

/** An input address in one of these forms; `otherwise` is the error for all others. */
export const linkOf = (forms: readonly string[], otherwise: string) =>
  text(2000, 1).regex(new RegExp(`^(?:${forms.join('|')})$`, 'i'), otherwise)
