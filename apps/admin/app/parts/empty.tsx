import type { ReactNode } from 'react'

/** In place of a list: why nothing is listed, what fills it, and one thing to do. */
export const Empty = ({ title, act, children }: { title: string; act?: ReactNode; children: ReactNode }) => (
  <div className="empty">
    <h2>{title}</h2>
    <p>{children}</p>
    {act && <div className="acts">{act}</div>}
  </div>
)
