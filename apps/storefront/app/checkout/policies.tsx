import { Link } from 'react-router'
import { to } from '../shop/shop.ts'
import { useFoundShop } from '../shop/use-shop.ts'
import type { Asks } from './asks.ts'

/**
 * What the shop wants to be read: a page opens beside the checkout, a text where it stands, so that nothing is lost that was written. Pages that are
 * linked at each foot stand there.
 */
export function Policies({ of: policies }: { of: Asks['policies'] }) {
  const listed = new Set(useFoundShop()?.footer.base.map(({ href }) => href))
  const pages = policies.filter(({ slug }) => slug !== undefined && !listed.has(to.page(slug)))
  if (pages.length === 0 && policies.every(({ slug }) => slug !== undefined)) return null
  return (
    <div className="co-policies">
      {pages.length > 0 && (
        <ul className="co-policies__pages">
          {pages.map(({ name, title, slug }) => (
            <li key={name}>
              <Link className="link" to={to.page(slug!)} target="_blank">
                {title}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {policies.map(
        ({ name, title, content, slug }) =>
          slug === undefined && (
            <details key={name} className="co__more">
              <summary>
                <span className="link">{title}</span>
              </summary>
              <div className="co-policies__in">
                {content.split(/\n{2,}/).map((paragraph) => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
              </div>
            </details>
          ),
      )}
    </div>
  )
}
