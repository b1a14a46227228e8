import type { ProductImport, ProductImportItem } from '@vitrine/contract'
import { ChevronLeft, ChevronRight, Download, Pencil } from 'lucide-react'
import { useCallback, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { client } from '../../client.ts'
import { useAct } from '../../parts/acting.ts'
import { Button, ButtonLink, IconButton } from '../../parts/button.tsx'
import { Status } from '../../parts/glyph.tsx'
import { Head, RowHead, Table, Td, Tr } from '../../parts/table.tsx'
import { useMay } from '../../shell/desk.tsx'
import { EditRows } from './edit-rows.tsx'
import { changeText, count, resultOf } from './words.ts'

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

/** What becomes of each product of a file. */
export function Items({ of: one, items, next }: ItemsProps) {
  const [search] = useSearchParams()
  const only = search.get('only') ?? undefined
  const after = search.get('after')
  const { act, busy } = useAct()
  const { state, counts } = one
  const { errors } = counts
  const [editing, setEditing] = useState<ProductImportItem>()
  const close = useCallback(() => setEditing(undefined), [])
  const mayEdit = useMay()('products.write') && state === 'CHECKED'
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
      {mayEdit && (
        <Head>
          <span className="vh">Edit</span>
        </Head>
      )}
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
          <Button small icon={Download} disabled={busy} onClick={download}>
            {onlyErrors ? `Download the ${count(errors)}` : 'Download the report'}
          </Button>
        </div>
      </div>
      {items.length === 0 ? (
        <p className="soft pad">None of the products.</p>
      ) : (
        <Table caption="Products of the file" className="one imported" head={head}>
          {items.map((item) => (
            <Row key={item.row} of={item} {...(mayEdit && { onEdit: () => setEditing(item) })} />
          ))}
        </Table>
      )}
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

const shown = 8

function Row({ of: item, onEdit }: { of: ProductImportItem; onEdit?: () => void }) {
  const { row, name, sku, changes, errors, guesses, productId, outcome, state } = item
  const { says, glyph, tone } = resultOf(item)
  const remarks = [...errors, ...guesses]
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
        <ul className="happens">
          {remarks.slice(0, shown).map((remark, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a list that never changes its order
            <li key={i} className={i < errors.length ? 'down' : 'soft'}>
              {`${remark.row === row ? '' : `Row ${remark.row}: `}${remark.column ? `${remark.column}: ` : ''}${remark.message}`}
            </li>
          ))}
          {outcome === 'NEW' && <li className="soft">new product</li>}
          {outcome === 'CHANGED' &&
            changes.slice(0, shown).map((change) => (
              <li key={`${change.variant ?? ''} ${change.field}`} className="soft">
                {changeText(change)}
              </li>
            ))}
          {outcome === 'CHANGED' && changes.length > shown && <li className="faint">{`and ${changes.length - shown} more`}</li>}
        </ul>
      </Td>
      {onEdit && (
        <Td of="Edit" className="fit">
          <IconButton
            icon={Pencil}
            small
            name={item.rows === 1 ? `Edit row ${row}` : `Edit the rows of ${name || `row ${row}`}`}
            onClick={onEdit}
          />
        </Td>
      )}
    </Tr>
  )
}
