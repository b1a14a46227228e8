import { Check, CircleAlert, Sun as SunSign, TriangleAlert } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import { classes } from './class-names.ts'
import { Icon } from './icon.tsx'

export type Tone = 'neutral' | 'good' | 'warn' | 'bad'

export interface MessageProps {
  tone?: Tone
  icon?: ComponentType<{ className?: string }>
  /** What happened, in bold. */
  what?: ReactNode
  /** Why, and that nothing was lost. */
  children?: ReactNode
  /** The ways on: links or buttons with the look of links. */
  ways?: ReactNode
  className?: string
}

const signs = { neutral: SunSign, good: Check, warn: TriangleAlert, bad: CircleAlert }

/** What happened, why, and the fix. Troubles are announced at once, good news when the reader pauses. */
export function Message({ tone = 'neutral', icon, what, children, ways, className }: MessageProps) {
  const role = tone === 'warn' || tone === 'bad' ? 'alert' : tone === 'good' ? 'status' : undefined
  return (
    <div className={classes('say', tone !== 'neutral' && `say--${tone}`, className)} role={role}>
      <Icon of={icon ?? signs[tone]} />
      <p>
        {what && <strong>{what}</strong>} {children}
      </p>
      {ways && <div className="row">{ways}</div>}
    </div>
  )
}
