import type { ComponentProps } from 'react'
import { classes } from './class-names.ts'
import { Sun } from './hour.tsx'

export interface ButtonLook {
  /** The second way: a line instead of a filled ground. */
  line?: boolean | undefined
  /** 44 px instead of 52. */
  small?: boolean | undefined
  /** As wide as its place. */
  wide?: boolean | undefined
}

/** The look of a button for what is no button: a link that leads on. */
export const buttonClass = ({ line, small, wide }: ButtonLook = {}, ...more: (string | false | undefined)[]) =>
  classes('button', line && 'button--line', small && 'button--small', wide && 'button--wide', ...more)

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** Its work is under way: a rising sun before the words. It stays focusable, a second press does nothing. */
  busy?: boolean | undefined
}

export function Button({ line, small, wide, busy, className, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      className={buttonClass({ line, small, wide }, className)}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy && <Sun rise={0.5} />}
      {children}
    </button>
  )
}
