import { Button, buttonClass, Dialog, Icon, Swatch, useMoneyText } from '@vitrine/ui'
import { SlidersHorizontal, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Form, Link, useNavigation, useSearchParams, useSubmit } from 'react-router'
import { many } from '../shop/text.ts'
import { countText } from './counted.ts'
import { type Ask, type Facet, isFiltered, type Listing, readAmount, without } from './listing.ts'
import { PriceRange } from './price-range.tsx'
import { SortBy } from './sort-by.tsx'
import { useAsked } from './use-asked.ts'

/** The form of all facets. Without script it has a button; with script it asks as soon as something is ticked. */
function FacetForm({ ask, listing, id, ways }: { ask: Ask; listing: Listing; id: string; ways: ReactNode }) {
  const submit = useSubmit()
  const { prices, facets } = listing
  // What most people narrow down by stands open and first: the collection, the first colours, the price, whether it is there.
  const colours = facets.findIndex(({ entries }) => entries.some(({ colour }) => colour))
  const before = facets.filter((facet, at) => facet.single || at === colours)
  const after = facets
    .filter((facet) => !before.includes(facet))
    .sort((one, other) => Number(other.key === 'in-stock') - Number(one.key === 'in-stock'))
  const fold = (facet: Facet) => (
    <Fold
      key={facet.key}
      title={facet.title}
      open={before.includes(facet) || facet.key === 'in-stock' || facet.entries.some(({ chosen }) => chosen)}
    >
      <Entries of={facet} />
    </Fold>
  )
  const send = (form: HTMLFormElement) => void submit(clean(form), { preventScrollReset: true })
  return (
    <Form
      className="facets"
      aria-label="Filter"
      preventScrollReset
      onChange={({ target, currentTarget }) => {
        if ((target as EventTarget) instanceof HTMLInputElement && target.type !== 'text') send(currentTarget)
      }}
      onSubmit={(event) => {
        event.preventDefault()
        send(event.currentTarget)
      }}
    >
      {ask.q && <input type="hidden" name="q" value={ask.q} />}
      {ask.sort !== 'featured' && <input type="hidden" name="sort" value={ask.sort} />}
      {before.map(fold)}
      {(prices.most > prices.least || ask.from !== undefined || ask.upTo !== undefined) && (
        <Fold title="Price" open>
          <PriceRange ask={ask} prices={prices} id={id} />
        </Fold>
      )}
      {after.map(fold)}
      {ways}
    </Form>
  )
}

/** The fields that say something, so that the address stays short. */
function clean(form: HTMLFormElement) {
  const asked = new URLSearchParams()
  for (const [key, value] of new FormData(form)) {
    const said = typeof value !== 'string' ? undefined : key === 'from' || key === 'to' ? readAmount(value) : value
    if (said !== undefined && said !== '') asked.append(key, String(said))
  }
  return asked
}

function Fold({ title, open, children }: { title: string; open: boolean; children: ReactNode }) {
  return (
    <details className="facet" open={open}>
      <summary>{title}</summary>
      <div className="facet__in">{children}</div>
    </details>
  )
}

const Entries = ({ of: { key, entries } }: { of: Facet }) => entries.map((entry) => <Entry key={entry.value} name={key} {...entry} />)

function Entry({ name, value, label, count, chosen, colour, plain }: Facet['entries'][number] & { name: string }) {
  const [ticked, tick] = useAsked(chosen)
  return (
    <label className="check">
      <input
        type="checkbox"
        name={name}
        value={value}
        checked={ticked}
        onChange={({ target }) => tick(target.checked)}
        disabled={count === 0 && !chosen}
      />
      {colour && <Swatch colour={colour} plain={plain} />}
      <span>{label}</span>
      {count !== undefined && <span className="n">{count}</span>}
    </label>
  )
}

export interface FacetedProps {
  ask: Ask
  listing: Listing
  /** `of 28 objects`, or what was asked for. */
  about: ReactNode
  children: ReactNode
}

/** A list of products with its facets beside it, or in a drawer on narrow screens; count, chips and sort above it. */
export function Faceted({ ask, listing, about, children }: FacetedProps) {
  const [open, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const [search] = useSearchParams()
  const navigation = useNavigation()
  const busy =
    navigation.state === 'loading' &&
    navigation.location.search !== '' &&
    typeof window !== 'undefined' &&
    navigation.location.pathname === window.location.pathname
  const text = useMoneyText()
  const chips = [
    ...listing.facets.flatMap(({ key, title, entries }) =>
      entries.flatMap((entry) =>
        entry.chosen ? [key === 'rating' ? { ...entry, key, value: undefined, label: `${title} ${entry.label}` } : { ...entry, key }] : [],
      ),
    ),
    ...(ask.from !== undefined
      ? [{ key: 'from', value: undefined, label: `From ${text(ask.from)}`, colour: undefined, plain: undefined }]
      : []),
    ...(ask.upTo !== undefined
      ? [{ key: 'to', value: undefined, label: `Up to ${text(ask.upTo)}`, colour: undefined, plain: undefined }]
      : []),
  ]
  if (listing.count === 0 && chips.length === 0 && !isFiltered(ask) && ask.page === 1) return <div className="wrap">{children}</div>
  return (
    <div className="wrap list">
      <aside className="list__side only-wide" aria-label="Filters">
        <FacetForm
          ask={ask}
          listing={listing}
          id="side"
          ways={
            <Button className="no-script" line small>
              Show
            </Button>
          }
        />
      </aside>
      <div className="list__main" aria-busy={busy || undefined}>
        <div className="bar">
          <button
            type="button"
            className="button button--line button--small only-narrow filter__open"
            onClick={() => {
              setWasOpen(true)
              setOpen(true)
            }}
          >
            <Icon of={SlidersHorizontal} small /> Filter{chips.length > 0 && `, ${chips.length}`}
          </button>
          <p className="bar__n" role="status">
            <strong>{countText(listing)}</strong> {about}
          </p>
          <SortBy ask={ask} />
        </div>
        {chips.length > 0 && (
          <ul className="chips" aria-label="Chosen filters">
            {chips.map(({ key, value, label, colour, plain }) => (
              <li key={key + value}>
                <Link
                  className="chip"
                  to={without(search, value === undefined ? { key } : { key, value })}
                  aria-label={`Remove: ${label}`}
                  preventScrollReset
                >
                  {colour && <Swatch colour={colour} plain={plain} size="1rem" />}
                  {label}
                  <Icon of={X} />
                </Link>
              </li>
            ))}
            {isFiltered(ask) && (
              <li>
                <Link className="link small" to={without(search)} preventScrollReset>
                  Clear all
                </Link>
              </li>
            )}
          </ul>
        )}
        {children}
      </div>
      <Dialog className="drawer" aria-labelledby="filter-title" open={open} onClose={() => setOpen(false)}>
        <div className="drawer__head">
          <h2 id="filter-title" tabIndex={-1} data-first-focus>
            Filter
          </h2>
          <button type="button" className="icon-button" aria-label="Close" onClick={() => setOpen(false)}>
            <Icon of={X} />
          </button>
        </div>
        <div className="drawer__body">{wasOpen && <FacetForm ask={ask} listing={listing} id="drawer" ways={null} />}</div>
        <div className="drawer__foot">
          <button type="button" className={buttonClass({ wide: true })} onClick={() => setOpen(false)}>
            {listing.estimated ? `Show ${countText(listing)} objects` : `Show ${many(listing.count, 'object')}`}
          </button>
        </div>
      </Dialog>
    </div>
  )
}
