import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import { NewsletterForm } from './newsletter.tsx'
import { type Shop, to } from './shop.ts'

/** The collections, what else the shop has to say, and its name setting behind the edge of the page. */
export function Footer({ shop, newsletter: asks }: { shop: Shop; newsletter: boolean }) {
  const newsletter = asks ? shop.newsletter : undefined
  const { title, text } = newsletter ?? { title: shop.tagline, text: shop.words }
  return (
    <footer className="foot" id="footer">
      <div className="wrap">
        {/* Where the sign for the menu leads without script. */}
        <h2 className="foot__menu no-script" id="menu">
          Menu
        </h2>
        <div className="foot__grid">
          <div className="foot__news">
            {title && <h2>{title}</h2>}
            <p className="soft small">{text}</p>
            {newsletter && <NewsletterForm place="footer" />}
          </div>
          {shop.collections.length > 0 && (
            <nav aria-labelledby="foot-collections">
              <h2 id="foot-collections">{shop.collectionsTitle}</h2>
              <ul>
                {shop.collections.map(({ slug, name }) => (
                  <li key={slug}>
                    <Link discover="none" to={to.collection(slug)}>
                      {name}
                    </Link>
                  </li>
                ))}
              </ul>
            </nav>
          )}
          {shop.footer.columns.map(({ title, ways }, at) => (
            <nav key={title} aria-labelledby={`foot-${at}`}>
              <h2 id={`foot-${at}`}>{title}</h2>
              <ul>
                {ways.map(({ label, href }) => (
                  <li key={href}>
                    <Link discover="none" to={href}>
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
          {shop.address.length > 0 && (
            <div>
              <h2>{shop.name}</h2>
              <address className="foot__at">
                {shop.address.map((line) => (
                  <span key={line}>{line}</span>
                ))}
              </address>
            </div>
          )}
        </div>
        {shop.footer.base.length > 0 && (
          <div className="foot__base">
            <ul>
              {shop.footer.base.map(({ label, href }) => (
                <li key={href}>
                  <Link discover="none" to={href}>
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        )}
        <div className="foot__cq">
          <p className="foot__mark" aria-hidden="true" style={{ '--letters': shop.wordmark.length } as CSSProperties}>
            {shop.wordmark}
          </p>
        </div>
      </div>
    </footer>
  )
}
