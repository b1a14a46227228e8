import { ArrowBigUp, Command, CornerDownLeft, type LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from './icon.tsx'
import { keyOf } from './machine-keys.ts'

export type Kind = '' | 'primary' | 'ghost' | 'link' | 'warn' | 'ghost warn' | 'danger' | 'main-act'

interface Look {
  kind?: Kind
  small?: boolean
  wide?: boolean
  icon?: LucideIcon
  /** The key that does the same. */
  keys?: readonly string[]
  children: ReactNode
}

const classOf = ({ kind = '', small, wide }: Look): string => ['btn', kind, small && 'small', wide && 'wide'].filter(Boolean).join(' ')

function Inside({ icon, children, keys }: Look) {
  return (
    <>
      {icon && <Icon of={icon} />}
      <span>{children}</span>
      {keys && <Keys of={keys} silent />}
    </>
  )
}

export function Button({ kind, small, wide, icon, keys, children, ...rest }: Look & Omit<ComponentProps<'button'>, keyof Look>) {
  const look = { kind, small, wide, icon, keys, children } as Look
  return (
    <button type="button" {...rest} className={classOf(look)}>
      <Inside {...look} />
    </button>
  )
}

export function ButtonLink({ to, ...look }: Look & { to: string }) {
  return (
    <Link to={to} className={classOf(look)}>
      <Inside {...look} />
    </Link>
  )
}

/** A button whose name is only heard. */
export function IconButton({
  icon,
  name,
  small,
  ...rest
}: { icon: LucideIcon; name: string; small?: boolean } & Omit<ComponentProps<'button'>, 'children'>) {
  return (
    <button type="button" title={name} aria-label={name} {...rest} className={`btn ghost only${small ? ' small' : ''}`}>
      <Icon of={icon} />
    </button>
  )
}

const drawn: Readonly<Record<string, LucideIcon>> = { '⌘': Command, '⇧': ArrowBigUp, '↵': CornerDownLeft }

/** Keys to press together; `silent` where they are no part of what is read out, as on a button, which is called what it does. */
export function Keys({ of, silent }: { of: readonly string[]; silent?: boolean }) {
  return (
    <kbd className="keys" {...(silent && { 'aria-hidden': true })}>
      {of
        .map((key) => keyOf(key))
        .map((key) => {
          const drawing = drawn[key]
          return drawing ? <Icon key={key} of={drawing} /> : <span key={key}>{key}</span>
        })}
    </kbd>
  )
}
