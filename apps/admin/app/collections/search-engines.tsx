import { TextArea, TextField } from '../parts/field.tsx'
import { Glyph } from '../parts/glyph.tsx'
import { useShop } from '../shop.ts'

interface Said {
  value: string
  disabled: boolean
  error: string | undefined
  /** What stands there where nothing is said. */
  usual: string
  onChange: (event: { target: { value: string } }) => void
}

interface SearchEnginesProps {
  slug: string
  title: Said
  text: Said
}

/** How a collection is shown by search engines. */
export function SearchEngines({ slug, title: { usual: usualTitle, ...title }, text: { usual: usualText, ...text } }: SearchEnginesProps) {
  const shop = useShop()
  const named = `${usualTitle || 'Collection'} · ${shop.name}`
  return (
    <section className="sec">
      <header className="sec-h">
        <h2>In search engines</h2>
      </header>
      <div className="grid2">
        <div className="stack">
          <TextField {...title} label="Title in results" maxLength={200} placeholder={named} />
          <TextArea {...text} label="Text in results" rows={3} maxLength={500} placeholder={usualText} />
        </div>
        <div className="serp" aria-label="How a search engine may show it" role="img">
          <p className="serp-s">
            <span className="mark">
              <Glyph of="sun" />
            </span>
            <span>
              <b>{shop.name}</b>
              <br />
              {`${location.host} › collections › ${slug || '…'}`}
            </span>
          </p>
          <p className="serp-t">{title.value || named}</p>
          <p className="serp-d">{text.value || usualText}</p>
        </div>
      </div>
    </section>
  )
}
