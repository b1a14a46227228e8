import { type ComponentProps, type ReactNode, useId } from 'react'

interface ToggleProps extends Omit<ComponentProps<'input'>, 'type' | 'id' | 'onChange' | 'role'> {
  children: ReactNode
  hint?: ReactNode
  /** Its name is only heard: `Offer DHL Paket`. */
  hidden?: boolean
  onTurn: (on: boolean) => void
}

/** Something that is on or off. */
export function Toggle({ children, hint, hidden, onTurn, ...rest }: ToggleProps) {
  const id = useId()
  return (
    <span className="toggle">
      {/* A checkbox says itself whether it is checked. */}
      {/* oxlint-disable-next-line jsx-a11y/role-has-required-aria-props */}
      <input {...rest} type="checkbox" role="switch" id={id} onChange={({ target }) => onTurn(target.checked)} />
      <label htmlFor={id} className={hidden ? 'vh' : undefined}>
        {children}
        {hint && <span className="hint">{hint}</span>}
      </label>
    </span>
  )
}
