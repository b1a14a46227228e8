import { Picture } from '@vitrine/ui'
import { useEffect } from 'react'
import { Link, useFetcher } from 'react-router'
import type { loader } from '../routes/seen.ts'
import { to } from '../shop/shop.ts'
import { useShop } from '../shop/use-shop.ts'
import { forgetSeenProducts, useSeenProducts } from './seen.ts'

/** What somebody looked at last, but for the page they are on; nothing where they looked at nothing else. */
export default function RecentlySeen({ but }: { but?: string | undefined }) {
  const { name } = useShop()
  const slugs = useSeenProducts(name).filter((slug) => slug !== but)
  const { load, data } = useFetcher<typeof loader>()
  const asked = slugs.join(',')
  useEffect(() => {
    if (asked !== '') void load(`/seen?${new URLSearchParams({ of: asked })}`)
  }, [asked, load])
  const shown = data ? data.products.filter(({ slug }) => slugs.includes(slug)) : []
  if (shown.length === 0) return null
  return (
    <section className="section wrap seen" aria-labelledby="seen">
      <div className="between">
        <h2 id="seen">Recently seen</h2>
        <button type="button" className="text-button" onClick={() => forgetSeenProducts(name)}>
          Forget these
        </button>
      </div>
      <ul className="seen__list">
        {shown.map(({ slug, name: title, picture }) => (
          <li key={slug}>
            <Link to={to.product(slug)}>
              {picture ? <Picture of={picture} sizes="(min-width: 64rem) 152px, 104px" ratio={4 / 5} silent /> : null}
              <span className="name small">{title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
