import { Menu as Base } from '@base-ui/react/menu'
import { Check, type LucideIcon } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { Keys } from './button.tsx'
import { Icon } from './icon.tsx'

interface MenuProps {
  /** How it is called where it is not seen. */
  label: string
  /** The button that opens it. */
  button: ReactElement
  /** `MenuItem`s, or `MenuGroup`s of them. */
  children: ReactNode
}

/** What can be done, as a list that opens below its button: arrow keys and first letters lead through it, Esc closes it. */
export function Menu({ label, button, children }: MenuProps) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={button} />
      {/* Everything stands in some landmark. */}
      <Base.Portal role="region" aria-label={label}>
        <Base.Positioner className="positioner" align="end" sideOffset={4}>
          <Base.Popup className="menu" aria-label={label}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

interface MenuItemProps {
  icon?: LucideIcon
  /** The key that does the same. */
  keys?: readonly string[]
  /** It takes something away. */
  warns?: boolean
  disabled?: boolean
  onChoose: () => void
  children: ReactNode
}

export function MenuItem({ icon, keys, warns = false, disabled = false, onChoose, children }: MenuItemProps) {
  return (
    <Base.Item className={warns ? 'mi warn' : 'mi'} disabled={disabled} onClick={onChoose}>
      {icon && <Icon of={icon} small />}
      {children}
      {keys && <Keys of={keys} />}
    </Base.Item>
  )
}

/** Items that belong together, parted from those before. */
export const MenuGroup = ({ children }: { children: ReactNode }) => <Base.Group className="group">{children}</Base.Group>

/** Why something cannot be chosen, for instance. */
export const MenuNote = ({ children }: { children: ReactNode }) => (
  <p className="mh" role="presentation">
    {children}
  </p>
)

interface MenuChoiceProps<T extends string> {
  value: T
  of: readonly { readonly value: T; readonly says: string }[]
  onChoose: (value: T) => void
}

/** One of several. */
export function MenuChoice<T extends string>({ value, of, onChoose }: MenuChoiceProps<T>) {
  return (
    <Base.RadioGroup value={value} onValueChange={onChoose}>
      {of.map((one) => (
        <Base.RadioItem key={one.value} className="mi" value={one.value} closeOnClick>
          {one.says}
          <Base.RadioItemIndicator>
            <Icon of={Check} small />
          </Base.RadioItemIndicator>
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  )
}
