import { useId } from 'react'
import { TextArea, TextField } from '../../parts/field.tsx'
import { SearchResult } from '../../parts/search-result.tsx'
import { cut, longestDescription, longestTitle } from '../../parts/search-text.ts'
import { useShop } from '../../shop.ts'
import type { ProductValues, Wrong } from './values.ts'

interface SearchEnginesProps {
  values: ProductValues
  wrong: Wrong
  disabled: boolean
  /** `from €22.00 · In stock` */
  facts: string
  onChange: (change: Partial<ProductValues>) => void
}

const textOf = (html: string): string =>
  (new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '').replaceAll(/\s+/g, ' ').trim()

/** How the product is found and shown by search engines. */
export function SearchEngines({ values, wrong, disabled, facts, onChange }: SearchEnginesProps) {
  const id = useId()
  const shop = useShop()
  const usualTitle = `${values.name || 'Product'} · ${shop.name}`
  const usualDescription = cut(textOf(values.description), longestDescription)
  const [title, description] = [values.seoTitle || usualTitle, values.seoDescription || usualDescription]
  return (
    <section className="sec" aria-labelledby={`${id}-t`}>
      <header className="sec-h">
        <h2 id={`${id}-t`}>In search engines</h2>
      </header>
      <div className="grid2">
        <div className="stack">
          <TextField
            label="Title"
            maxLength={200}
            disabled={disabled}
            value={values.seoTitle}
            placeholder={usualTitle}
            hint={`${title.length} of ${longestTitle} characters`}
            onChange={({ target }) => onChange({ seoTitle: target.value })}
          />
          <TextArea
            label="Description"
            rows={3}
            maxLength={500}
            disabled={disabled}
            value={values.seoDescription}
            placeholder={usualDescription}
            hint={`${description.length} of ${longestDescription} characters`}
            onChange={({ target }) => onChange({ seoDescription: target.value })}
          />
          <TextField
            label="Address"
            before="/products/"
            maxLength={100}
            disabled={disabled}
            value={values.slug}
            error={wrong.slug}
            placeholder="made from the title"
            hint="A redirect from the old address is made when you change it."
            onChange={({ target }) => onChange({ slug: target.value.toLowerCase().replaceAll(/\s+/g, '-') })}
          />
        </div>
        <SearchResult path={['products', values.slug]} title={title} description={description} facts={facts} />
      </div>
    </section>
  )
}
