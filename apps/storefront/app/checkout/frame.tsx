import { Icon } from '@vitrine/ui'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { to } from '../shop/shop.ts'
import { useFoundShop } from '../shop/use-shop.ts'
import { Wordmark } from '../shop/wordmark.tsx'

export interface FrameProps {
  /** The page of another site that the buyer came from. */
  back?: string | undefined
  /** The page has nothing to do with a bag. */
  apart?: boolean
  /** The page brings its own `main`. */
  bare?: boolean
  /** Stands above the foot: what is to be read before an order. */
  before?: ReactNode
  children: ReactNode
}

/** The checkout stands alone: the shop's name, the way back, and what is good to know at the foot. */
export function Frame({ back, apart, bare, before, children }: FrameProps) {
  const shop = useFoundShop()
  return (
    <>
      <header className="co-head">
        <div className="wrap co-head__in">
          <Wordmark shop={shop} />
          {apart ? null : back ? (
            <a className="link small" href={back}>
              Back to the bag
            </a>
          ) : (
            <Link className="link small" to={to.cart}>
              Back to the bag
            </Link>
          )}
        </div>
      </header>
      {bare ? (
        children
      ) : (
        <main id="main" className="wrap co">
          {children}
        </main>
      )}
      <footer className="co-foot">
        <div className="wrap" id="policies">
          {before}
          <ul>
            <li>
              <Icon of={Lock} small /> Your card number goes to the bank, we never keep it
            </li>
            {shop?.footer.base.map(({ label, href }) => (
              <li key={href}>
                <Link className="link" to={href} target="_blank">
                  {label}
                </Link>
              </li>
            ))}
            {shop?.email && (
              <li>
                <a className="link" href={`mailto:${shop.email}`}>
                  Write to us
                </a>
              </li>
            )}
          </ul>
        </div>
      </footer>
    </>
  )
}
