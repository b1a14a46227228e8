import { Link, useNavigate } from 'react-router'
import { priceAlertAt } from '../catalogue/alerts.ts'
import { compareAt, mostCompared } from './compare.ts'
import { lastCompared } from './last.ts'

/** From a product to where it stands beside others: those that were compared last, where there are any. */
export default function WayToCompare({ slug, name }: { slug: string; name: string }) {
  const navigate = useNavigate()
  return (
    <p className="small way-to-compare">
      <Link
        className="link"
        to={compareAt([slug])}
        onClick={(event) => {
          const others = lastCompared().filter((other) => other !== slug)
          if (others.length === 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          void navigate(compareAt([...others.slice(0, mostCompared - 1), slug]))
        }}
      >
        Compare it with others<span className="sr"> {name}</span>
      </Link>
      <Link className="link" to={priceAlertAt(slug)} rel="nofollow">
        Tell me when it costs less<span className="sr">: {name}</span>
      </Link>
    </p>
  )
}
