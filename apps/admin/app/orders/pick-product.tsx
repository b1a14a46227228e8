import type { Input, Product, Variant } from '@vitrine/contract'
import { Search } from 'lucide-react'
import { useDeferredValue, useEffect, useId, useState } from 'react'
import { client } from '../client.ts'
import { Keys } from '../parts/button.tsx'
import { Combobox, ComboboxInput, ComboboxItem, ComboboxList } from '../parts/combobox.tsx'
import { Status } from '../parts/glyph.tsx'
import { Icon } from '../parts/icon.tsx'
import { Thumb } from '../parts/thumb.tsx'
import { readProductSearch } from './product-search.ts'

/** The products of the shop, as lines of carts and orders name them. */
const catalogueAppId = '215238eb-22a5-4c36-9e7b-e7c08025e04e'
const mostFound = 8

type CatalogLine = NonNullable<Input<'POST /ecom/v1/draft-orders/{draftOrderId}/add-line-items'>['catalogLineItems']>[number]

/** Something of the catalogue that somebody chose, as `add-line-items` wants it. */
export interface Picked extends CatalogLine {
  readonly quantity: number
}

interface PickProductProps {
  /** Adds it; false where it was refused, and then what was written stays. */
  onPick: (picked: Picked) => Promise<boolean>
  disabled?: boolean
  ref?: React.Ref<HTMLInputElement>
}

interface Found {
  readonly id: string
  readonly name: string
  readonly picture: string | undefined
  readonly price: string
  readonly left: number | undefined
  readonly inStock: boolean
  readonly line: CatalogLine
}

/** A field that finds products by their names, each with its choices made. ↵ adds one, a number before it adds so many. */
export function PickProduct({ onPick, disabled = false, ref }: PickProductProps) {
  const id = useId()
  const [text, setText] = useState('')
  const [found, setFound] = useState<{ readonly words: string; readonly of: readonly Found[] }>()
  const { words, quantity } = readProductSearch(text)
  const wanted = useDeferredValue(words)
  useEffect(() => {
    if (wanted === '') return undefined
    const stop = new AbortController()
    client.search.searchProducts({ q: wanted, limit: mostFound }, { signal: stop.signal }).then(
      ({ products }) => {
        setFound({ words: wanted, of: products.flatMap((product) => choicesOf(product, wanted)).slice(0, mostFound) })
      },
      () => {},
    )
    return () => stop.abort()
  }, [wanted])
  const options = words !== '' && found?.words === words ? found.of : []
  const isKnown = found?.words === words

  async function pick(one: Found) {
    if (disabled) return
    if (await onPick({ ...one.line, quantity })) {
      setText('')
      setFound(undefined)
    }
  }
  return (
    <Combobox first text={text} onText={setText} found={options.map((one) => one.id)}>
      <div className="searchbox addline">
        <Icon of={Search} />
        <label className="vh" htmlFor={id}>
          Add an item
        </label>
        <ComboboxInput
          id={id}
          ref={ref}
          type="search"
          placeholder="Add an item"
          disabled={disabled}
          shows={words !== ''}
          onKeyDown={(event) => {
            // Where nothing is found yet, ↵ must not send the form around it.
            if (event.key === 'Enter' && !event.metaKey && !event.ctrlKey) event.preventDefault()
            else if (event.key === 'Escape' && text !== '') {
              event.stopPropagation()
              setText('')
            }
          }}
        />
        <span className="faint small hide-s keyhint">
          <Keys of={['↵']} /> adds one, <Keys of={['3']} /> <Keys of={['↵']} /> adds three
        </span>
      </div>
      <ComboboxList className="menu flat" label="What was found" hidden={words === ''}>
        {options.map((one) => (
          <ComboboxItem key={one.id} id={one.id} className="mi found" onPick={() => void pick(one)}>
            <Thumb src={one.picture} size={26} />
            <span className="clip">{one.name}</span>
            {one.inStock ? (
              one.left !== undefined && <span className="faint nowrap">{one.left} in stock</span>
            ) : (
              <Status glyph="s-slash" tone="bad">
                Out
              </Status>
            )}
            <span className="end">{quantity > 1 ? `${quantity} × ${one.price}` : one.price}</span>
          </ComboboxItem>
        ))}
        {words !== '' && isKnown && options.length === 0 && (
          <div className="mi faint" role="option" aria-selected="false" aria-disabled="true">
            Nothing is called “{words}”.
          </div>
        )}
      </ComboboxList>
    </Combobox>
  )
}

/** What can be bought of a product; what the words name of its choices comes first. */
function choicesOf(product: Product, words: string): Found[] {
  const said = words.toLowerCase().split(/\s+/)
  const rank = ({ choices }: Variant) => {
    const text = Object.values(choices ?? {})
      .join(' ')
      .toLowerCase()
    return said.filter((word) => text.includes(word)).length
  }
  return product.variants
    .filter(({ variant }) => variant?.visible !== false)
    .map((one) => ({ one, rank: rank(one) }))
    .sort((a, b) => b.rank - a.rank)
    .map(({ one: { id, choices = {}, variant, stock } }): Found => {
      const picture = product.productOptions
        .flatMap(({ name, choices: all = [] }) => all.filter(({ description }) => description === choices[name]))
        .find(({ media }) => media?.mainMedia)?.media
      return {
        id: `${product.id} ${id}`,
        name: [product.name, ...Object.values(choices)].join(', '),
        picture: (picture ?? product.media)?.mainMedia?.image?.url,
        price: (variant?.priceData ?? product.priceData)?.formatted?.discountedPrice ?? '',
        left: stock?.trackQuantity ? stock.quantity : undefined,
        inStock: stock?.inStock ?? true,
        line: {
          catalogReference: {
            appId: catalogueAppId,
            catalogItemId: product.id,
            ...(Object.keys(choices).length > 0 && { options: { options: choices } }),
          },
        },
      }
    })
}
