import { Link } from 'react-router'
import { GonePage, goneIn } from '../catalogue/gone.tsx'
import { Odd } from './odd.tsx'
import { SearchBox } from './search-box.tsx'
import { to } from './shop.ts'
import { useFoundShop } from './use-shop.ts'

/** What is not there, or is not there any more (410): a product that is gone shows what is like it. */
export default function NothingHere({ status, data }: { status: number; data?: unknown }) {
  const shop = useFoundShop()
  const gone = goneIn(data)
  if (gone) return <GonePage {...gone} />
  const isGone = status === 410
  return (
    <Odd shop={shop} code={String(status)} title={isGone ? 'This collection is gone' : 'This shelf is empty'} picture={0}>
      <p className="lead">{isGone ? 'The others are still here.' : 'The page moved, or never was.'}</p>
      <SearchBox />
      <p className="small soft">
        Or{' '}
        <Link className="link" to={to.findOrder}>
          where is my order
        </Link>
        ?
      </p>
      {shop && (
        <ul className="chips odd__ways">
          {shop.collections.slice(0, isGone ? 12 : 4).map(({ slug, name }) => (
            <li key={slug}>
              <Link className="chip chip--plain" to={to.collection(slug)}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Odd>
  )
}
