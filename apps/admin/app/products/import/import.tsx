import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import { client } from '../../client.ts'
import { ButtonLink } from '../../parts/button.tsx'
import { useReadAgain } from '../../parts/read-again.ts'
import { PageHead, usePlace } from '../../shell/page.tsx'
import { Acts } from './acts.tsx'
import { Columns } from './columns.tsx'
import { Items } from './items.tsx'
import type { Loaded } from './loaded.ts'
import { Progress } from './progress.tsx'
import { Steps } from './steps.tsx'
import { count, isUnderWay, sizeText } from './text.ts'

const pageOf = 25
/** Of each product, so many rows are shown before one asks for all of them. */
const linesOf = 12

export async function loader({ params, request: { signal, url } }: LoaderFunctionArgs): Promise<Loaded> {
  const id = params['id']!
  const { searchParams } = new URL(url)
  const only = searchParams.get('only')
  const after = Number(searchParams.get('after') ?? 0)
  const read = await client.productImports.getProductImport({ id }, { signal })
  const { items, next } = await client.productImports.listProductImportItems(
    {
      id,
      ...(only !== null && { only: only as 'NEW' }),
      ...(after > 0 && { after }),
      limit: pageOf,
      ...(read.productImport.state === 'CHECKED' && { lines: linesOf }),
    },
    { signal },
  )
  return { ...read, items, next }
}

/** One import, from its columns over the dry run to what it did. */
export function Import() {
  const { productImport, fields, items, next } = useLoaderData<Loaded>()
  const { state, fileName, bytes, counts, settings, failure } = productImport
  usePlace([{ name: 'Products', to: '/products' }, { name: 'Import', to: '/products/import' }, { name: fileName }])
  useReadAgain(isUnderWay(state))
  const facts = [fileName, counts.rows > 0 && `${count(counts.rows)} rows`, sizeText(bytes)].filter(Boolean).join(', ')
  const [search] = useSearchParams()
  const again = state === 'CHECKED' && search.get('step') === 'columns'
  const choosing = again || state === 'READY' || (state === 'FAILED' && settings !== undefined)
  return (
    <>
      <PageHead title="Import products" facts={<span>{facts}</span>} main={again ? undefined : <Acts of={productImport} />}>
        <ButtonLink to="/products/import">Leave, keep it here</ButtonLink>
      </PageHead>
      <Steps of={productImport} choosing={choosing} />
      {failure !== undefined && (
        <p className="note" data-tone="bad" role="alert">
          {failure}
        </p>
      )}
      {choosing && <Columns key={productImport.id} of={productImport} fields={fields} again={again} />}
      {!choosing && state !== 'UPLOADING' && state !== 'FAILED' && (
        <>
          <Progress of={productImport} />
          {state !== 'CHECKING' && <Items of={productImport} items={items} next={next} />}
        </>
      )}
    </>
  )
}
