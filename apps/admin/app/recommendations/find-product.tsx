import { Search } from 'lucide-react'
import { useDeferredValue, useEffect, useId, useState } from 'react'
import { client } from '../client.ts'
import { Combobox, ComboboxInput, ComboboxItem, ComboboxList } from '../parts/combobox.tsx'
import { Icon } from '../parts/icon.tsx'
import { Thumb } from '../parts/thumb.tsx'

const mostFound = 8

interface Found {
  readonly id: string
  readonly name: string
  readonly picture: string | undefined
}

interface FindProductProps {
  readonly label: string
  readonly disabled?: boolean
  readonly onPick: (productId: string) => void
}

/** A field that finds a product by its name. */
export function FindProduct({ label, disabled = false, onPick }: FindProductProps) {
  const id = useId()
  const [text, setText] = useState('')
  const [found, setFound] = useState<{ readonly words: string; readonly of: readonly Found[] }>()
  const words = text.trim()
  const wanted = useDeferredValue(words)
  useEffect(() => {
    if (wanted === '') return undefined
    const stop = new AbortController()
    client.search.searchProducts({ q: wanted, limit: mostFound }, { signal: stop.signal }).then(
      ({ products }) =>
        setFound({
          words: wanted,
          of: products.map(({ id: productId, name, media }) => ({
            id: productId,
            name: name ?? '',
            picture: media?.mainMedia?.image?.url,
          })),
        }),
      () => {},
    )
    return () => stop.abort()
  }, [wanted])
  const isKnown = found?.words === words
  const options = words !== '' && isKnown ? found.of : []
  return (
    <Combobox first text={text} onText={setText} found={options.map((one) => one.id)}>
      <div className="searchbox addline">
        <Icon of={Search} />
        <label className="vh" htmlFor={id}>
          {label}
        </label>
        <ComboboxInput id={id} type="search" placeholder={label} disabled={disabled} shows={words !== ''} />
      </div>
      <ComboboxList className="menu flat" label="Products found" hidden={words === ''}>
        {options.map((one) => (
          <ComboboxItem
            key={one.id}
            id={one.id}
            className="mi found"
            onPick={() => {
              setText('')
              onPick(one.id)
            }}
          >
            <Thumb src={one.picture} size={26} />
            <span className="clip">{one.name}</span>
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
