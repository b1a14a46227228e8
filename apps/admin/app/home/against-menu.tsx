import { ChevronDown } from 'lucide-react'
import { Icon } from '../parts/icon.tsx'
import { Menu, MenuChoice } from '../parts/menu.tsx'
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

/** What a period is compared with. */
export function AgainstMenu({ of: { name, against }, says, onChoose }: AgainstMenuProps) {
  return (
    <Menu
      label="Compare with"
      button={
        <button type="button" className="btn">
          <span>Against {says}</span>
          <Icon of={ChevronDown} small />
        </button>
      }
    >
      <MenuChoice
        value={against}
        of={againstOf(name).map((one) => ({ value: one, says: names(name === 'today')[one] }))}
        onChoose={onChoose}
      />
    </Menu>
  )
}
