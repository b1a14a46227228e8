import { useId } from 'react'
import { TextArea, TextField } from '../../parts/field.tsx'
import { Glyph } from '../../parts/glyph.tsx'
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

const longestTitle = 60
const longestDescription = 155

const textOf = (html: string): string =>
  (new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
const cut = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most - 1).replace(/\s+\S*$/, '')} …`)

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
        <div className="serp" aria-label="How a search engine may show it" role="img">
          <p className="serp-s">
            <span className="mark">
              <Glyph of="sun" />
            </span>
            <span>
              <b>{shop.name}</b>
              <br />
              {`${location.host} › products › ${values.slug || '…'}`}
            </span>
          </p>
          <p className="serp-t">{cut(title, longestTitle)}</p>
          <p className="serp-d">
            <span>{facts}</span>
            <br />
            {cut(description, longestDescription)}
          </p>
        </div>
      </div>
    </section>
  )
}
