import { useShop } from '../shop.ts'
import { Glyph } from './glyph.tsx'
import { cut, longestDescription, longestTitle } from './search-text.ts'

interface SearchResultProps {
  /** Its address after the shop's: `['products', 'morning-mug']`. */
  path: readonly string[]
  title: string
  description: string
  /** Said before the description: `from €22.00 · In stock`. */
  facts?: string
}

/** A page of the shop as a search engine may show it. */
export function SearchResult({ path, title, description, facts }: SearchResultProps) {
  const shop = useShop()
  return (
    <div className="serp" aria-label="How a search engine may show it" role="img">
      <p className="serp-s">
        <span className="mark">
          <Glyph of="sun" />
        </span>
        <span>
          <b>{shop.name}</b>
          <br />
          {[location.host, ...path.map((part) => part || '…')].join(' › ')}
        </span>
      </p>
      <p className="serp-t">{cut(title, longestTitle)}</p>
      <p className="serp-d">
        {facts && (
          <>
            <span>{facts}</span>
            <br />
          </>
        )}
        {cut(description, longestDescription)}
      </p>
    </div>
  )
}
