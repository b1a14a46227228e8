import { Crumbs } from '@vitrine/ui'
import { type CSSProperties, type ReactNode, useLayoutEffect } from 'react'
import { Link } from 'react-router'
import { to } from './shop.ts'
import { useShop } from './use-shop.ts'

/** The shape of a list or a product, in the place of a page that is slow to come. */
export function Skeleton({ path }: { path: string }) {
  const shop = useShop()
  useLayoutEffect(() => {
    window.scrollTo(0, 0)
  }, [])
  const home = (
    <Link key="home" to={to.home}>
      {shop.name}
    </Link>
  )
  const collection = shop.collections.find(({ slug }) => to.collection(slug) === path)
  if (path === to.all) {
    const title = shop.menu.find(({ href }) => href === to.all)?.label ?? 'All objects'
    return <ListSkeleton title={title} way={[home]} />
  }
  if (!collection) return path.startsWith('/products/') ? <ProductSkeleton /> : <ListSkeleton />
  const all = (
    <Link key="all" to={to.all}>
      {shop.collectionsTitle}
    </Link>
  )
  return <ListSkeleton title={collection.name} way={[home, all]} />
}

const Bar = (style: Pick<CSSProperties, 'inlineSize' | 'blockSize' | 'marginBlock' | 'borderRadius'>) => (
  <span className="sk" style={{ display: 'block', blockSize: '0.9rem', ...style }} />
)

const filters = ['60%', '80%', '72%', '84%', '66%', '78%', '50%', '70%']
const names = ['55%', '42%', '60%', '55%', '42%', '60%', '55%', '42%', '60%']

function ListSkeleton({ title, way }: { title?: string; way?: readonly ReactNode[] }) {
  return (
    <main id="main" aria-busy="true">
      <div className="sr" role="status">
        {title === undefined ? <h1>Fetching the shelf</h1> : 'Fetching the shelf'}
      </div>
      {title !== undefined && way && (
        <div className="wrap list-head">
          <Crumbs way={way} here={title} />
          <div className="list-head__row">
            <h1>{title}</h1>
          </div>
        </div>
      )}
      <div className="wrap list" aria-hidden="true">
        <div className="list__side only-wide">
          <div className="stack" style={{ '--stack': '1.1rem' } as CSSProperties}>
            {filters.map((width) => (
              <Bar key={width} inlineSize={width} />
            ))}
          </div>
        </div>
        <div className="list__main">
          <div className="bar">
            <Bar inlineSize="8rem" blockSize="1rem" />
            <Bar inlineSize="9rem" blockSize="1rem" />
          </div>
          <div className="cards cards--list">
            {names.map((width, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a card is its place
              <div className="card" key={at}>
                <div className="card__pic sk" style={{ animationDelay: `${60 * at}ms` }} />
                <div className="card__text">
                  <Bar inlineSize={width} blockSize="1.2rem" />
                  <Bar inlineSize="3rem" blockSize="1.2rem" />
                  <div className="card__meta">
                    <Bar inlineSize="4.5rem" blockSize="1rem" />
                  </div>
                </div>
              </div>
            ))}
          </div>
        </div>
      </div>
    </main>
  )
}

const sentences = ['100%', '94%', '61%']
const swatches = [1, 2, 3, 4]

const ProductSkeleton = () => (
  <main id="main" aria-busy="true">
    <div className="sr" role="status">
      <h1>Fetching the object</h1>
    </div>
    <div className="wrap product" aria-hidden="true">
      <div className="gallery">
        <div className="shot shot--big">
          <div className="shot__a sk" />
        </div>
        <div className="shot">
          <div className="shot__a sk" />
        </div>
        <div className="shot">
          <div className="shot__a sk" />
        </div>
      </div>
      <div className="buy">
        <div className="buy__in">
          <Bar inlineSize="60%" />
          <Bar inlineSize="80%" blockSize="3.2rem" marginBlock="2.2rem 1rem" />
          <Bar inlineSize="28%" blockSize="1.6rem" />
          <div className="stack" style={{ '--stack': '0.7rem', marginBlock: '2rem' } as CSSProperties}>
            {sentences.map((width) => (
              <Bar key={width} inlineSize={width} blockSize="0.95rem" />
            ))}
          </div>
          <div className="row" style={{ gap: '0.6rem' }}>
            {swatches.map((at) => (
              <Bar key={at} inlineSize="2.6rem" blockSize="2.6rem" borderRadius="50%" />
            ))}
          </div>
          <div className="row" style={{ marginBlock: '1.6rem' }}>
            <Bar inlineSize="8rem" blockSize="3rem" />
            <Bar inlineSize="8rem" blockSize="3rem" />
          </div>
          <Bar inlineSize="100%" blockSize="3.25rem" />
        </div>
      </div>
    </div>
  </main>
)
