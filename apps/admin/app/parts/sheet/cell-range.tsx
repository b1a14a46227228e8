import { createContext, type ReactNode, use, useEffect, useRef, useState } from 'react'
import { many } from '../../list/many.ts'
import { Keys } from '../button.tsx'
import { useSay } from '../toasts.tsx'
import { pickCells, type SheetCells } from './cell-picker.ts'
import type { Picked } from './picked.ts'

const Attach = createContext<((table: HTMLTableElement | null) => void) | undefined>(undefined)
const PickedCells = createContext<Picked | undefined>(undefined)

interface CellRangeProps {
  of: SheetCells
  /** What a cell holds: `quantity`, `quantities`. */
  one?: string
  more?: string
  /** ↵ in the only row there is. */
  onLast?: () => void
  children: ReactNode
}

/**
 * Makes the table with the class `sheet` in it one of cells: a range is picked by dragging, ⇧ and arrows or ⇧ and a click; ⌘C, ⌘X and ⌘V go by it,
 * ⌘D and its handle fill it, ↵ writes what is typed into all of it, ⌘Z takes back. Fields carry `data-cell` with their key, and the class `ce`.
 *
 * @example
 * <CellRange of={{ write, undo, savedText }}><RangeStrip /><Table className="sheet" …/></CellRange>
 */
export function CellRange({ of, one = 'cell', more = 'cells', onLast, children }: CellRangeProps) {
  const [table, setTable] = useState<HTMLTableElement | null>(null)
  const [picked, setPicked] = useState<Picked>()
  const say = useSay()
  const latest = useRef({ of, one, more, onLast, say })
  useEffect(() => {
    latest.current = { of, one, more, onLast, say }
  })
  useEffect(() => {
    if (!table) return undefined
    return pickCells(table, {
      sheet: () => latest.current.of,
      onPick: setPicked,
      onLast: () => latest.current.onLast?.(),
      onWrote: (count, did) => {
        const { of: sheet, say: tell, ...names } = latest.current
        tell({ text: `${many(count, names.one, names.more)} ${did}. Not saved yet.`, undo: sheet.undo })
      },
    })
  }, [table])
  return (
    <Attach value={setTable}>
      <PickedCells value={picked}>{children}</PickedCells>
    </Attach>
  )
}

/** What a sheet's table is given as its ref, where it is one of cells. */
export const useCellTable = () => use(Attach)

/** Which cells are picked, how many, and their sum; before the keys of the sheet. What it says otherwise is its content. */
export function RangeStrip({ children }: { children?: ReactNode }) {
  const picked = use(PickedCells)
  return (
    <div className="fx">
      <span className="fx-t" aria-live="polite">
        {picked && (
          <>
            <span className="mono faint">{picked.name}</span>
            <span className="sep" />
          </>
        )}
        {picked && picked.cells > 1 && (
          <span>
            {many(picked.cells, 'cell')}
            {picked.sum !== undefined && (
              <>
                {' · sum '}
                <b>{picked.sum}</b>
              </>
            )}
          </span>
        )}
        <span>{children}</span>
      </span>
      <span className="grow" />
      <span className="faint nowrap">
        <span className="row hide-s">
          <Keys of={['⇧']} /> drag picks &nbsp;
        </span>
        <Keys of={['⌘', 'V']} /> paste &nbsp; <Keys of={['⌘', 'D']} /> fill &nbsp;{' '}
        <span className="row hide-s">
          <Keys of={['⌘', 'Z']} /> undo &nbsp;
        </span>
        <Keys of={['=']} /> <span className="mono">=old*1.05</span>
      </span>
    </div>
  )
}
