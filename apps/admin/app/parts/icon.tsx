import type { LucideIcon } from 'lucide-react'

interface IconProps {
  of: LucideIcon
  /** 13 px instead of 16. */
  small?: boolean
}

/** A picture sign beside words, or inside a control that has a name of its own. */
export function Icon({ of: Drawing, small }: IconProps) {
  return <Drawing className={small ? 'i i-s' : 'i'} aria-hidden />
}
