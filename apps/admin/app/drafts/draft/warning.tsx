import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../../parts/icon.tsx'

/** What has to be known before the draft becomes an order. */
export function Warning({ children }: { children: ReactNode }) {
  return (
    <div className="note" data-tone="warning">
      <Icon of={TriangleAlert} />
      <div>
        <p>{children}</p>
      </div>
    </div>
  )
}
