import type { CSSProperties, ReactNode } from 'react'

/** How far the sun has come along the horizon: 0 to 1, with words under it. */
export function Horizon({ share, children }: { share: number; children: ReactNode }) {
  return (
    <div className="horizon" style={{ '--p': Math.max(0, Math.min(1, share)) } as CSSProperties}>
      <p>{children}</p>
    </div>
  )
}
