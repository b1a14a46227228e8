import type { KeyboardEvent } from 'react'
import { RowHead } from '../../parts/table.tsx'
import { anyWeight, type Column, edgesOf, nameIn, type Row, wrongIn } from './sheet.ts'
import type { Area } from './use-area.ts'
import type { Edits } from './use-edits.ts'
import { Writing } from './writing.tsx'

interface GridProps {
  rows: readonly Row[]
  columns: readonly Column[]
  edits: Edits
  area: Area
  /** Whether the columns are what the carrier takes. */
  showsCosts: boolean
  zonesOf: (row: Row) => string
  currency: string
  mayWrite: boolean
  /** What is being written into the cell that is picked. */
  writing: string | undefined
  onWriting: (text: string) => void
  onWritten: (text: string | undefined, rowBy: number, columnBy: number) => void
  onPaste: (text: string) => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** The cells of the sheet. */
export function Grid(props: GridProps) {
  const { rows, columns, showsCosts, zonesOf, onKeyDown } = props
  return (
    <section className="tw" aria-label="Prices by weight">
      {/* The arrows go from cell to cell, as in a spreadsheet. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
      <table role="grid" className="table sheet grid-t wts" aria-multiselectable="true">
        <caption className="vh">{showsCosts ? 'What the carrier takes, by rate and weight' : 'Price by rate and weight'}</caption>
        <thead>
          <tr>
            <th scope="col" style={{ inlineSize: '24%' }}>
              Rate
            </th>
            {columns.map(({ key, name }) => (
              <th key={key} scope="col" className={key === 'days' ? undefined : 'num'}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {/* The keys are those of the cell that has the focus. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <tbody onKeyDown={onKeyDown}>
          {rows.map((row, rowAt) => (
            <tr key={row.method.id} {...(!row.method.active && { 'data-quiet': '' })}>
              <RowHead>
                <span className="two">
                  <span>{row.method.title}</span>
                  <span className="faint small" title={zonesOf(row)}>
                    {zonesOf(row)}
                  </span>
                </span>
              </RowHead>
              {columns.map((column, columnAt) => (
                <Cell key={column.key} {...props} row={row} column={column} rowAt={rowAt} columnAt={columnAt} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface CellProps extends GridProps {
  row: Row
  column: Column
  rowAt: number
  columnAt: number
}

function Cell(props: CellProps) {
  const { row, column, rowAt, columnAt, edits, area, showsCosts, currency, mayWrite, writing, onWriting, onWritten, onPaste } = props
  const { key } = column
  const { at, until, edges } = area
  const isAt = rowAt === at.row && columnAt === at.column
  const isIn = rowAt >= edges.top && rowAt <= edges.bottom && columnAt >= edges.left && columnAt <= edges.right
  const isWriting = isAt && writing !== undefined
  const text = edits.shown(row, key)
  const step = edits.lent(row, key)
  const beside = edits.besideOf(row, key)
  return (
    <td
      ref={area.cellRef(row, key)}
      className={key === 'days' ? 'cell' : 'cell num'}
      tabIndex={rowAt === until.row && columnAt === until.column ? 0 : -1}
      aria-selected={isIn}
      {...(isIn && !isWriting && { 'data-sel': edgesOf(rowAt, columnAt, edges) })}
      {...(isWriting && { 'data-edit': '' })}
      {...(text.trim() !== edits.stored(row, key) && { 'data-changed': '' })}
      onFocus={() => area.setFocused(true)}
      onBlur={(event) => {
        if (!event.currentTarget.closest('tbody')?.contains(event.relatedTarget)) area.setFocused(false)
      }}
      onMouseDown={(event) => {
        if (!isWriting) area.pick({ row: rowAt, column: columnAt }, event.shiftKey)
      }}
      onDoubleClick={() => mayWrite && onWriting(text)}
      onPaste={(event) => {
        if (!mayWrite || isWriting) return
        event.preventDefault()
        onPaste(event.clipboardData.getData('text/plain'))
      }}
    >
      {isWriting ? (
        <Writing label={`${row.method.title}, ${nameIn(column)}`} value={writing} onChange={onWriting} onEnd={onWritten} />
      ) : (
        <>
          <span className={key === 'days' ? 'soft' : wrongIn(key, text, currency) || edits.isLoss(row, key) ? 'down strong' : ''}>
            {text || <span className="faint">{step ? edits.shown(row, step.key) : key === anyWeight ? 'not sent' : '–'}</span>}
          </span>
          {beside && (
            <small>
              <span className="vh">{showsCosts ? ', price ' : ', costs you '}</span>
              {beside}
            </small>
          )}
        </>
      )}
    </td>
  )
}
