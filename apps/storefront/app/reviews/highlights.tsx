import { SectionHead, Stars } from '@vitrine/ui'
import type { ReactNode } from 'react'

/** What a buyer says of a product, and where it stands on the product's page. */
export interface HighlightView {
  stars: number
  text: string
  author: string
  product: string
  href: string
  /** The address of a small picture of the product. */
  picture?: string | undefined
}

/** In CSS pixels. */
export const thumb = { width: 96, height: 120 }

/** The best of what buyers say. */
export default function Highlights({ of: highlights, id, title }: { of: readonly HighlightView[]; id: string; title: string }) {
  return (
    <section className="section wrap" aria-labelledby={id}>
      <SectionHead id={id} title={title} />
      <div className="letters">
        {highlights.map((highlight) => (
          <Highlight key={highlight.href} of={highlight} className="letter">
            {highlight.picture && (
              <a className="letter__pic" href={highlight.href} tabIndex={-1} aria-hidden="true">
                <img src={highlight.picture} {...thumb} alt="" loading="lazy" />
              </a>
            )}
          </Highlight>
        ))}
      </div>
    </section>
  )
}

/** Links load the page anew: a browser then shows the review that the address names. */
export const Highlight = ({ of: highlight, className, children }: { of: HighlightView; className: string; children?: ReactNode }) => (
  <figure className={className}>
    {children}
    <blockquote>
      <p>{highlight.text}</p>
    </blockquote>
    <figcaption>
      <Stars of={highlight.stars} />
      <span>
        {highlight.author}, on the{' '}
        <a className="link name" href={highlight.href}>
          {highlight.product}
        </a>
      </span>
    </figcaption>
  </figure>
)
