/** Text that is markup already. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Hole = Html | string | number | false | undefined | readonly Hole[]

/** Markup with holes: a text in a hole is escaped, markup and lists of it are taken as they are, what is absent leaves nothing. */
export const html = (strings: TemplateStringsArray, ...holes: readonly Hole[]): Html =>
  new Html(strings.reduce((whole, text, at) => whole + filled(holes[at - 1]) + text))

function filled(hole: Hole): string {
  if (hole === undefined || hole === false) return ''
  if (hole instanceof Html) return hole.text
  if (typeof hole === 'object') return hole.map(filled).join('')
  return String(hole).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** A sentence with `code` between backticks. */
export const sentence = (text: string): Html =>
  html`${text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))}`

/** Paragraphs apart by empty lines; one that is nothing but `code` stands as a block. */
export const prose = (text: string): Html =>
  html`${text
    .split('\n\n')
    .map((paragraph) =>
      /^`[^`]+`$/.test(paragraph)
        ? html`<pre tabindex="0"><code>${paragraph.slice(1, -1)}</code></pre>`
        : html`<p>${sentence(paragraph)}</p>`,
    )}`
