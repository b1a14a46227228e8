import type { ProductLabel, ProductLabelKind } from '@vitrine/contract'
import { ChevronDown, Combine, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { client } from '../client.ts'
import { many } from '../list/many.ts'
import { SearchBox } from '../list/tools.tsx'
import { placedAt } from '../orders/text.ts'
import { Button, ButtonLink, IconButton } from '../parts/button.tsx'
import { Check } from '../parts/field.tsx'
import { Icon } from '../parts/icon.tsx'
import { withParams } from '../parts/params.ts'
import { Head, RowHead, Table, Td, Tr } from '../parts/table.tsx'
import { useAddress } from '../parts/use-address.ts'
import { useKeys } from '../shell/keys.ts'
import { useMay } from '../shell/layout.tsx'
import { PageHead, usePlace } from '../shell/page.tsx'
import { useShop } from '../shop.ts'
import { useCarryOut } from './carry-out.ts'
import { ChangeDialog, type LabelAction } from './change-dialog.tsx'
import { kindText, productsOf } from './text.ts'

const perPage = 50
const sorts = [
  { value: 'NAME', says: 'By name' },
  { value: 'PRODUCTS', says: 'Most products first' },
  { value: 'UPDATED', says: 'Changed last first' },
] as const
type Sort = (typeof sorts)[number]['value']

interface Loaded {
  readonly kind: ProductLabelKind
  readonly labels: readonly ProductLabel[]
  readonly total: number
  readonly sort: Sort
  readonly offset: number
}

export async function loader({ params, request: { url, signal } }: LoaderFunctionArgs): Promise<Loaded> {
  if (params['kind'] !== undefined && params['kind'] !== 'ribbons') throw new Response('There is no such page.', { status: 404 })
  const kind = params['kind'] === 'ribbons' ? 'ribbon' : 'brand'
  const asked = new URL(url).searchParams
  const sort = sorts.find(({ value }) => value === asked.get('sort'))?.value ?? 'NAME'
  const offset = Math.max(0, Number.parseInt(asked.get('from') ?? '', 10) || 0)
  const search = asked.get('q')?.slice(0, 50) ?? ''
  const { labels, total } = await client.merchantProducts.listProductLabels({ kind, search, sort, offset, limit: perPage }, { signal })
  return { kind, labels, total, sort, offset }
}

/** The shop's brands or ribbons, and what is done to one of them on all of its products. */
export function Labels() {
  const { kind, labels, total, sort, offset } = useLoaderData<Loaded>()
  const { one, more, title, path } = kindText[kind]
  const [params, changeAddress] = useAddress()
  const mayWrite = useMay()('products.write')
  const { timeZone } = useShop()
  const { carryOut, busy, working } = useCarryOut()
  const [open, setOpen] = useState<{ readonly of: readonly [ProductLabel, ...ProductLabel[]]; readonly action: LabelAction }>()
  const [picked, setPicked] = useState<ReadonlyMap<string, ProductLabel>>(new Map())
  const pick = (label: ProductLabel, isPicked: boolean) =>
    setPicked((before) => new Map([...[...before].filter(([id]) => id !== label.id), ...(isPicked ? [[label.id, label] as const] : [])]))
  usePlace([{ name: 'Products', to: '/products' }, { name: title }])
  useKeys({ '/': { says: `Search the ${more}`, moves: true, run: () => document.getElementById('list-q')?.focus() } }, title)

  const search = params.get('q') ?? ''
  const ask = (change: Readonly<Record<string, string | undefined>>, replace = false) =>
    changeAddress((from) => withParams(from, { from: undefined, ...change }), { replace })
  return (
    <>
      <PageHead title="Brands and ribbons" facts={<span>{`${total.toLocaleString('en-GB')} ${total === 1 ? one : more}`}</span>} />
      <div className="tabs">
        <nav aria-label="Brands or ribbons">
          <ul>
            {Object.entries(kindText).map(([name, words]) => (
              <li key={name}>
                <Link to={words.path} {...(name === kind && { 'aria-current': 'page' as const })}>
                  {words.title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      {(total > 0 || search) && (
        <div className="tools">
          <SearchBox key={path} hint={`Search ${more}`} asked={search} onAsk={ask} />
          <span className="grow" />
          <label className="vh" htmlFor="label-sort">
            Sort
          </label>
          <span className="select">
            <select id="label-sort" className="input" value={sort} onChange={({ target }) => ask({ sort: target.value })}>
              {sorts.map(({ value, says }) => (
                <option key={value} value={value}>
                  {says}
                </option>
              ))}
            </select>
            <Icon of={ChevronDown} small />
          </span>
        </div>
      )}
      <p role="status" className={working ? 'soft' : 'vh'}>
        {working}
      </p>
      {labels.length === 0 ? (
        <div className="empty">
          <h2>{search ? `No ${one} matches “${search}”` : `No ${more} yet`}</h2>
          <p>
            {search ? 'Look for another part of the name.' : `A ${one} is there as soon as a product has it. It is set in the product.`}
          </p>
          <div className="acts">
            {search ? (
              <Button onClick={() => ask({ q: undefined })}>Clear the search</Button>
            ) : (
              <ButtonLink to="/products">To the products</ButtonLink>
            )}
          </div>
        </div>
      ) : (
        <section className="sec">
          <Table
            caption={title}
            className="labels"
            head={
              <>
                {mayWrite && (
                  <Head className="pick">
                    <span className="vh">Pick</span>
                  </Head>
                )}
                <Head>{kind === 'brand' ? 'Brand' : 'Ribbon'}</Head>
                <Head className="num">Products</Head>
                <Head>Changed</Head>
                {mayWrite && <Head>Actions</Head>}
              </>
            }
          >
            {labels.map((label) => (
              <Tr key={label.id} {...(picked.has(label.id) && { 'data-on': '' })}>
                {mayWrite && (
                  <Td className="pick">
                    <Check hidden checked={picked.has(label.id)} onChange={({ target }) => pick(label, target.checked)}>
                      {`Select ${label.name}`}
                    </Check>
                  </Td>
                )}
                <RowHead className="lead">
                  <Link to={productsOf(kind, label.name)}>{label.name}</Link>
                </RowHead>
                <Td of="Products" className="num">
                  {label.products.toLocaleString('en-GB')}
                </Td>
                <Td of="Changed" className="soft fit">
                  {placedAt(label.updatedDate, timeZone)}
                </Td>
                {mayWrite && (
                  <Td of="Actions">
                    <span className="acts">
                      <IconButton
                        small
                        icon={Pencil}
                        name={`Rename ${label.name}`}
                        onClick={() => setOpen({ of: [label], action: 'rename' })}
                      />
                      <IconButton
                        small
                        icon={Combine}
                        name={`Merge ${label.name}`}
                        onClick={() => setOpen({ of: [label], action: 'merge' })}
                      />
                      <IconButton
                        small
                        icon={Trash2}
                        name={`Delete ${label.name}`}
                        onClick={() => setOpen({ of: [label], action: 'delete' })}
                      />
                    </span>
                  </Td>
                )}
              </Tr>
            ))}
          </Table>
          {total > perPage && (
            <div className="pager">
              <p>
                {`${(offset + 1).toLocaleString('en-GB')}–${(offset + labels.length).toLocaleString('en-GB')} of `}
                <b>{total.toLocaleString('en-GB')}</b>
              </p>
              <span className="acts">
                <Button small disabled={offset === 0} onClick={() => ask({ from: String(Math.max(0, offset - perPage)) })}>
                  Previous
                </Button>
                <Button small disabled={offset + labels.length >= total} onClick={() => ask({ from: String(offset + perPage) })}>
                  Next
                </Button>
              </span>
            </div>
          )}
        </section>
      )}
      {picked.size > 0 && (
        <div className="float" role="toolbar" aria-label={`Actions for ${many(picked.size, one, more)}`}>
          <p>
            <b>{`${picked.size} selected`}</b>
          </p>
          <Button
            kind="main-act"
            icon={Combine}
            onClick={() => {
              const [first, ...others] = picked.values()
              if (first) setOpen({ of: [first, ...others], action: 'merge' })
            }}
          >
            Merge
          </Button>
          <span className="sep" />
          <Button onClick={() => setPicked(new Map())}>Clear</Button>
        </div>
      )}
      {open && (
        <ChangeDialog
          kind={kind}
          of={open.of}
          action={open.action}
          busy={busy}
          onDo={(starts, said) =>
            void carryOut(starts, said).then((isStarted) => {
              if (!isStarted) return
              setOpen(undefined)
              setPicked(new Map())
            })
          }
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}
