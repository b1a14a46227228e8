import type { ReactNode } from 'react'
import { Moment } from '../orders/moment.tsx'

/** That something was saved, when, and a way to undo it. */
export function Saved({ at, undo }: { at: string; undo?: ReactNode }) {
  return (
    <span className="small soft saved" role="status">
      Kept at <Moment at={at} as="time" />. {undo}
    </span>
  )
}
