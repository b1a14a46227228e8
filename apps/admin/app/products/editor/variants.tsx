import { type CSSProperties, memo, useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Check } from '../../parts/field.tsx'
import type { SheetCells } from '../../parts/sheet/cell-picker.ts'
import { CellRange, RangeStrip } from '../../parts/sheet/cell-range.tsx'
import { Head, RowHead, Table, Td, Tr } from '../../parts/table.tsx'
import { Toggle } from '../../parts/toggle.tsx'
import { type Cells, type Column, labels } from './cells.ts'
import { sized } from './media.tsx'
import { cellKeyOf, keyParts, settledIn } from './sheet.ts'
import { useCellHistory } from './use-cell-history.ts'
import type { ByVariant, Medium, ProductOption } from './values.ts'
import { combinationsOf, keyOf } from './values.ts'
import { VariantsFill } from './variants-fill.tsx'
import { VariantsMatrix } from './variants-matrix.tsx'

interface VariantsProps {
  options: readonly ProductOption[]
  media: readonly Medium[]
  /** What is written, of variants that have something of their own. */
  cells: Cells
  /** As it was before somebody wrote on it. */
  before: Cells
  /** How many wait for a variant; those that nobody waits for are left out. */
  waiting: ReadonlyMap<string, number>
  /** Variants that were there before. */
  known: ReadonlySet<string>
  /** What a variant without a figure of its own has. */
  usual: { readonly price: string; readonly weight: string; readonly sku: string; readonly contents: string }
  /** What contents are measured in, `ml`; undefined where the product is not sold by measure. */
  contentsUnit: string | undefined
  places: number
  currencySign: string
  weightUnit: string
  disabled: boolean
  onWrite: (column: Column | 'hidden', change: ByVariant) => void
}

/** Columns of codes, which are no figures. */
const isCode = (column: Column) => column === 'skus' || column === 'barcodes' || column === 'mpns'

/** Each combination of choices with what it has of its own, as a sheet. */
export function Variants(props: VariantsProps) {
  const { options, media, cells, before, waiting, known, usual, places, currencySign, weightUnit, contentsUnit, disabled, onWrite } = props
  const rows = combinationsOf(options).map((choices) => ({ choices, key: keyOf(choices, options) }))
  const [asksForMatrix, setAsksForMatrix] = useState(false)
  const isMatrix = asksForMatrix && options.length > 1
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const chosen = rows.filter(({ key }) => picked.has(key))
  const fresh = rows.filter(({ key }) => !known.has(key)).length
  // Most shops have none: the column comes when it is asked for.
  const [asksForMpns, setAsksForMpns] = useState(false)
  const hasMpns = asksForMpns || Object.keys(cells.mpns).length > 0
  const latest = useRef({ cells, usual, onWrite })
  useEffect(() => {
    latest.current = { cells, usual, onWrite }
  })
  const history = useCellHistory(
    useCallback((column, key) => latest.current.cells[column][key] ?? '', []),
    useCallback((column, change) => latest.current.onWrite(column, change), []),
  )
  const { write: writeCells } = history
  const write = useCallback(
    (column: Column | 'hidden', key: string, text: string) =>
      column === 'hidden' ? latest.current.onWrite(column, { [key]: text }) : writeCells([{ column, key, text }]),
    [writeCells],
  )
  const sheet: SheetCells = {
    write: (all, endsTyping) =>
      writeCells(
        all.map(({ key: of, text, old }) => {
          const [column, key] = keyParts(of)
          const standard =
            column === 'prices' ? usual.price : column === 'weights' ? usual.weight : column === 'contents' ? usual.contents : ''
          return { column, key, text: settledIn(column, text, old.trim() === '' ? standard : old, places) }
        }),
        endsTyping,
      ),
    undo: history.undo,
    savedText: (of) => {
      const [column, key] = keyParts(of)
      return before[column][key] ?? ''
    },
  }
  const pick = useCallback(
    (key: string, on: boolean) =>
      setPicked((all) => {
        const next = new Set(all)
        if (on) next.add(key)
        else next.delete(key)
        return next
      }),
    [setPicked],
  )
  return (
    <section className="sec">
      <header className="sec-h">
        <h2>Variants</h2>
      </header>
      <div className="row between" style={{ marginBlockEnd: 8 }}>
        <div className="row">
          <span className="soft">{`${rows.length} ${rows.length === 1 ? 'variant' : 'variants'}`}</span>
          {fresh > 0 && known.size > 0 && (
            <>
              <span className="faint">·</span>
              <span className="soft">{`${fresh} new`}</span>
            </>
          )}
          {chosen.length > 0 && (
            <>
              <span className="faint">·</span>
              <span className="soft">{`${chosen.length} selected`}</span>
            </>
          )}
          {!disabled && !isMatrix && !hasMpns && (
            <Button kind="ghost" small onClick={() => setAsksForMpns(true)}>
              Add MPNs
            </Button>
          )}
        </div>
        <div className="acts">
          {options.length > 1 && (
            <div className="seg" role="group" aria-label="View">
              <button type="button" aria-pressed={!isMatrix} onClick={() => setAsksForMatrix(false)}>
                Sheet
              </button>
              <button type="button" aria-pressed={isMatrix} onClick={() => setAsksForMatrix(true)}>
                Matrix
              </button>
            </div>
          )}
          {!disabled && (
            <VariantsFill
              rows={chosen.length > 0 ? chosen : rows}
              of={chosen.length > 0 ? 'selected' : 'all'}
              sku={usual.sku}
              onWrite={onWrite}
            />
          )}
        </div>
      </div>
      {isMatrix ? (
        <VariantsMatrix
          sheet={sheet}
          options={options}
          media={media}
          cells={cells}
          before={before}
          known={known}
          usual={usual}
          currencySign={currencySign}
          weightUnit={weightUnit}
          disabled={disabled}
          onWrite={write}
        />
      ) : (
        <CellRange of={sheet}>
          {!disabled && <RangeStrip />}
          <div className="tw">
            <Table
              caption="Variants"
              className="in sheet variants"
              head={
                <>
                  {!disabled && (
                    <Head className="pick">
                      <Check
                        hidden
                        checked={rows.length > 0 && chosen.length === rows.length}
                        onChange={({ target }) => setPicked(new Set(target.checked ? rows.map(({ key }) => key) : []))}
                      >
                        Select all variants
                      </Check>
                    </Head>
                  )}
                  <Head>Variant</Head>
                  <Head>SKU</Head>
                  <Head>Barcode</Head>
                  {hasMpns && <Head>MPN</Head>}
                  <Head className="num">{`Price ${currencySign}`}</Head>
                  <Head className="num">In stock</Head>
                  {waiting.size > 0 && <Head className="num">Waiting</Head>}
                  <Head className="num">{`Weight ${weightUnit}`}</Head>
                  {contentsUnit !== undefined && <Head className="num">{`Contents ${contentsUnit}`}</Head>}
                  <Head>Shown</Head>
                </>
              }
            >
              {rows.map(({ choices, key }) => {
                const colour = options.map(({ name, optionType, choices: all }) =>
                  optionType === 'color' ? all.find((choice) => choice.name === choices[name])?.value : undefined,
                )
                const pictureId = options.flatMap(
                  ({ name, choices: all }) => all.find((choice) => choice.name === choices[name])?.mediaIds[0] ?? [],
                )[0]
                const picture = media.find(({ mediaId }) => mediaId === pictureId) ?? media[0]
                return (
                  <Row
                    key={key}
                    name={key}
                    colour={colour.find(Boolean)}
                    picture={picture && sized(picture.url, 48, 48)}
                    isNew={!known.has(key)}
                    isPicked={picked.has(key)}
                    sku={cells.skus[key] ?? ''}
                    price={cells.prices[key] ?? ''}
                    stock={cells.stock[key] ?? ''}
                    waiting={waiting.size === 0 ? undefined : (waiting.get(key) ?? 0)}
                    weight={cells.weights[key] ?? ''}
                    barcode={cells.barcodes[key] ?? ''}
                    wasBarcode={before.barcodes[key] ?? ''}
                    mpn={hasMpns ? (cells.mpns[key] ?? '') : undefined}
                    wasMpn={before.mpns[key] ?? ''}
                    contents={contentsUnit === undefined ? undefined : (cells.contents[key] ?? '')}
                    wasContents={before.contents[key] ?? ''}
                    usualContents={usual.contents}
                    isShown={cells.hidden[key] !== 'yes'}
                    wasSku={before.skus[key] ?? ''}
                    wasPrice={before.prices[key] ?? ''}
                    wasStock={before.stock[key] ?? ''}
                    wasWeight={before.weights[key] ?? ''}
                    usualPrice={usual.price}
                    usualWeight={usual.weight}
                    currencySign={currencySign}
                    weightUnit={weightUnit}
                    contentsUnit={contentsUnit}
                    disabled={disabled}
                    onWrite={write}
                    onPick={pick}
                  />
                )
              })}
            </Table>
          </div>
        </CellRange>
      )}
    </section>
  )
}

interface RowProps {
  name: string
  colour: string | undefined
  picture: string | undefined
  isNew: boolean
  isPicked: boolean
  isShown: boolean
  sku: string
  price: string
  stock: string
  /** Undefined where there is no such column. */
  waiting: number | undefined
  weight: string
  barcode: string
  wasBarcode: string
  /** Undefined where there is no such column. */
  mpn: string | undefined
  wasMpn: string
  /** Undefined where there is no such column. */
  contents: string | undefined
  wasContents: string
  usualContents: string
  wasSku: string
  wasPrice: string
  wasStock: string
  wasWeight: string
  usualPrice: string
  usualWeight: string
  currencySign: string
  weightUnit: string
  contentsUnit: string | undefined
  disabled: boolean
  onWrite: (column: Column | 'hidden', key: string, text: string) => void
  onPick: (key: string, on: boolean) => void
}

const Row = memo(function Row(props: RowProps) {
  const { name, colour, picture, isNew, isPicked, isShown, disabled, onWrite, onPick } = props
  const cell = (column: Column, value: string, was: string, usual: string, unit = '') => (
    <Td
      of={`${labels[column]} ${unit}`.trim()}
      className={isCode(column) ? 'cell mono' : 'cell num'}
      {...(value !== was && { 'data-changed': '' })}
    >
      <input
        className={column === 'stock' && value.trim() === '0' ? 'ce down' : 'ce'}
        data-cell={cellKeyOf(column, name)}
        disabled={disabled}
        autoComplete="off"
        {...(!isCode(column) && { inputMode: 'decimal' as const })}
        maxLength={column === 'mpns' ? 70 : 40}
        value={value}
        placeholder={usual}
        aria-label={`${labels[column]} of ${name}`}
        onChange={({ target }) => onWrite(column, name, target.value)}
      />
    </Td>
  )
  const [first = '', ...rest] = name.split(' · ')
  return (
    <Tr {...(isNew && { 'data-new': '' })}>
      {!disabled && (
        <Td className="pick">
          <Check hidden checked={isPicked} onChange={({ target }) => onPick(name, target.checked)}>{`Select ${name}`}</Check>
        </Td>
      )}
      <RowHead>
        <span className="vrow">
          {picture && (
            <span className="thumb" style={{ '--t': '24px' } as CSSProperties}>
              <img src={picture} alt="" width={24} height={24} loading="lazy" />
            </span>
          )}
          {colour && <span className="sw" style={{ '--c': colour } as CSSProperties} aria-hidden="true" />}
          {first}
          {rest.length > 0 && <span className="faint">{rest.join(' · ')}</span>}
          {isNew && <span className="newmark">new</span>}
        </span>
      </RowHead>
      {cell('skus', props.sku, props.wasSku, '–')}
      {cell('barcodes', props.barcode, props.wasBarcode, '–')}
      {props.mpn !== undefined && cell('mpns', props.mpn, props.wasMpn, '–')}
      {cell('prices', props.price, props.wasPrice, props.usualPrice, props.currencySign)}
      {cell('stock', props.stock, props.wasStock, isNew ? '0' : 'not tracked')}
      {props.waiting !== undefined && (
        <Td of="Waiting" className="num soft">
          {props.waiting === 0 ? '–' : props.waiting.toLocaleString('en-GB')}
        </Td>
      )}
      {cell('weights', props.weight, props.wasWeight, props.usualWeight, props.weightUnit)}
      {props.contents !== undefined && cell('contents', props.contents, props.wasContents, props.usualContents, props.contentsUnit)}
      <Td of="Shown" className="fit">
        <Toggle hidden checked={isShown} disabled={disabled} onTurn={(on) => onWrite('hidden', name, on ? '' : 'yes')}>
          {`Show ${name}`}
        </Toggle>
      </Td>
    </Tr>
  )
})
