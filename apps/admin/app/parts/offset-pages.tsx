import { Link } from 'react-router'

interface OffsetPagesProps {
  /** The address of the first page. */
  readonly at: string
  readonly from: number
  readonly perPage: number
  readonly shown: number
  readonly of: number
}

/** Where a page of a long list begins, as its address says. */
export const readFrom = (search: URLSearchParams): number => Math.min(100_000, Math.max(0, Math.trunc(Number(search.get('from')) || 0)))

/** The ways to what comes before, and to what comes after. */
export function OffsetPages({ at, from, perPage, shown, of }: OffsetPagesProps) {
  if (from === 0 && shown >= of) return null
  const before = Math.max(0, from - perPage)
  const page = (n: number) => (n === 0 ? at : `${at}${at.includes('?') ? '&' : '?'}from=${n}`)
  return (
    <nav className="row small" aria-label="Pages">
      {from > 0 && <Link to={page(before)}>Previous</Link>}
      <span className="soft">
        {shown === 0 ? 'None' : `${(from + 1).toLocaleString('en-GB')} to ${(from + shown).toLocaleString('en-GB')}`} of{' '}
        {of.toLocaleString('en-GB')}
      </span>
      {from + shown < of && shown > 0 && <Link to={page(from + perPage)}>Next</Link>}
    </nav>
  )
}
