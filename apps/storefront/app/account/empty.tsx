import type { ReactNode } from 'react'

/** Where there is nothing yet: what could be here, and a way on. */
export function Empty({ lead, children, way }: { lead: string; children?: ReactNode; way?: ReactNode }) {
  return (
    <div className="empty">
      <div className="empty__t">
        <p className="lead">{lead}</p>
        {children && <p className="soft">{children}</p>}
        {way && <div className="row row--wrap">{way}</div>}
      </div>
    </div>
  )
}
