import type { CSSProperties } from 'react'

/** The mark of the hour: a sun whose height is the hour (0.12 before dawn, 1.43 at noon). A shop may have dials instead, by its settings. */
export function Sun({ rise }: { rise: number }) {
  return <span className="sun" style={{ '--rise': rise } as CSSProperties} aria-hidden="true" />
}

export interface HourProps {
  /** As people say it: `7:30`. */
  time: string
  rise: number
  as?: 'p' | 'span'
}

/** The hour a collection or a moment is called by. */
export function Hour({ time, rise, as: Tag = 'p' }: HourProps) {
  return (
    <Tag className="hour">
      <Sun rise={rise} />
      <time>{time}</time>
    </Tag>
  )
}
