import { Form, useSearchParams, useSubmit } from 'react-router'
import { type Ask, SORTS } from './listing.ts'
import { useAsked } from './use-asked.ts'

/** In which order a list stands; all else that was asked for stays. */
export function SortBy({ ask }: { ask: Ask }) {
  const [search] = useSearchParams()
  const submit = useSubmit()
  const [sort, choose] = useAsked<string>(ask.sort)
  return (
    <Form className="sort" preventScrollReset>
      {[...search].map(
        ([key, value]) => key !== 'sort' && key !== 'page' && <input key={key + value} type="hidden" name={key} value={value} />,
      )}
      <label htmlFor="sort" className="soft" aria-hidden="true">
        Sort by
      </label>
      <select
        className="sort__select"
        id="sort"
        name="sort"
        aria-label="Sort by"
        value={sort}
        onChange={({ currentTarget }) => {
          choose(currentTarget.value)
          void submit(currentTarget.form, { preventScrollReset: true })
        }}
      >
        {Object.entries(SORTS).map(([value, label]) => (
          <option key={value} value={value}>
            {value === 'featured' && ask.q ? 'Best match' : label}
          </option>
        ))}
      </select>
      <button className="link small no-script">Show</button>
    </Form>
  )
}
