import type { ProductImport, ProductImportItem } from '@vitrine/contract'
import { ChevronLeft, ChevronRight, Download } from 'lucide-react'
import { useCallback, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { client } from '../../client.ts'
import { many } from '../../list/many.ts'
import { useAct } from '../../parts/acting.ts'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { Status } from '../../parts/glyph.tsx'
import { Head, RowHead, Table, Td, Tr } from '../../parts/table.tsx'
import { Unsaved } from '../../parts/unsaved.tsx'
import { useMay } from '../../shell/layout.tsx'
import { ColumnChoice } from './column-choice.tsx'
import { sendings, shownColumns } from './draft-cells.ts'
import { EditRows } from './edit-rows.tsx'
import { Happens } from './happens.tsx'
import { RowsSheet } from './rows-sheet.tsx'
import { count, resultOf } from './text.ts'
import { type Drafting, useDraft } from './use-draft.ts'

interface ItemsProps {
  of: ProductImport
  items: readonly ProductImportItem[]
  next: number | undefined
}

const tabsOf = ({ counts, state }: ProductImport) => [
  { only: 'ERROR', name: 'Cannot go in', count: counts.errors },
  ...(counts.failed > 0 ? [{ only: 'FAILED', name: 'Failed', count: counts.failed }] : []),
  ...(counts.conflicts > 0 ? [{ only: 'CONFLICT', name: 'Left as they are', count: counts.conflicts }] : []),
  { only: 'GUESSED', name: 'Read with a guess', count: counts.guessed },
  { only: 'CHANGED', name: state === 'CHECKED' ? 'Would change' : 'Changes', count: counts.changed },
  { only: 'NEW', name: 'New', count: counts.new },
  { only: undefined, name: 'All', count: counts.products },
]

const address = (only: string | undefined, after?: number): string =>
  `?${new URLSearchParams({ ...(only !== undefined && { only }), ...(after !== undefined && { after: String(after) }) })}`

/** Hands the browser a file. */
function handOver(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

async function reportOf(id: string, onlyErrors: boolean): Promise<string> {
  let text = ''
  for (let after: number | undefined; ; ) {
    const { csv, next } = await client.productImports.readProductImportReport({ id, onlyErrors, ...(after !== undefined && { after }) })
    text += csv
    if (next === undefined) return text
    after = next
  }
}

/** What is written and not saved, cell by cell. */
const draftChanges = ({ draft }: Drafting, { columns }: ProductImport) =>
  [...draft].map(([place, { text, was }]) => {
    const [row, column] = place.split(' ').map(Number) as [number, number]
    return { name: `${columns[column]!.name || `Column ${column + 1}`} in row ${row}`, was, now: text }
  })

/** What becomes of each product of a file. */
export function Items({ of: one, items, next }: ItemsProps) {
  const [search] = useSearchParams()
  const only = search.get('only') ?? undefined
  const after = search.get('after')
  const { act, busy } = useAct({ PRODUCT_IMPORT_STATE: 'The import is at something else by now. Nothing was changed.' })
  const { state, counts } = one
  const { errors } = counts
  const [editing, setEditing] = useState<ProductImportItem>()
  const close = useCallback(() => setEditing(undefined), [])
  const isTried = state === 'CHECKED'
  const mayEdit = useMay()('products.write') && isTried
  const drafting = useDraft(items)
  const [asked, setAsked] = useState<readonly number[]>()
  const columns = shownColumns(one, items, asked)
  const save = () =>
    act(async () => {
      const found: ProductImportItem[] = []
      for (const rows of sendings(drafting.draft)) {
        const { items: tried } = await client.productImports.editProductImportRows({ id: one.id, rows: [...rows] })
        found.push(...tried)
      }
      drafting.clear()
      const stops = found.filter(({ outcome }) => outcome === 'ERROR').length
      return stops === 0 ? 'Checked: they can go in.' : `Checked: ${many(stops, 'product')} still cannot go in.`
    })
  const onlyErrors = state === 'CHECKED' && errors > 0
  const download = () =>
    void act(async () => {
      handOver(await reportOf(one.id, onlyErrors), `${one.fileName.replace(/\.\w+$/, '')}-report.csv`)
      return undefined
    })
  const head = (
    <>
      <Head className="num">Row</Head>
      <Head>
        <span className="vh">Result</span>
      </Head>
      <Head>SKU</Head>
      <Head>Product</Head>
      <Head>What happens</Head>
    </>
  )
  return (
    <>
      <div className="tabs">
        <nav aria-label="Products of the file">
          <ul>
            {tabsOf(one).map((tab) => (
              <li key={tab.name}>
                <Link to={address(tab.only)} replace {...(tab.only === only && { 'aria-current': 'page' as const })}>
                  {tab.name}
                  <span className="n">{count(tab.count)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="acts">
          {isTried && <ColumnChoice of={one} shown={columns} onChange={setAsked} />}
          <Button small icon={Download} disabled={busy} onClick={download}>
            {onlyErrors ? `Download the ${count(errors)}` : 'Download the report'}
          </Button>
        </div>
      </div>
      {items.length === 0 ? (
        <p className="soft pad">None of the products.</p>
      ) : isTried ? (
        <RowsSheet of={one} items={items} columns={columns} drafting={drafting} onEdit={mayEdit ? setEditing : undefined} />
      ) : (
        <Table caption="Products of the file" className="one imported" head={head}>
          {items.map((item) => (
            <Row key={item.row} of={item} />
          ))}
        </Table>
      )}
      <Unsaved of={draftChanges(drafting, one)} busy={busy} onSave={save} onDiscard={drafting.clear} />
      {editing && <EditRows key={editing.row} of={one} item={editing} onClose={close} />}
      <div className="pager">
        <p>
          {`${count(items.length)} of ${count(one.counts.products)}`}
          {state === 'CHECKED' && <span className="faint"> · After the import one click takes all of it back, for 30 days.</span>}
        </p>
        <div className="acts">
          {after !== null && (
            <ButtonLink icon={ChevronLeft} to={address(only)}>
              First
            </ButtonLink>
          )}
          {next !== undefined && (
            <ButtonLink icon={ChevronRight} to={address(only, next)}>
              Next
            </ButtonLink>
          )}
        </div>
      </div>
    </>
  )
}

function Row({ of: item }: { of: ProductImportItem }) {
  const { row, name, sku, productId, state } = item
  const { says, glyph, tone } = resultOf(item)
  return (
    <Tr>
      <Td of="Row" className="num faint">
        {row}
      </Td>
      <Td of="Result" className="fit">
        <Status glyph={glyph} tone={tone}>
          {says}
        </Status>
      </Td>
      <Td of="SKU" className="mono">
        {sku || '–'}
      </Td>
      <RowHead>{productId && state !== 'UNDONE' ? <Link to={`/products/${productId}`}>{name || 'Product'}</Link> : name || '–'}</RowHead>
      <Td of="What happens">
        <Happens of={item} />
      </Td>
    </Tr>
  )
}
