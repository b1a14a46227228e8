import { Link, useNavigate } from 'react-router'
import { to } from '../shop/shop.ts'
import { mostCompared } from './compare.ts'
import { lastCompared } from './last.ts'

/** From a product to where it stands beside others: those that were compared last, where there are any. */
export function WayToCompare({ slug, name }: { slug: string; name: string }) {
  const navigate = useNavigate()
  return (
    <p className="wrap small">
      <Link
        className="link"
        to={to.compare([slug])}
        onClick={(event) => {
          const others = lastCompared().filter((other) => other !== slug)
          if (others.length === 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          void navigate(to.compare([...others.slice(0, mostCompared - 1), slug]))
        }}
      >
        Compare it with others<span className="sr"> {name}</span>
      </Link>
    </p>
  )
}
