import type { PageBlock, PageField, PageKind, PageSpan, PageTemplate } from '@vitrine/contract'

/** Text with fields in braces: `Write to {EMAIL}.` */
const spans = (text: string): PageSpan[] =>
  text
    .split(/(\{[A-Z_]+\})/)
    .filter((part) => part !== '')
    .map((part) => (part.startsWith('{') ? { field: part.slice(1, -1) as PageField } : { text: part }))

export const heading = (text: string): PageBlock => ({ kind: 'HEADING', level: 2, text: spans(text) })
export const paragraph = (text: string): PageBlock => ({ kind: 'PARAGRAPH', text: spans(text) })
export const list = (...items: string[]): PageBlock => ({ kind: 'LIST', items: items.map((text) => ({ text: spans(text) })) })

const agreed: ReadonlySet<PageKind> = new Set(['TERMS', 'PRIVACY', 'WITHDRAWAL', 'RETURNS'])
const joined: ReadonlySet<PageKind> = new Set(['TERMS', 'PRIVACY'])

/** Terms, privacy and returns are linked where somebody agrees to them; all of them at the foot of each page. */
export const template = (kind: PageKind, slug: string, title: string, ...content: PageBlock[]): PageTemplate => ({
  kind,
  slug,
  title,
  content,
  inFooter: true,
  inCheckout: agreed.has(kind),
  inRegistration: joined.has(kind),
})
