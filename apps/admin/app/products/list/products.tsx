import { Refused } from '@vitrine/client'
import type { MerchantProductRow } from '@vitrine/contract'
import { Eye, EyeOff, FolderMinus, FolderPlus, Percent, Plus, Tag, Trash2, Upload } from 'lucide-react'
import { createContext, use, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { client } from '../../client.ts'
import { List } from '../../list/list.tsx'
import { type Listing, pageOf } from '../../list/listing.ts'
import { loaderOf } from '../../list/load.ts'
import { many } from '../../list/many.ts'
import { money } from '../../orders/sums.ts'
import { placedAt } from '../../orders/text.ts'
import { refusedText } from '../../parts/acting.ts'
import { useAnswer } from '../../parts/answer.ts'
import { ButtonLink } from '../../parts/button.tsx'
import { Status } from '../../parts/glyph.tsx'
import { Thumb } from '../../parts/thumb.tsx'
import { useSay } from '../../parts/toasts.tsx'
import { unanswered } from '../../parts/unanswered.ts'
import { Unsaved } from '../../parts/unsaved.tsx'
import { useKeys } from '../../shell/keys.ts'
import { useMay } from '../../shell/layout.tsx'
import { useShop } from '../../shop.ts'
import { changeEach, deleteEach } from './bulk.ts'
import { changeOf, columnNames, columns, undoOf, usual, wrongIn } from './cells.ts'
import { productFile } from './export.ts'
import { collectionNames, intoCollection } from './into-collection.ts'
import { changeThese, takeBack, toAll } from './jobs.ts'
import { NoProducts } from './no-products.tsx'
import { pricesBy } from './price-change.ts'
import { saveEach } from './save-sheet.ts'
import { Cell, SheetKeys, SheetProvider, useSheet } from './sheet.tsx'

const dash = <span className="faint">–</span>

function Money({ of }: { of: number }) {
  const { currency } = useShop()
  return <>{money(String(of), currency)}</>
}

const noPriceChange = 'That is neither a percentage nor an amount.'
const noSuchCollection = 'No collection has this name.'

const Names = createContext<ReadonlyMap<string, string>>(new Map())

/** The collections of a product by their names, once these are known. */
function CollectionNames({ ids }: { ids: readonly string[] }) {
  const names = use(Names)
  const known = ids.flatMap((id) => names.get(id) ?? [])
  return known.length > 0 ? <>{known.join(', ')}</> : dash
}

const At = ({ iso }: { iso: string }) => placedAt(iso, useShop().timeZone)

const products: Listing<MerchantProductRow> = {
  name: 'products',
  path: '/products',
  title: 'Products',
  one: 'product',
  more: 'products',
  className: 'pic products',
  usualSort: '-created',
  columns: [
    {
      id: 'name',
      name: 'Product',
      head: true,
      sort: 'name',
      bar: 180,
      cell: ({ image, name }) => (
        <span className="withpic">
          <Thumb src={image} size={28} />
          <span>{name}</span>
        </span>
      ),
      text: ({ name }) => name,
    },
    {
      id: 'status',
      name: 'Status',
      className: 'fit',
      bar: 60,
      cell: ({ visible }) => (
        <Status glyph={visible ? 'd-full' : 'd-open'} tone={visible ? 'done' : 'wait'}>
          {visible ? 'Shown' : 'Hidden'}
        </Status>
      ),
      text: ({ visible }) => (visible ? 'shown' : 'hidden'),
    },
    {
      id: 'price',
      name: 'Price',
      sort: 'price',
      className: 'num',
      bar: 50,
      cell: ({ price }) => <Money of={price} />,
      text: ({ price }) => String(price),
    },
    {
      id: 'compareAt',
      name: 'Compare at',
      className: 'num',
      bar: 50,
      none: ({ price, fullPrice }) => fullPrice <= price,
      cell: ({ price, fullPrice }) => (fullPrice > price ? <Money of={fullPrice} /> : dash),
      text: ({ price, fullPrice }) => (fullPrice > price ? String(fullPrice) : ''),
    },
    {
      id: 'variants',
      name: 'Variants',
      className: 'num',
      bar: 24,
      cell: ({ variants }) => variants.toLocaleString('en-GB'),
      text: ({ variants }) => String(variants),
    },
    {
      id: 'stock',
      name: 'Stock',
      className: 'num',
      bar: 50,
      none: ({ quantity, soldOut }) => quantity === undefined && soldOut === 0,
      cell: ({ quantity, soldOut }) => (
        <>
          {quantity === undefined ? dash : quantity.toLocaleString('en-GB')}
          {soldOut > 0 && <span className="faint">{` ${soldOut} out`}</span>}
        </>
      ),
      text: ({ quantity }) => (quantity === undefined ? '' : String(quantity)),
    },
    {
      id: 'ribbon',
      name: 'Ribbon',
      className: 'clip',
      bar: 60,
      none: ({ ribbon }) => ribbon === undefined,
      cell: ({ ribbon }) => ribbon ?? dash,
      text: ({ ribbon }) => ribbon ?? '',
    },
    {
      id: 'collections',
      name: 'Collections',
      className: 'clip',
      bar: 90,
      none: ({ collectionIds }) => collectionIds.length === 0,
      cell: ({ collectionIds }) => <CollectionNames ids={collectionIds} />,
    },
    {
      id: 'brand',
      name: 'Brand',
      extra: true,
      className: 'clip soft',
      bar: 60,
      none: ({ brand }) => brand === undefined,
      cell: ({ brand }) => brand ?? dash,
      text: ({ brand }) => brand ?? '',
    },
    { id: 'sku', name: 'SKU', sort: 'sku', className: 'mono faint', bar: 80, cell: ({ sku }) => sku || dash, text: ({ sku }) => sku },
    {
      id: 'created',
      name: 'Created',
      sort: 'createdDate',
      extra: true,
      className: 'soft fit',
      bar: 50,
      cell: ({ createdDate }) => <At iso={createdDate} />,
      text: ({ createdDate }) => createdDate,
    },
    {
      id: 'updated',
      name: 'Changed',
      sort: 'updatedDate',
      extra: true,
      className: 'soft fit',
      bar: 50,
      cell: ({ updatedDate }) => <At iso={updatedDate} />,
      text: ({ updatedDate }) => updatedDate,
    },
  ],
  listFilters: [
    {
      name: 'status',
      title: 'Status',
      verb: 'is',
      single: true,
      choices: [
        { value: 'shown', says: 'shown', means: () => ({ visible: true }) },
        { value: 'hidden', says: 'hidden', means: () => ({ visible: false }) },
      ],
    },
    {
      name: 'stock',
      title: 'Stock',
      verb: 'is',
      choices: [
        { value: 'out', says: 'out in some variant', means: () => ({ soldOut: { $gt: 0 } }) },
        { value: 'low', says: 'low, 3 or fewer in all', means: () => ({ quantity: { $lte: 3 } }) },
      ],
    },
    {
      name: 'picture',
      title: 'Picture',
      verb: '',
      single: true,
      choices: [
        { value: 'none', says: 'none', means: () => ({ hasMedia: false }) },
        { value: 'some', says: 'at least one', means: () => ({ hasMedia: true }) },
      ],
    },
    { name: 'brand', title: 'Brand', verb: 'has', meansText: (text) => ({ brand: { $contains: text } }) },
    { name: 'brandIs', title: 'Brand is', verb: '', meansText: (text) => ({ brand: text }) },
    { name: 'ribbonIs', title: 'Ribbon is', verb: '', meansText: (text) => ({ ribbon: text }) },
    { name: 'ribbon', title: 'Ribbon', verb: 'has', meansText: (text) => ({ ribbon: { $contains: text } }) },
  ],
  views: [
    { id: 'all', name: 'All', search: '' },
    { id: 'shown', name: 'Shown', search: 'status=shown' },
    { id: 'hidden', name: 'Hidden', search: 'status=hidden' },
    { id: 'out', name: 'Something sold out', search: 'stock=out' },
    { id: 'bare', name: 'Without picture', search: 'picture=none' },
  ],
  file: productFile,
  search: { hint: 'Title, SKU, choice', means: (text) => ({ words: text }) },
  idOf: ({ id }) => id,
  called: ({ name }) => name,
  to: ({ id }) => `/products/${id}`,
  read: async ({ query }, signal) => {
    const { products: rows, pagingMetadata } = await client.merchantProducts.listProducts({ query }, { ...(signal && { signal }) })
    return pageOf(rows, pagingMetadata)
  },
  count: async (filters, most) => {
    const { counts } = await client.merchantProducts.countProducts({ filters: [...filters] })
    // The shop counts no further: there may be more.
    return counts.map((count) => Math.min(count >= counted ? Infinity : count, most))
  },
  acts: [
    {
      name: 'Show',
      icon: Eye,
      needs: 'products.write',
      fits: ({ visible }) => !visible,
      run: (rows) => changeEach(rows, () => ({ visible: true })),
      said: (count) => `${count} shown.`,
      undo: (ids) =>
        changeEach(
          ids.map((id) => ({ id })),
          () => ({ visible: false }),
        ),
      all: toAll(() => ({ set: { visible: true } })),
    },
    {
      name: 'Hide',
      icon: EyeOff,
      needs: 'products.write',
      fits: ({ visible }) => visible,
      run: (rows) => changeEach(rows, () => ({ visible: false })),
      said: (count) => `${count} hidden.`,
      undo: (ids) =>
        changeEach(
          ids.map((id) => ({ id })),
          () => ({ visible: true }),
        ),
      all: toAll(() => ({ set: { visible: false } })),
    },
    {
      name: 'Change prices',
      icon: Percent,
      needs: 'products.write',
      asks: {
        title: 'Change prices',
        about: 'Before discounts, and of variants with a price of their own too. 5% raises, -5% lowers; without the sign it is an amount.',
        label: 'By how much',
      },
      run: (rows, value) => changeThese(rows, pricesBy(value), noPriceChange),
      said: (count) => `Prices of ${count} changed.`,
      undo: takeBack,
      all: toAll(pricesBy, noPriceChange),
    },
    {
      name: 'Add to collection',
      icon: FolderPlus,
      needs: 'products.write',
      asks: { title: 'Add to a collection', about: 'They stay in those that they are in.', label: 'Collection', offers: collectionNames },
      run: async (rows, value) => changeThese(rows, await intoCollection('addTo')(value), noSuchCollection),
      said: (count, value) => `${count} added to ${value.trim()}.`,
      undo: takeBack,
      all: toAll(intoCollection('addTo'), noSuchCollection),
    },
    {
      name: 'Take out of collection',
      icon: FolderMinus,
      needs: 'products.write',
      asks: {
        title: 'Take out of a collection',
        about: 'What a rule puts in stays in.',
        label: 'Collection',
        offers: collectionNames,
      },
      run: async (rows, value) => changeThese(rows, await intoCollection('removeFrom')(value), noSuchCollection),
      said: (count, value) => `${count} taken out of ${value.trim()}.`,
      undo: takeBack,
      all: toAll(intoCollection('removeFrom'), noSuchCollection),
    },
    {
      name: 'Ribbon',
      icon: Tag,
      needs: 'products.write',
      asks: { title: 'Set a ribbon', about: 'It stands on the picture in lists.', label: 'Ribbon' },
      run: (rows, value) => changeEach(rows, () => ({ ribbon: value.trim().slice(0, 30) })),
      said: (count, value) => `${count} with the ribbon “${value.trim()}”.`,
      all: toAll((value) => ({ set: { ribbon: value.slice(0, 30) } })),
    },
    {
      name: 'Delete',
      icon: Trash2,
      needs: 'products.write',
      asks: { title: 'Delete products', about: 'Orders keep what was bought; this cannot be undone. Type “delete”.', label: 'Type delete' },
      run: async (rows, value) =>
        value.trim().toLowerCase() === 'delete'
          ? deleteEach(rows)
          : { done: [], failed: rows.map(({ id }) => ({ id, why: 'The word was another one.' })) },
      said: (count) => `${count} deleted.`,
    },
  ],
  nothing: {
    title: 'No products yet',
    words: 'Title, price and stock are enough to sell. Options, search words and weight can wait.',
    whole: <NoProducts />,
  },
}

/** The same list, written on. */
const sheet: Listing<MerchantProductRow> = {
  ...products,
  className: 'sheet pic products',
  columns: products.columns.map((column) => {
    const name = columns.find((one) => one === column.id)
    if (name === undefined) return column.head ? column : { ...column, className: `cell ${column.className}` }
    const className = column.className === 'num' ? 'cell num' : name === 'sku' ? 'cell mono' : 'cell'
    const cell = (row: MerchantProductRow) => <Cell of={row} column={name} />
    // A cell that can be written on is there, also where it is empty.
    return { ...column, none: () => false, className, cell }
  }),
}

export const loader = loaderOf(products)

const placesOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

const noNames: ReadonlyMap<string, string> = new Map()
/** The shop counts no further. */
const counted = 10_000

export function Products() {
  const { currency } = useShop()
  return (
    <SheetProvider places={placesOf(currency)}>
      <Page />
    </SheetProvider>
  )
}

function Page() {
  const mayWrite = useMay()('products.write')
  const navigate = useNavigate()
  useKeys(mayWrite ? { n: { says: 'New product', run: () => void navigate('/products/new') } } : {}, 'Products')
  const about = useAnswer({
    ask: async (signal) => {
      const [{ counts }, { collections }] = await Promise.all([
        client.merchantProducts.countProducts({ filters: [{}] }, { signal }),
        client.merchantProducts.listCollections({}, { signal }),
      ])
      return { count: counts[0] ?? 0, names: new Map(collections.map(({ id, name }) => [id, name])) }
    },
    of: 'products',
    ms: 0,
  })
  const [isSheet, setIsSheet] = useState(false)
  const { sheet: written, places, clear } = useSheet()
  const say = useSay()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const all = [...written.values()]
  const wrong = all.map((one) => wrongIn(one, places)).find((one) => one !== undefined)
  const cells = all.reduce((sum, one) => sum + Object.keys(one.cells).length, 0)

  async function save(): Promise<boolean> {
    setBusy(true)
    try {
      const refused = await saveEach(all, (one) => changeOf(one, places))
      const done = all.filter(({ row }) => !refused.has(row.id))
      // The rows as they are now come before what was written goes: no cell shows what it was in between.
      await revalidate()
      clear()
      const [first] = refused.values()
      if (first !== undefined) say({ text: `${many(refused.size, 'product')} stayed as before: ${first}`, bad: true })
      if (done.length > 0)
        say({
          text: `${many(cells, 'cell')} changed on ${many(done.length, 'product')}.`,
          undo: () => void saveEach(done, (one) => undoOf(one, places)).then(() => revalidate()),
        })
      return refused.size === 0
    } catch (error) {
      say({ text: error instanceof Refused ? refusedText(error) : unanswered, bad: true })
      return false
    } finally {
      setBusy(false)
    }
  }
  const views = mayWrite && (
    <div className="seg" role="group" aria-label="View">
      <button type="button" aria-pressed={!isSheet} disabled={all.length > 0} onClick={() => setIsSheet(false)}>
        List
      </button>
      <button type="button" aria-pressed={isSheet} onClick={() => setIsSheet(true)}>
        Sheet
      </button>
    </div>
  )
  return (
    <Names value={about?.names ?? noNames}>
      <List
        of={isSheet ? sheet : products}
        {...(about && { facts: <span>{about.count >= counted ? 'more than 10,000 products' : many(about.count, 'product')}</span> })}
        {...(mayWrite && {
          main: (
            <ButtonLink kind="primary" icon={Plus} to="/products/new" keys={['N']}>
              Product
            </ButtonLink>
          ),
        })}
        tools={views}
        {...(isSheet && { below: <SheetKeys cells={cells} /> })}
      >
        {mayWrite && (
          <ButtonLink icon={Upload} to="/products/import">
            Import
          </ButtonLink>
        )}
      </List>
      <Unsaved
        of={all.flatMap(({ row, cells: of }) =>
          columns.flatMap((column) => {
            const now = of[column]
            return now === undefined ? [] : [{ name: `${columnNames[column]} of ${row.name}`, was: usual(row, column, places), now }]
          }),
        )}
        busy={busy}
        wrong={wrong}
        onSave={save}
        onDiscard={clear}
      />
    </Names>
  )
}
