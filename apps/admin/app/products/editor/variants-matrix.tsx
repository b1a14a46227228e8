import { ArrowLeftRight } from 'lucide-react'
import { type CSSProperties, type KeyboardEvent, memo, useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Head, RowHead, Table, Td, Tr } from '../../parts/table.tsx'
import { useSay } from '../../parts/toasts.tsx'
import { type Cells, type Column, labels } from './cells.ts'
import { laid, type Matrix, matrixOf, totalOf } from './matrix.ts'
import { sized } from './media.tsx'
import { pastedCells } from './sheet.ts'
import type { ByVariant, Medium, ProductOption } from './values.ts'

type Figure = 'stock' | 'prices' | 'weights'

interface VariantsMatrixProps {
  options: readonly ProductOption[]
  media: readonly Medium[]
  cells: Cells
  before: Cells
  known: ReadonlySet<string>
  usual: { readonly price: string; readonly weight: string }
  currencySign: string
  weightUnit: string
  disabled: boolean
  /** Stays the same from one time to the next, as the next two do. */
  onWrite: (column: Column | 'hidden', change: ByVariant) => void
  onSettle: (column: Column, key: string, text: string) => void
}

/** The variants of two options and more as a grid: the large figure is what is written, the small ones are what it is measured against. */
export function VariantsMatrix(props: VariantsMatrixProps) {
  const { options, media, cells, before, known, usual, currencySign, weightUnit, disabled, onWrite, onSettle } = props
  const say = useSay()
  const [shows, setShows] = useState<Figure | 'all'>('all')
  const [at, setAt] = useState(0)
  const matrix = matrixOf(options, at < options.length ? at : 0)
  const column: Figure = shows === 'all' ? 'stock' : shows
  const latest = useRef<{ matrix: Matrix; column: Figure }>({ matrix, column })
  useEffect(() => {
    latest.current = { matrix, column }
  })
  const paste = useCallback(
    (key: string, text: string) => {
      const change = laid(latest.current.matrix, key, pastedCells(text))
      onWrite(latest.current.column, change)
      const count = Object.keys(change).length
      say({ text: `${count} ${count === 1 ? 'cell' : 'cells'} pasted. Not saved yet.` })
    },
    [onWrite, say],
  )
  const unit = { stock: '', prices: ` ${currencySign}`, weights: ` ${weightUnit}` }[column]
  const hasTotals = column === 'stock'
  return (
    <>
      <div className="row between wraps mxtools">
        <div className="seg" role="group" aria-label="Show in the cells">
          {(['all', 'stock', 'prices', 'weights'] as const).map((one) => (
            <button key={one} type="button" aria-pressed={shows === one} onClick={() => setShows(one)}>
              {one === 'all' ? 'All' : one === 'stock' ? 'Stock' : labels[one]}
            </button>
          ))}
        </div>
        <Button small icon={ArrowLeftRight} onClick={() => setAt((at + 1) % options.length)}>
          Swap rows and columns
        </Button>
      </div>
      <div className="tw">
        <Table
          caption={`${labels[column]}${unit} by ${options.map(({ name }) => name).join(' and ')}`}
          className="in sheet grid-t mx"
          head={
            <>
              <Head>{matrix.option.name}</Head>
              {matrix.columns.map((name) => (
                <Head key={name}>{name}</Head>
              ))}
              {hasTotals && <Head className="num">In all</Head>}
            </>
          }
          foot={
            hasTotals && (
              <Tr>
                <Td>In all</Td>
                {matrix.columns.map((name, across) => (
                  <Td key={name}>
                    {totalOf(
                      matrix.rows.map(({ keys }) => keys[across]!),
                      cells.stock,
                    )}
                  </Td>
                ))}
                <Td className="num">
                  {totalOf(
                    matrix.rows.flatMap(({ keys }) => keys),
                    cells.stock,
                  )}
                </Td>
              </Tr>
            )
          }
        >
          {matrix.rows.map(({ choice, keys }) => {
            const picture = media.find(({ mediaId }) => mediaId === choice.mediaIds[0])
            return (
              <Tr key={choice.name}>
                <RowHead>
                  <span className="vrow">
                    {picture && (
                      <span className="thumb" style={{ '--t': '28px' } as CSSProperties}>
                        <img src={sized(picture.url, 56, 56)} alt="" width={28} height={28} loading="lazy" />
                      </span>
                    )}
                    {matrix.option.optionType === 'color' && (
                      <span className="sw" style={{ '--c': choice.value } as CSSProperties} aria-hidden="true" />
                    )}
                    {choice.name}
                  </span>
                </RowHead>
                {keys.map((key) => (
                  <Cell
                    key={key}
                    name={key}
                    column={column}
                    value={cells[column][key] ?? ''}
                    was={before[column][key] ?? ''}
                    usual={usualIn(column, usual, known.has(key))}
                    price={shows === 'all' ? cells.prices[key] || usual.price : ''}
                    wasPrice={shows === 'all' ? before.prices[key] || usual.price : ''}
                    weight={shows === 'all' ? cells.weights[key] || usual.weight : ''}
                    weightUnit={weightUnit}
                    isHidden={cells.hidden[key] === 'yes'}
                    disabled={disabled}
                    onWrite={onWrite}
                    onSettle={onSettle}
                    onPaste={paste}
                  />
                ))}
                {hasTotals && <Td className="num tot">{totalOf(keys, cells.stock)}</Td>}
              </Tr>
            )
          })}
        </Table>
      </div>
    </>
  )
}

function usualIn(column: Figure, usual: VariantsMatrixProps['usual'], isKnown: boolean): string {
  if (column === 'stock') return isKnown ? 'not tracked' : '0'
  return column === 'prices' ? usual.price : usual.weight
}

/** The cell that an arrow key leads to: up and down always, to the sides where the whole text is marked. */
function neighbour(from: HTMLInputElement, key: string): HTMLInputElement | undefined {
  const cell = from.closest('td')!
  const row = cell.closest('tr')!
  const step = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, Enter: 1, ArrowRight: 1 }[key] ?? 0
  const isAcross = key === 'ArrowLeft' || key === 'ArrowRight'
  if (step === 0 || (isAcross && (from.selectionEnd ?? 0) - (from.selectionStart ?? 0) < from.value.length)) return undefined
  const along = isAcross
    ? [...row.cells]
    : [...row.parentElement!.children].map((one) => (one as HTMLTableRowElement).cells[cell.cellIndex]!)
  for (let at = along.indexOf(cell) + step; at >= 0 && at < along.length; at += step) {
    const input = along[at]!.querySelector('input')
    if (input) return input
  }
  return undefined
}

interface CellProps {
  name: string
  column: Figure
  value: string
  was: string
  usual: string
  /** Empty where it is not shown beside. */
  price: string
  wasPrice: string
  weight: string
  weightUnit: string
  isHidden: boolean
  disabled: boolean
  onWrite: VariantsMatrixProps['onWrite']
  onSettle: VariantsMatrixProps['onSettle']
  onPaste: (key: string, text: string) => void
}

const Cell = memo(function Cell(props: CellProps) {
  const { name, column, value, was, usual, price, wasPrice, weight, weightUnit, isHidden, disabled, onWrite, onSettle, onPaste } = props
  if (isHidden)
    return (
      <Td of={name} className="cell mxc none">
        <span>not shown</span>
        {!disabled && (
          <Button kind="link" onClick={() => onWrite('hidden', { [name]: '' })}>
            Show it <span className="vh">{`(${name})`}</span>
          </Button>
        )}
      </Td>
    )
  const isChanged = value !== was || price !== wasPrice
  return (
    <Td of={name} className="cell mxc" {...(isChanged && { 'data-changed': '' })}>
      <input
        className={`ce mxn${column === 'stock' && value.trim() === '0' ? ' down' : ''}`}
        disabled={disabled}
        autoComplete="off"
        inputMode="decimal"
        maxLength={40}
        value={value}
        placeholder={usual}
        aria-label={`${labels[column]} of ${name}`}
        onChange={({ target }) => onWrite(column, { [name]: target.value })}
        onFocus={({ target }) => target.select()}
        onBlur={({ target }) => onSettle(column, name, target.value)}
        onPaste={(event) => {
          const text = event.clipboardData.getData('text')
          if (!/[\n\t]/.test(text.trim())) return
          event.preventDefault()
          onPaste(name, text)
        }}
        onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
          if (event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return
          const next = neighbour(event.currentTarget, event.key)
          if (event.key === 'Enter') onSettle(column, name, event.currentTarget.value)
          if (event.key === 'Escape' && value !== was) onWrite(column, { [name]: was })
          else if (next) next.focus()
          else if (event.key !== 'Enter') return
          event.preventDefault()
          event.stopPropagation()
        }}
      />
      {price !== '' && (
        <span className="mxp">
          {wasPrice !== price && <del>{wasPrice}</del>} {price}
        </span>
      )}
      {weight !== '' && <span className="mxw">{`${weight} ${weightUnit}`}</span>}
    </Td>
  )
})
