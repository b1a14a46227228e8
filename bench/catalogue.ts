import { createHash } from 'node:crypto'
import { demoSite } from '@vitrine/demo'
import type { ProductDraft } from '@vitrine/platform/commerce/catalogue/product'
import { saveCollection, saveProducts } from '@vitrine/platform/commerce/catalogue/save'
import { remainsOf } from '@vitrine/platform/commerce/catalogue/words'
import { setStock } from '@vitrine/platform/commerce/inventory/stock'
import type { Database } from '@vitrine/platform/kernel/db/pool'
import { minor } from '@vitrine/pricing'
import postgres from 'postgres'

/** So many products are written as a merchant's are; the others are copies of them under names, words and addresses of their own. */
const templates = 500
/** Copied by one statement. */
const batch = 25_000
/** Different words among the names, as a large catalogue has makers, models and authors. */
const makers = 40_000

type Connection = ReturnType<typeof postgres>

/**
 * Fills a shop with a catalogue of any size in minutes: some hundred products are saved by the platform, the rest is copied from them within the
 * database. Names, slugs, SKUs, search words, stock and documents of the copies are their own; pictures, and ids and SKUs of variants are those of their template.
 * So are the prices in their documents; those that they are sorted and filtered by are not.
 */
export async function fillCatalogue(database: Database, url: string, count: number, say: (line: string) => void): Promise<void> {
  await saveTemplates(database, Math.min(count, templates))
  if (count > templates) {
    const direct = postgres(url, { max: 1, onnotice: () => {} })
    try {
      await direct`set statement_timeout = 0`
      await direct`set synchronous_commit = off`
      await direct`set maintenance_work_mem = '512MB'`
      await prepareTemplates(direct)
      await addWords(direct)
      const indexes = await dropIndexes(direct)
      for (let from = templates; from < count; from += batch) {
        const to = Math.min(count, from + batch)
        await copyProducts(direct, from, to)
        if (to % 100_000 < batch) say(`  ${to} of ${count} products`)
      }
      for (const { definition } of indexes) await direct.unsafe(definition)
      say('  indexes made')
      await countAgain(direct)
    } finally {
      await direct.end()
    }
  }
}

const kinds = ['Cup', 'Bowl', 'Plate', 'Vase', 'Lamp', 'Napkin', 'Board', 'Candle', 'Tin', 'Print']
const qualities = [
  'Quiet',
  'Slow',
  'Early',
  'Late',
  'Warm',
  'Plain',
  'Tall',
  'Low',
  'Wide',
  'Narrow',
  'Round',
  'Deep',
  'Soft',
  'Bright',
  'Pale',
  'Dark',
  'Heavy',
  'Light',
  'Little',
  'Coastal',
  'Inland',
  'Winter',
  'Summer',
  'Morning',
  'Evening',
  'Rainy',
  'Frosty',
  'Humble',
  'Gentle',
]
const matters = [
  'Stoneware',
  'Porcelain',
  'Earthenware',
  'Terracotta',
  'Oak',
  'Walnut',
  'Ash',
  'Beech',
  'Linen',
  'Cotton',
  'Wool',
  'Hemp',
  'Copper',
  'Pewter',
  'Steel',
  'Beeswax',
  'Paper',
  'Cork',
  'Slate',
  'Marble',
  'Granite',
  'Basalt',
  'Speckled',
  'Ribbed',
  'Fluted',
  'Faceted',
  'Carved',
]
const glazes = [
  { name: 'Sage', hex: '#9AA58F' },
  { name: 'Oat', hex: '#D3C3A3' },
  { name: 'Ink', hex: '#2E3A4B' },
  { name: 'Clay', hex: '#B3654C' },
  { name: 'Chalk', hex: '#EAE3D6' },
]
const sizes = ['Small', 'Large']

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

function idOf(text: string): string {
  const hex = hash(text)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const collectionIds = kinds.map((kind) => idOf(`collection ${kind}`))

function templateOf(n: number, now: Date): ProductDraft {
  // Numbers without a common measure: what is a cup is of any matter, glaze and size.
  const of = <T>(list: readonly T[], step: number): T => list[Number.parseInt(hash(`${step} ${n}`).slice(0, 8), 16) % list.length]!
  const kind = of(kinds, 1)
  const name = `${of(qualities, 2)} ${of(matters, 3)} ${kind}`
  const sku = `M${String(n).padStart(5, '0')}`
  const price = minor(500 + (Number.parseInt(hash(`price ${n}`).slice(0, 8), 16) % 29_000))
  const first = of([0, 1, 2, 3, 4], 4)
  const colours = [glazes[first]!, glazes[(first + 1 + of([0, 1, 2], 5)) % glazes.length]!]
  const dimensions = of([true, false, false, false], 6) ? sizes : []
  const choices = colours.flatMap(({ name: Glaze }) => (dimensions.length > 0 ? dimensions.map((Size) => ({ Glaze, Size })) : [{ Glaze }]))
  return {
    id: idOf(`product ${n}`),
    name,
    slug: `${name.toLowerCase().replaceAll(' ', '-')}-${n}`,
    visible: true,
    itemType: 'PHYSICAL',
    description: '<p>Made by hand in small batches, so that no two are quite alike.</p>',
    sku,
    brand: 'Morrow',
    price,
    sections: [],
    media: [
      { kind: 'image', id: `${hash(`picture ${n % 40}`).slice(0, 32)}~mv2.webp`, width: 1000, height: 1250, alt: 'In morning light' },
    ],
    options: [
      { name: 'Glaze', kind: 'color', choices: colours },
      ...(dimensions.length > 0 ? [{ name: 'Size', kind: 'drop_down' as const, choices: dimensions.map((size) => ({ name: size })) }] : []),
    ],
    manageVariants: true,
    variants: choices.map((choice, i) => ({
      id: idOf(`variant ${n} ${i}`),
      sku: `${sku}-${i}`,
      choices: choice,
      price: minor(price + i * 100),
    })),
    collectionIds: [...new Set([collectionIds[kinds.indexOf(kind)]!, of(collectionIds, 7)])],
    numericId: 1_000_000_000 + n,
    createdAt: new Date(now.getTime() - n * 3_600_000),
  }
}

const saveTemplates = (database: Database, count: number): Promise<void> =>
  database.transact(async (db) => {
    const now = new Date()
    for (const [position, kind] of kinds.entries())
      await saveCollection(
        db,
        demoSite,
        { id: collectionIds[position]!, slug: `many-${kind.toLowerCase()}s`, name: `${kind}s`, description: '', visible: true, position },
        now,
      )
    const drafts = Array.from({ length: count }, (_, n) => templateOf(n, now))
    await saveProducts(db, demoSite, { currency: 'EUR', locale: 'en-IE' }, drafts, now, { announce: false })
    const plenty = drafts.flatMap(({ id, variants }) =>
      variants.map((variant) => ({ productId: id, variantId: variant.id, quantity: 1_000_000 })),
    )
    await setStock(db, demoSite, plenty, now)
  })

/** What of a template is the same in all of its copies, and what its name consists of. */
async function prepareTemplates(direct: Connection): Promise<void> {
  await direct`
    create temporary table template as
    select (row_number() over (order by product.id))::integer - 1 as n, product.*,
      split_part(name, ' ', 1) as quality, split_part(name, ' ', 2) as matter, split_part(name, ' ', 3) as kind,
      ts_delete(search, array(
        select sign || word from regexp_split_to_table(name_key, '[^a-z0-9]+') as word, unnest(array['', '=']) as sign))::text as others,
      (select json_agg(stock) from stock where stock.site = product.site and stock.product_id = product.id) as stock
    from product where site = ${demoSite} and numeric_id >= 1000000000 and numeric_id < ${1_000_000_000 + templates}`
  await direct`create unique index on template (n)`
}

const syllables = [
  'ba',
  'cor',
  'del',
  'fen',
  'gri',
  'hal',
  'jun',
  'kel',
  'lo',
  'mar',
  'nor',
  'pel',
  'qui',
  'ras',
  'sto',
  'tam',
  'ven',
  'wil',
  'yor',
  'zan',
]

/** The maker of that number: three syllables and an ending, each word another one. */
function makerOf(n: number): string {
  const at = (place: number) => syllables[Math.floor(n / syllables.length ** place) % syllables.length]!
  return `${at(0)}${at(1)}${at(2)}${['o', 'en', 'a', 'ix', 'um'][Math.floor(n / syllables.length ** 3) % 5]!}`
}

async function addWords(direct: Connection): Promise<void> {
  await direct`create temporary table maker (n integer primary key, word text)`
  for (let from = 0; from < makers; from += 4000) {
    const rows = Array.from({ length: 4000 }, (_, i) => ({ n: from + i, word: makerOf(from + i), remains: remainsOf(makerOf(from + i)) }))
    const text = JSON.stringify(rows)
    await direct`insert into maker (n, word) select n, word from json_to_recordset(${text}::text::json) as row (n integer, word text)`
    await direct`
      insert into search_word (site, word, remains)
      select ${demoSite}::uuid, word, remains from json_to_recordset(${text}::text::json) as row (word text, remains text[])
      on conflict (site, word) do nothing`
  }
}

/** Drops the indexes that are built faster over all rows than row by row. */
async function dropIndexes(direct: Connection): Promise<readonly { readonly definition: string }[]> {
  const indexes = await direct<{ name: string; definition: string }[]>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index where indrelid = 'product'::regclass and not indisprimary`
  for (const { name } of indexes) await direct.unsafe(`drop index ${name}`)
  return indexes
}

/** Skewed as names are: few makers have much, most have little. */
const copyProducts = (direct: Connection, from: number, to: number) => direct`
  with copy as (
    select template.*, series.n as number, md5('product ' || series.n)::uuid as new_id, 'M' || lpad(upper(to_hex(series.n)), 6, 'X') as new_sku,
      other.quality as new_quality, another.matter as new_matter, other.collection_ids as new_collection_ids, initcap(maker.word) as maker,
      other.quality || ' ' || another.matter || ' ' || initcap(maker.word) || ' ' || template.kind as new_name, 50 + abs(hashint4(series.n + 2000000)) % 100 as percent
    from generate_series(${from}::integer, ${to - 1}::integer) as series (n)
    join template on template.n = series.n % ${templates}
    join template other on other.n = abs(hashint4(series.n)) % ${templates}
    join template another on another.n = abs(hashint4(series.n + 1000000000)) % ${templates}
    join maker on maker.n = floor(${makers} * power((abs(hashint4(series.n + 500000000)) % 100000) / 100000.0, 3))
  ), written as (
    insert into product (site, id, revision, numeric_id, slug, name, name_key, description, sku, product_type, brand, visible, collection_ids, choices,
      price, full_price, search, facts, document, draft, written, created_at, updated_at)
    select site, new_id, revision, 1000000000 + number, lower(replace(new_name, ' ', '-')) || '-' || number, new_name, lower(new_name), description, new_sku,
      product_type, brand, visible, new_collection_ids, choices, greatest(100, price * percent / 100), greatest(100, full_price * percent / 100),
      (replace(others, lower(sku), lower(new_sku)) || ' ' || (
        select string_agg(format('%L:%sA %L', word, place, '=' || word), ' ')
        from regexp_split_to_table(lower(new_name), '[^a-z0-9]+') with ordinality as found (word, place)))::tsvector,
      facts || jsonb_build_object('name', new_name, 'slug', lower(replace(new_name, ' ', '-')) || '-' || number),
      replace(replace(replace(document, id::text, new_id::text), name, new_name), slug, lower(replace(new_name, ' ', '-')) || '-' || number),
      null, written, created_at - abs(hashint4(number)) % 8760 * interval '1 hour', updated_at
    from copy
    returning id
  )
  insert into stock (site, product_id, variant_id, sku, tracked, quantity)
  select copy.site, new_id, (shelf->>'variant_id')::uuid, shelf->>'sku', true, (shelf->>'quantity')::bigint
  from copy cross join json_array_elements(copy.stock) as shelf
  where exists (select from written)`

/** What saving products would have counted. */
async function countAgain(direct: Connection): Promise<void> {
  await direct`
    update catalogue set revision = revision + 1,
      products = (select count(*) from product where product.site = catalogue.site),
      visible_products = (select count(*) from product where product.site = catalogue.site and visible)
    where site = ${demoSite}`
  await direct`
    update collection set products = counted.products, visible_products = counted.visible_products
    from (
      select belongs as id, count(*) as products, count(*) filter (where visible) as visible_products
      from product cross join unnest(collection_ids) as belongs where site = ${demoSite} group by belongs
    ) counted
    where collection.site = ${demoSite} and collection.id = counted.id`
}
