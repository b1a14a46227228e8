import { ChevronDown, Search } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { client } from '../client.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Check } from '../parts/field.tsx'
import { Icon } from '../parts/icon.tsx'
import { Thumb } from '../parts/thumb.tsx'
import { type Collection, called, everything, isAll, type Names, readCollections, type Things } from './things.ts'

interface ThingsFieldProps {
  /** What they are, for those who do not see the sentence around it. */
  label: string
  value: Things
  names: Names
  /** One collection or one product at most. */
  single?: boolean
  error?: string | undefined
  onChange: (value: Things, names: Names) => void
}

/** Products, in a sentence; a click opens what can be chosen. */
export function ThingsField({ label, value, names, single = false, error, onChange }: ThingsFieldProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <div className="field">
      <button
        type="button"
        className="btn thingsbtn"
        aria-haspopup="dialog"
        aria-label={`${label}: ${called(value, names)}`}
        {...(error && { 'aria-describedby': `${id}-e`, 'data-bad': '' })}
        onClick={() => setOpen(true)}
      >
        <span>{called(value, names)}</span>
        <Icon of={ChevronDown} small />
      </button>
      {error && (
        <p className="err" id={`${id}-e`} role="alert">
          {error}
        </p>
      )}
      {open && (
        <ThingsDialog
          title={label}
          value={value}
          names={names}
          single={single}
          onChoose={(chosen, all) => {
            setOpen(false)
            onChange(chosen, all)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}

interface Found {
  readonly id: string
  readonly name: string
  readonly picture: string | undefined
}

const mostFound = 20

function ThingsDialog({
  title,
  value,
  names,
  single,
  onChoose,
  onClose,
}: {
  title: string
  value: Things
  names: Names
  single: boolean
  onChoose: (value: Things, names: Names) => void
  onClose: () => void
}) {
  const [chosen, setChosen] = useState(value)
  const [known, setKnown] = useState(names)
  const [words, setWords] = useState('')
  const [collections, setCollections] = useState<readonly Collection[]>([])
  const [found, setFound] = useState<readonly Found[]>([])
  const id = useId()
  useEffect(() => {
    readCollections().then(setCollections, () => {})
  }, [])
  useEffect(() => {
    const stop = new AbortController()
    const text = words.trim()
    const asked =
      text === ''
        ? client.products.queryProducts({ query: { paging: { limit: mostFound } } }, { signal: stop.signal })
        : client.search.searchProducts({ q: text, limit: mostFound }, { signal: stop.signal })
    asked.then(
      ({ products }) => {
        const of = products.map((product) => ({ id: product.id, name: product.name ?? '', picture: product.media?.mainMedia?.image?.url }))
        setFound(of)
        setKnown((before) => new Map([...before, ...of.map((one) => [one.id, one.name] as const)]))
      },
      () => {},
    )
    return () => stop.abort()
  }, [words])
  const toggle = (kind: keyof Things, one: string) => {
    const has = chosen[kind].includes(one)
    if (single) return setChosen(has ? everything : { ...everything, [kind]: [one] })
    setChosen({ ...chosen, [kind]: has ? chosen[kind].filter((other) => other !== one) : [...chosen[kind], one] })
  }
  const wanted = words.trim().toLowerCase()
  const shown = collections.filter(({ name }) => name.toLowerCase().includes(wanted))
  const saved = chosen.products.filter((one) => !found.some((other) => other.id === one) && wanted === '')
  return (
    <Dialog
      title={title}
      about={single ? 'One collection or one product.' : 'Collections, products, or both.'}
      does={isAll(chosen) ? 'Take everything' : `Take ${called(chosen, known)}`}
      says={
        !isAll(chosen) && (
          <Button kind="ghost" small onClick={() => setChosen(everything)}>
            Everything
          </Button>
        )
      }
      busy={false}
      onDo={() => onChoose(chosen, known)}
      onClose={onClose}
    >
      <div className="searchbox">
        <Icon of={Search} />
        <label className="vh" htmlFor={`${id}-q`}>
          Find collections and products
        </label>
        <input
          id={`${id}-q`}
          type="search"
          placeholder="Find collections and products"
          autoComplete="off"
          value={words}
          data-first=""
          onChange={({ target }) => setWords(target.value)}
        />
      </div>
      {shown.length > 0 && (
        <fieldset className="pickgroup">
          <legend className="lbl">Collections</legend>
          {shown.map(({ id: one, name, products }) => (
            <Check key={one} checked={chosen.collections.includes(one)} onChange={() => toggle('collections', one)}>
              {name}
              {products !== undefined && <span className="faint"> {products}</span>}
            </Check>
          ))}
        </fieldset>
      )}
      <fieldset className="pickgroup">
        <legend className="lbl">Products</legend>
        {saved.map((one) => (
          <Check key={one} checked onChange={() => toggle('products', one)}>
            {known.get(one) ?? 'A product that is gone'}
          </Check>
        ))}
        {found.map(({ id: one, name, picture }) => (
          <Check key={one} checked={chosen.products.includes(one)} onChange={() => toggle('products', one)}>
            <span className="withpic">
              <Thumb src={picture} size={26} />
              {name}
            </span>
          </Check>
        ))}
        {found.length === 0 && <p className="faint">No product is called “{words.trim()}”.</p>}
      </fieldset>
    </Dialog>
  )
}
