import { Autocomplete as Base } from '@base-ui/react/autocomplete'
import type { ComponentProps, ReactElement, ReactNode } from 'react'

/** What was found, by the ids of its lines; in groups where it has several kinds. */
export type Found = readonly string[] | readonly { readonly value: string; readonly items: readonly string[] }[]

interface ComboboxProps {
  /** What is written in its field. */
  text: string
  onText: (text: string) => void
  found: Found
  /** ↵ takes the first line where the arrow keys have chosen no other. */
  first?: boolean
  /** Which line ↵ would take. */
  onMark?: (id: string | undefined) => void
  children: ReactNode
}

/** A field that finds what one writes: the arrow keys lead through the list below it, ↵ takes a line. What is found is its owner's work. */
export function Combobox({ text, onText, found, first = false, onMark, children }: ComboboxProps) {
  return (
    <Base.Root
      inline
      open
      items={found as string[]}
      filter={null}
      value={text}
      onValueChange={(next, { reason }) => reason === 'input-change' && onText(next)}
      autoHighlight={first ? 'always' : false}
      keepHighlight
      onItemHighlighted={(id) => onMark?.(id)}
    >
      {children}
    </Base.Root>
  )
}

/** Its field; `shows` says whether there is something below it. */
export function ComboboxInput({
  shows,
  ...rest
}: { shows: boolean; render?: ReactElement } & Omit<ComponentProps<'input'>, 'value' | 'onChange'>) {
  return <Base.Input {...rest} aria-expanded={shows} autoComplete="off" spellCheck={false} />
}

interface ComboboxListProps {
  label: string
  className: string
  hidden?: boolean
  children: ReactNode
}

export const ComboboxList = ({ label, ...rest }: ComboboxListProps) => <Base.List {...rest} aria-label={label} />

interface ComboboxGroupProps {
  head: ReactNode
  of: readonly string[]
  children: (id: string) => ReactNode
}

/** Lines of one kind below their name. */
export function ComboboxGroup({ head, of, children }: ComboboxGroupProps) {
  return (
    <Base.Group items={of as string[]}>
      <Base.GroupLabel className="p-h">{head}</Base.GroupLabel>
      <div role="presentation">
        <Base.Collection>{children}</Base.Collection>
      </div>
    </Base.Group>
  )
}

interface ComboboxItemProps {
  id: string
  className?: string
  onPick: () => void
  children: ReactNode
}

export function ComboboxItem({ id, className, onPick, children }: ComboboxItemProps) {
  return (
    <Base.Item value={id} className={className} onClick={onPick}>
      {children}
    </Base.Item>
  )
}
