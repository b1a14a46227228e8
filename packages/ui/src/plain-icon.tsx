import { createElement } from 'react'

/** How lucide-react hands over a drawing. */
interface Drawing {
  readonly node: readonly (readonly [string, Readonly<Record<string, string>>])[]
}

/**
 * What the storefront makes of a drawing of lucide-react (apps/storefront/vite.config.ts): the library's own component reads contexts and writes
 * attributes and classes that our style sheet sets for all, which is more than a kilobyte of each page's script.
 */
export default function plainIcon({ node }: Drawing) {
  return function PlainIcon({ className, 'aria-hidden': hidden }: { className?: string; 'aria-hidden'?: boolean }) {
    return (
      <svg width="24" height="24" viewBox="0 0 24 24" className={className} aria-hidden={hidden}>
        {node.map(([tag, attributes]) => createElement(tag, attributes))}
      </svg>
    )
  }
}
