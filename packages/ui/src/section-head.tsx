import type { ReactNode } from 'react'

/** The heading of a section, with a way on or a remark at its other end. */
export function SectionHead({ id, title, children }: { id: string; title: ReactNode; children?: ReactNode }) {
  return (
    <div className="sec-head">
      <h2 id={id}>{title}</h2>
      {children}
    </div>
  )
}
