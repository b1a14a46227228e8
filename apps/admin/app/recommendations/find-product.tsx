import { Search } from 'lucide-react'
import { useId, useState } from 'react'
import { client } from '../client.ts'
import { useAnswer } from '../parts/answer.ts'
import { Combobox, ComboboxInput, ComboboxItem, ComboboxList } from '../parts/combobox.tsx'
import { Icon } from '../parts/icon.tsx'
import { Thumb } from '../parts/thumb.tsx'

const mostFound = 8

interface FindProductProps {
  readonly label: string
  readonly disabled?: boolean
  readonly onPick: (productId: string, name: string) => void
}

/** A field that finds a product by its name. */
export function FindProduct({ label, disabled = false, onPick }: FindProductProps) {
  const id = useId()
  const [text, setText] = useState('')
  const words = text.trim()
  const found = useAnswer({
    ask:
      words === ''
        ? undefined
        : async (signal) => ({ words, ...(await client.search.searchProducts({ q: words, limit: mostFound }, { signal })) }),
    of: words,
    ms: 0,
  })
  const isKnown = found?.words === words
  const options = isKnown ? found.products : []
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
              onPick(one.id, one.name ?? '')
            }}
          >
            <Thumb src={one.media?.mainMedia?.image?.url} size={26} />
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
