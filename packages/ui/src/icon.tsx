import type { ComponentType } from 'react'
import { classes } from './class-names.ts'

export interface IconProps {
  /** A drawing of lucide-react. */
  of: ComponentType<{ className?: string; 'aria-hidden'?: boolean } & Partial<Record<keyof typeof said, undefined>>>
  /** 16 px instead of 20. */
  small?: boolean
  /** An arrow: it looks the other way where people read from right to left. */
  turns?: boolean
}

/** Attributes that every drawing has and the style sheet sets for all: left out to keep pages small. */
const said = { xmlns: undefined, fill: undefined, stroke: undefined, strokeLinecap: undefined, strokeLinejoin: undefined }

/** A picture sign beside words, or inside a control that has a name of its own; never the only bearer of meaning. */
export function Icon({ of: Drawing, small, turns }: IconProps) {
  return <Drawing className={classes('i', small && 'i--s', turns && 'i--turn')} aria-hidden {...said} />
}
