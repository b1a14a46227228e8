import type { PageBlock, PageSpan } from '@vitrine/contract'
import type { FieldValues } from '../../kernel/settings/page-fields.ts'
import { withTexts } from './document-rules.ts'

/** A document with its fields written out. What the settings do not say is left out. */
export function withFields(blocks: readonly PageBlock[], values: FieldValues, day: string): PageBlock[] {
  const written = (spans: readonly PageSpan[]): PageSpan[] =>
    spans.flatMap(({ field, ...span }) => {
      if (!field) return [span]
      const value = field === 'DATE' ? day : values[field]
      if (!value) return []
      const href = field === 'EMAIL' ? `mailto:${value}` : undefined
      return [{ ...span, text: value, ...(href && !span.href && { href }) }]
    })
  return blocks.map((block) => withTexts(block, written))
}
