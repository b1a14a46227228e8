import type { ReactNode } from 'react'

/** The way to this page: links, and the page's own name last. */
export function Crumbs({ way, here }: { way: readonly ReactNode[]; here: string }) {
  return (
    <nav className="crumbs" aria-label="You are here">
      <ol>
        {way.map((link, at) => (
          // biome-ignore lint: a way never changes its order
          <li key={at}>{link}</li>
        ))}
        <li>
          <span aria-current="page">{here}</span>
        </li>
      </ol>
    </nav>
  )
}
