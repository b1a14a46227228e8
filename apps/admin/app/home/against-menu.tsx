import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Icon } from '../parts/icon.tsx'
import { Pop } from '../parts/pop.tsx'
import { type Against, againstOf, type Period } from './period.ts'

interface AgainstMenuProps {
  of: Period
  /** As the button says it: `14 Nov`. */
  says: string
  onChoose: (against: Against) => void
}

const names = (isToday: boolean): Readonly<Record<Against, string>> => ({
  before: isToday ? 'The same day last week' : 'The days before',
  yesterday: 'Yesterday',
  year: isToday ? 'The same day a year ago' : 'The same days a year ago',
})

/** What a period is held against. */
export function AgainstMenu({ of: { name, against }, says, onChoose }: AgainstMenuProps) {
  const [open, setOpen] = useState(false)
  return (
    <Pop
      label="Hold it against"
      open={open}
      onClose={() => setOpen(false)}
      button={
        <button type="button" className="btn" aria-expanded={open} aria-haspopup="dialog" onClick={() => setOpen(!open)}>
          <span>Against {says}</span>
          <Icon of={ChevronDown} small />
        </button>
      }
    >
      <ul>
        {againstOf(name).map((one) => (
          <li key={one}>
            <button
              type="button"
              {...(one === against && { 'aria-current': 'true' as const })}
              onClick={() => {
                setOpen(false)
                onChoose(one)
              }}
            >
              {names(name === 'today')[one]}
            </button>
          </li>
        ))}
      </ul>
    </Pop>
  )
}
