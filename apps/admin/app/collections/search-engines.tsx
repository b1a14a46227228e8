import { TextArea, TextField } from '../parts/field.tsx'
import { SearchResult } from '../parts/search-result.tsx'
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
  /** Of its page, after the shop's address. */
  path: readonly string[]
  title: Said
  text: Said
}

/** How a collection is shown by search engines. */
export function SearchEngines({ path, title: { usual: usualTitle, ...title }, text: { usual: usualText, ...text } }: SearchEnginesProps) {
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
        <SearchResult path={path} title={title.value || named} description={text.value || usualText} />
      </div>
    </section>
  )
}
