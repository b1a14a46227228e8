import type { ReactNode } from 'react'

export interface PageProps {
  title: ReactNode
  /** Where one is, above the title. */
  above?: ReactNode
  /** What belongs to the title. */
  below?: ReactNode
  children: ReactNode
}

/** A page of the account, beside the column of its words. */
export function Page({ title, above, below, children }: PageProps) {
  return (
    <main id="main" className="acct__main">
      <header className="acct__head">
        {above && <p className="small soft">{above}</p>}
        <h1>{title}</h1>
        {below}
      </header>
      {children}
    </main>
  )
}

/** A part of such a page, under a heading of its own. */
export function Section({ id, title, way, children }: { id: string; title: ReactNode; way?: ReactNode; children: ReactNode }) {
  return (
    <section className="acct__sec" aria-labelledby={id}>
      {way ? (
        <div className="between">
          <h2 id={id}>{title}</h2>
          {way}
        </div>
      ) : (
        <h2 id={id}>{title}</h2>
      )}
      {children}
    </section>
  )
}
