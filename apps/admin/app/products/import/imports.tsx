import type { ProductImport } from '@vitrine/contract'
import { FileUp } from 'lucide-react'
import { type CSSProperties, type DragEvent, useRef, useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { client } from '../../client.ts'
import { many } from '../../list/many.ts'
import { placedAt } from '../../orders/text.ts'
import { useAct } from '../../parts/acting.ts'
import { Button } from '../../parts/button.tsx'
import { Status } from '../../parts/glyph.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Head, RowHead, Table, Td, Tr } from '../../parts/table.tsx'
import { useMay } from '../../shell/layout.tsx'
import { PageHead, usePlace } from '../../shell/page.tsx'
import { useShop } from '../../shop.ts'
import { count, sizeText, stateText } from './text.ts'
import { sendFile } from './upload.ts'

interface Loaded {
  readonly productImports: readonly ProductImport[]
}

export const loader = ({ request: { signal } }: LoaderFunctionArgs): Promise<Loaded> =>
  client.productImports.listProductImports({}, { signal })

const mostBytes = 100_000_000

/** Files of products: a new one, and those there were. */
export function Imports() {
  const { productImports } = useLoaderData<Loaded>()
  usePlace([{ name: 'Products', to: '/products' }, { name: 'Import' }])
  const mayWrite = useMay()('products.write')
  return (
    <>
      <PageHead title="Import products" facts={<span>From Shopify, WooCommerce, Wix, or a sheet of your own</span>} />
      {mayWrite && <DropFile />}
      {productImports.length > 0 && <Earlier of={productImports} />}
    </>
  )
}

function DropFile() {
  const navigate = useNavigate()
  const { act, busy } = useAct()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [share, setShare] = useState<number>()
  const [fault, setFault] = useState<string>()

  async function take(file: File | undefined) {
    if (!file) return
    setFault(undefined)
    if (file.size === 0) return setFault(`${file.name} is empty.`)
    if (file.size > mostBytes) return setFault(`${file.name} has ${sizeText(file.size)}; 100 MB are the most.`)
    setShare(0)
    await act(async () => {
      const { id } = await sendFile(file, setShare)
      void navigate(`/products/import/${id}`)
      return undefined
    })
    setShare(undefined)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
  }
  return (
    <div
      className="dropfile"
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Icon of={FileUp} />
      <p>
        <b>Drop a CSV file here</b>
        <span className="soft">Up to 100 MB. Nothing changes before you have seen what it would do.</span>
      </p>
      {share === undefined ? (
        <Button kind="primary" disabled={busy} onClick={() => input.current?.click()}>
          Choose a file
        </Button>
      ) : (
        <span
          className="meter"
          data-tone="accent"
          role="progressbar"
          aria-label="Upload"
          aria-valuenow={Math.round(share * 100)}
          style={{ '--v': `${Math.round(share * 100)}%` } as CSSProperties}
        />
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,text/csv"
        aria-label="File of products"
        onChange={({ target }) => {
          void take(target.files?.[0])
          target.value = ''
        }}
      />
      {fault && (
        <p className="err" role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}

function Earlier({ of: all }: { of: readonly ProductImport[] }) {
  const { timeZone } = useShop()
  const head = (
    <>
      <Head>File</Head>
      <Head>State</Head>
      <Head className="num">Products</Head>
      <Head className="num">Imported</Head>
      <Head>Begun</Head>
    </>
  )
  return (
    <section aria-labelledby="earlier">
      <h2 className="h2 sec" id="earlier">
        Imports of the last 30 days
      </h2>
      <Table caption="Imports" className="one" head={head}>
        {all.map((one) => {
          const { says, glyph, tone } = stateText[one.state]
          return (
            <Tr key={one.id}>
              <RowHead>
                <Link to={`/products/import/${one.id}`}>{one.fileName}</Link>
              </RowHead>
              <Td of="State" className="fit">
                <Status glyph={glyph} tone={tone}>
                  {says}
                </Status>
              </Td>
              <Td of="Products" className="num">
                {one.counts.products === 0 ? '–' : count(one.counts.products)}
              </Td>
              <Td of="Imported" className="num">
                {one.counts.done === 0 ? '–' : count(one.counts.done)}
              </Td>
              <Td of="Begun" className="soft fit">
                {placedAt(one.createdDate, timeZone)}
              </Td>
            </Tr>
          )
        })}
      </Table>
      <p className="vh">{many(all.length, 'import')}</p>
    </section>
  )
}
