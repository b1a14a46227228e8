/** HTML that is safe to send: either written in the program or escaped. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toString(): string {
    return this.text
  }
}

type Hole = string | number | Markup | readonly Hole[] | undefined | false

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text as HTML, in content and in quoted attributes. What no document may hold (controls, broken surrogates) is left out. */
export const escaped = (text: string): string =>
  plain.test(text)
    ? text
    : text
        .toWellFormed()
        .replace(/(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu, '')
        .replace(/[&<>"']/g, (sign) => escapes[sign]!)

/** What needs nothing done to it, as most words do. */
const plain = /^[\x20!\x23-\x25\x28-\x3b=?-\x7e\xa0-\u02ff\u2010-\u2027\u20ac\u2212]*$/

const filled = (hole: Hole): string => {
  if (hole === undefined || hole === false) return ''
  if (hole instanceof Markup) return hole.text
  if (typeof hole === 'string' || typeof hole === 'number') return escaped(String(hole))
  return hole.map(filled).join('')
}

/** ``html`<p>${text}</p>` ``: every hole is escaped unless it is itself Markup; lists are joined, `undefined` and `false` are nothing. */
export const html = (strings: TemplateStringsArray, ...holes: readonly Hole[]): Markup =>
  new Markup(strings.reduce((all, part, i) => all + filled(holes[i - 1]) + part))

/** Lines of text, one under the other. */
export const broken = (lines: readonly (string | Markup)[]): Markup => new Markup(lines.map(filled).join('<br>'))

/** An address for `href` or `src`. Anything but the web and mail becomes a dead link, so that no text turns into a script. */
export const safeUrl = (url: string): string => (/^(https?:\/\/|mailto:)[^\s]*$/i.test(url) ? url : '#')
