import { classes, Picture } from '@vitrine/ui'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { coversOf } from '../shop/covers.ts'
import { to } from '../shop/shop.ts'
import { useShop } from '../shop/use-shop.ts'
import { Wordmark } from '../shop/wordmark.tsx'

export interface HostedProps {
  /** Which of the shop's pictures stands beside it. */
  picture: number
  /** In its place: a picture of something, by its address. */
  image?: string | undefined
  /** Where one came from, when that is not the shop. */
  back?: { label: string; href: string } | undefined
  children: ReactNode
}

/** It is as high as the window, so that a cut of 4:5 is wider than where it stands. */
const sizes = '(min-width: 64rem) max(50vw, 80vh), (min-width: 48rem) 80vh, 1px'

/** The page of one step of signing in, for the shop itself and for other apps: a form, and a picture of the shop beside it. */
export function Hosted({ picture, image, back, children }: HostedProps) {
  const shop = useShop()
  const covers = coversOf(shop.covers)
  const shown = covers[picture % covers.length]
  return (
    <div className={classes('hosted', !shown && !image && 'hosted--bare')}>
      <header className="hosted__head">
        <Wordmark shop={shop} />
        {back ? (
          <a className="link small" href={back.href}>
            {back.label}
          </a>
        ) : (
          <Link className="link small" to={to.home}>
            Back to the shop
          </Link>
        )}
      </header>
      <main id="main" className="hosted__main">
        {children}
      </main>
      <footer className="hosted__foot small soft">
        {shop.footer.base.map(({ label, href }) => (
          <Link key={href} className="link" to={href}>
            {label}
          </Link>
        ))}
        {shop.email && (
          <a className="link" href={`mailto:${shop.email}`}>
            Write to us
          </a>
        )}
      </footer>
      {image ? (
        <div className="hosted__pic">
          <img src={image} alt="" width="1000" height="1250" />
        </div>
      ) : (
        shown && (
          <div className="hosted__pic">
            <Picture of={shown} sizes={sizes} ratio={4 / 5} eager silent />
          </div>
        )
      )}
    </div>
  )
}
