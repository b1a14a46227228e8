import { Ellipsis } from 'lucide-react'
import { Button, IconButton } from '../parts/button.tsx'
import { Menu, MenuItem } from '../parts/menu.tsx'
import type { AnyAct } from './listing.ts'

/** What is done next with a row: an act of the list by its name, or something of its page's. */
export type RowStep<T> = { readonly says: string } & ({ readonly act: string } | { readonly run: (row: T) => void })

interface RowEndProps<T> {
  /** The row, as it is spoken of. */
  called: string
  step: RowStep<T> | undefined
  acts: readonly AnyAct<T>[]
  onAct: (act: AnyAct<T>) => void
  onStep: (run: (row: T) => void) => void
}

/** At the end of a row: its next step, and what else can be done to it. */
export function RowEnd<T>({ called, step, acts, onAct, onStep }: RowEndProps<T>) {
  const act = step && 'act' in step ? acts.find(({ name }) => name === step.act) : undefined
  const others = acts.filter((one) => one !== act)
  return (
    <>
      {step && (act || 'run' in step) && (
        <Button small aria-description={called} onClick={() => ('run' in step ? onStep(step.run) : act && onAct(act))}>
          {step.says}
        </Button>
      )}
      {others.length > 0 && (
        <Menu label={`More for ${called}`} button={<IconButton small icon={Ellipsis} name={`More for ${called}`} />}>
          {others.map((one) => (
            <MenuItem key={one.name} icon={one.icon} onChoose={() => onAct(one)}>
              {one.name}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  )
}
