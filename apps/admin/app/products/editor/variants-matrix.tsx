import { ArrowLeftRight } from 'lucide-react'
import { type CSSProperties, memo, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import type { SheetCells } from '../../parts/sheet/cell-picker.ts'
import { CellRange, RangeStrip } from '../../parts/sheet/cell-range.tsx'
import { Head, RowHead, Table, Td, Tr } from '../../parts/table.tsx'
import { type Cells, type Column, labels } from './cells.ts'
import { matrixOf, totalOf } from './matrix.ts'
import { sized } from './media.tsx'
import { cellKeyOf } from './sheet.ts'
import type { Medium, ProductOption } from './values.ts'

type Figure = 'stock' | 'prices' | 'weights'

interface VariantsMatrixProps {
  sheet: SheetCells
  options: readonly ProductOption[]
  media: readonly Medium[]
  cells: Cells
  before: Cells
  known: ReadonlySet<string>
  usual: { readonly price: string; readonly weight: string }
  currencySign: string
  weightUnit: string
  disabled: boolean
  /** Stays the same from one time to the next. */
  onWrite: (column: Column | 'hidden', key: string, text: string) => void
}

/** The variants of two options and more as a grid: the large figure is what is written, the small ones are what it is measured against. */
export function VariantsMatrix(props: VariantsMatrixProps) {
  const { sheet, options, media, cells, before, known, usual, currencySign, weightUnit, disabled, onWrite } = props
  const [shows, setShows] = useState<Figure | 'all'>('all')
  const [at, setAt] = useState(0)
  const matrix = matrixOf(options, at < options.length ? at : 0)
  const column: Figure = shows === 'all' ? 'stock' : shows
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
      <CellRange of={sheet}>
        {!disabled && <RangeStrip />}
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
                    />
                  ))}
                  {hasTotals && <Td className="num tot">{totalOf(keys, cells.stock)}</Td>}
                </Tr>
              )
            })}
          </Table>
        </div>
      </CellRange>
    </>
  )
}

function usualIn(column: Figure, usual: VariantsMatrixProps['usual'], isKnown: boolean): string {
  if (column === 'stock') return isKnown ? 'not tracked' : '0'
  return column === 'prices' ? usual.price : usual.weight
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
}

const Cell = memo(function Cell(props: CellProps) {
  const { name, column, value, was, usual, price, wasPrice, weight, weightUnit, isHidden, disabled, onWrite } = props
  if (isHidden)
    return (
      <Td of={name} className="cell mxc none">
        <span>not shown</span>
        {!disabled && (
          <Button kind="link" onClick={() => onWrite('hidden', name, '')}>
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
        data-cell={cellKeyOf(column, name)}
        disabled={disabled}
        autoComplete="off"
        inputMode="decimal"
        maxLength={40}
        value={value}
        placeholder={usual}
        aria-label={`${labels[column]} of ${name}`}
        onChange={({ target }) => onWrite(column, name, target.value)}
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
