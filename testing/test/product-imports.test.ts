import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import { audit, merchantInventory, merchantProducts, productImports } from '@vitrine/client/back-office'
import type { ProductImportSettings } from '@vitrine/contract'
import { nothingBeside } from '@vitrine/platform/commerce/catalogue/csv/beside'
import { productHeader } from '@vitrine/platform/commerce/catalogue/csv/columns'
import { collectionLabels, productRows } from '@vitrine/platform/commerce/catalogue/csv/write'
import { csvLine } from '@vitrine/platform/kernel/csv/cells'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { importClient, pictureServer } from '../src/import-client.ts'
import { startBeside, startTestPlatform, type TestPlatform } from '../src/platform.ts'

let shop: TestPlatform
let pictures: Awaited<ReturnType<typeof pictureServer>>
const officeAt = (baseUrl: string, key: string) =>
  createClient({ baseUrl, auth: apiKey(key), modules: { merchantProducts, merchantInventory, productImports, audit } })
let office: ReturnType<typeof officeAt>
let desk: ReturnType<typeof importClient>
const send: typeof desk.send = (...file) => desk.send(...file)
const read: typeof desk.read = (id) => desk.read(id)
const check: typeof desk.check = (...file) => desk.check(...file)
const bring: typeof desk.bring = (...file) => desk.bring(...file)
const carryOut: typeof desk.carryOut = (id) => desk.carryOut(id)
const undo: typeof desk.undo = (id) => desk.undo(id)
const itemsOf: typeof desk.itemsOf = (...which) => desk.itemsOf(...which)

before(async () => {
  shop = await startTestPlatform()
  pictures = await pictureServer()
  office = officeAt(shop.url, shop.apiKey)
  desk = importClient(shop)
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  await pictures.close()
  assert.deepEqual(shop.faults, [])
})

const fixture = async (name: string) =>
  (await readFile(new URL(`../fixtures/imports/${name}`, import.meta.url), 'utf8')).replaceAll('{pictures}', pictures.origin)

async function productOf(filter: Record<string, unknown>) {
  const { products } = await office.merchantProducts.listProducts({ query: { filter } })
  assert.equal(products.length, 1, JSON.stringify(filter))
  return (await office.merchantProducts.readProduct({ id: products[0]!.id })).product
}

const countOf = async (filter: Record<string, unknown> = {}) =>
  (await office.merchantProducts.countProducts({ filters: [filter] })).counts[0]!

async function ownFile(ids: readonly string[]) {
  const { collections } = await office.merchantProducts.listCollections()
  const labels = collectionLabels(collections)
  const rows = await Promise.all(
    ids.map(async (id) => productRows((await office.merchantProducts.readProduct({ id })).product, labels, nothingBeside)),
  )
  return [productHeader, ...rows.flat()].map(csvLine).join('')
}

describe('files of other shops, without an edit', () => {
  test('Shopify: variants, options, pictures by position and by variant, stock, compare-at prices, a draft', async () => {
    const done = await bring(await fixture('shopify.csv'))
    assert.equal(done.settings!.format, 'SHOPIFY')
    assert.deepEqual([done.counts.products, done.counts.done, done.counts.errors, done.counts.failed], [2, 2, 0, 0])
    const lamp = await productOf({ slug: 'harbour-lamp' })
    assert.equal(lamp.name, 'Harbour Lamp')
    assert.equal(lamp.brand, 'Lumen & Sons')
    assert.match(lamp.description, /Turned oak/)
    assert.equal(lamp.visible, true)
    assert.deepEqual(lamp.discount, { type: 'AMOUNT', value: 20 })
    assert.deepEqual(
      lamp.options.map(({ name, choices }) => [name, choices.map((choice) => choice.name)]),
      [
        ['Shade', ['Natural', 'Ink']],
        ['Size', ['Small', 'Large']],
      ],
    )
    assert.deepEqual(
      lamp.variants.map(({ sku, price, fullPrice, weight, visible, stock }) => [sku, price, fullPrice, weight, visible, stock?.quantity]),
      [
        ['HL-N-S', 89, 109, 1.2, true, 7],
        ['HL-N-L', 119, 139, 1.9, true, 3],
        ['HL-I-S', 89, 109, 1.2, true, undefined],
        // The file has no large one in ink.
        ['', 89, 109, undefined, false, 0],
      ],
    )
    assert.equal(lamp.variants[2]!.stock!.tracked, false)
    assert.equal(lamp.media.length, 4)
    assert.equal(lamp.media[0]!.alt, 'The lamp on a desk')
    assert.deepEqual(
      lamp.options[0]!.choices.map(({ mediaIds }) => mediaIds),
      [[lamp.media[0]!.mediaId], [lamp.media[1]!.mediaId]],
    )
    assert.equal(lamp.seoData!.tags.find(({ type }) => type === 'title')!.children, 'Harbour Lamp, oak and linen')
    const candle = await productOf({ slug: 'tide-candle' })
    assert.deepEqual(
      [candle.visible, candle.price, candle.sku, candle.stock, candle.weight],
      [false, 18.5, 'TC-1', { tracked: true, inStock: false, quantity: 0 }, 0.3],
    )
    assert.equal(pictures.asked.get('/lamp-1.png'), 1, 'each address is asked once')
  })

  test('Shopify, with the columns that it has had since 2025', async () => {
    const done = await bring(await fixture('shopify-2025.csv'))
    assert.equal(done.settings!.format, 'SHOPIFY')
    const throwOver = await productOf({ slug: 'fjord-throw' })
    assert.deepEqual(
      throwOver.variants.map(({ choices, price, cost, stock }) => [choices['Colour'], price, cost, stock?.quantity]),
      [
        ['Grey', 75, 20, 12],
        ['Rust', 80, 20, 4],
      ],
    )
  })

  test('WooCommerce: variations apart from their product, attributes, categories, units, sale prices, types that cannot go in', async () => {
    const done = await bring(await fixture('woocommerce.csv'))
    assert.equal(done.settings!.format, 'WOOCOMMERCE')
    assert.deepEqual([done.counts.products, done.counts.done, done.counts.errors], [4, 3, 1])
    const apron = await productOf({ sku: 'APRON' })
    assert.equal(apron.name, 'Baker’s Apron')
    assert.equal(apron.description, '<p>Washed cotton.</p>\n<p>Two pockets.</p>')
    assert.deepEqual(
      apron.variants.map(({ sku, choices, price, visible, stock }) => [sku, choices['Colour'], price, visible, stock?.quantity]),
      [
        ['APRON-F', 'Flour', 42, true, 9],
        ['APRON-R', 'Rye', 44, false, 2],
      ],
    )
    const { collections } = await office.merchantProducts.listCollections()
    const names = new Map(collections.map(({ id, name }) => [id, name]))
    assert.deepEqual(
      apron.collectionIds.map((id) => names.get(id)),
      ['Aprons', 'Gifts, small'],
    )
    const peel = await productOf({ sku: 'PEEL' })
    assert.deepEqual(
      [peel.price, peel.fullPrice, peel.weight, peel.productDimensions],
      [36, 45, 1.2, { length: '90', width: '30', height: '2', unit: 'CM' }],
    )
    assert.deepEqual(peel.stock, { tracked: false, inStock: false })
    const guide = await productOf({ name: 'Sourdough Guide' })
    assert.deepEqual([guide.productType, guide.visible], ['digital', false])
    const [stopped] = await itemsOf(done.id, 'ERROR')
    assert.deepEqual(stopped!.errors, [{ row: 7, column: 'Type', message: 'Products of the type “grouped” cannot be imported.' }])
  })

  test('Wix: colours, surcharges, discounts, information, custom texts, variants that are hidden', async () => {
    const done = await bring(await fixture('wix.csv'))
    assert.equal(done.settings!.format, 'WIX')
    assert.deepEqual([done.counts.products, done.counts.done, done.counts.errors], [2, 2, 0])
    const vase = await productOf({ slug: 'meadow-vase' })
    assert.deepEqual(vase.discount, { type: 'PERCENT', value: 10 })
    assert.equal(vase.options[0]!.optionType, 'color')
    assert.deepEqual(
      vase.options[0]!.choices.map(({ name, value }) => [name, value]),
      [
        ['Sage', '#9AA58F'],
        ['Ink', '#2E3A4B'],
      ],
    )
    assert.deepEqual(
      vase.variants.map(({ sku, fullPrice, visible, stock }) => [sku, fullPrice, visible, stock?.quantity ?? stock?.inStock]),
      [
        ['MV-S-S', 48, true, 4],
        ['MV-S-L', 60, true, false],
        ['MV-I-S', 48, false, true],
        ['', 48, false, 0],
      ],
    )
    assert.deepEqual([vase.ribbon, vase.brand, vase.cost, vase.media.length], ['New', 'Morrow', 12, 2])
    assert.deepEqual(vase.sections, [{ title: 'Care', description: '<p>By hand.</p>' }])
    assert.deepEqual(vase.customTextFields, [{ title: 'Engraving', maxLength: 20, mandatory: false }])
    const bowl = await productOf({ sku: 'FB' })
    assert.deepEqual([bowl.slug, bowl.price, bowl.stock!.quantity], ['field-bowl', 25, 15])
  })

  test('the same file again changes nothing', async () => {
    for (const name of ['shopify.csv', 'shopify-2025.csv', 'woocommerce.csv', 'wix.csv']) {
      const { counts, id } = await check(await fixture(name))
      assert.deepEqual(
        [counts.new, counts.changed],
        [0, 0],
        `${name}: ${JSON.stringify((await itemsOf(id, 'CHANGED')).map(({ changes }) => changes))}`,
      )
    }
  })
})

describe('our own file', () => {
  test('what was exported and is imported again changes nothing; what is edited in it is all that changes', async () => {
    const { products } = await office.merchantProducts.listProducts({ query: { cursorPaging: { limit: 100 } } })
    const file = await ownFile(products.map(({ id }) => id))
    const same = await check(file)
    assert.equal(same.settings!.format, 'VITRINE')
    assert.deepEqual([same.counts.new, same.counts.changed, same.counts.errors], [0, 0, 0], JSON.stringify(await itemsOf(same.id)))
    assert.equal(same.counts.unchanged, products.length)

    const edited = await check(file.replace('Bread Peel', 'Peel for bread'))
    assert.equal(edited.counts.changed, 1)
    assert.deepEqual((await itemsOf(edited.id, 'CHANGED'))[0]!.changes, [{ field: 'Name', before: 'Bread Peel', after: 'Peel for bread' }])
  })

  test('in another shop it makes the same products', async () => {
    const peel = await productOf({ sku: 'PEEL' })
    const vase = await productOf({ slug: 'meadow-vase' })
    const file = (await ownFile([peel.id, vase.id])).replaceAll('PEEL', 'PEEL-2').replaceAll('MV-', 'MW-')
    const done = await bring(file, { existing: 'CREATE' })
    assert.deepEqual([done.counts.new, done.counts.done], [2, 2])
    const again = await productOf({ sku: 'PEEL-2' })
    const { id: _, revision: __, slug, sku, createdDate: ___, updatedDate: ____, ...rest } = again
    assert.equal(slug, 'bread-peel-2')
    assert.equal(sku, 'PEEL-2')
    const { id: _a, revision: _b, slug: _c, sku: _d, createdDate: _e, updatedDate: _f, ...before } = peel
    assert.deepEqual(rest, before)
    await undo(done.id)
    assert.equal(await countOf({ sku: 'PEEL-2' }), 0)
  })
})

describe('a sheet of one’s own', () => {
  test('decimal commas are a guess, a SKU that is there twice and stock below zero stop their rows, and the rest goes in', async () => {
    const tried = await check(await fixture('sheet.csv'))
    assert.equal(tried.settings!.delimiter, ';')
    assert.deepEqual([tried.counts.new, tried.counts.errors, tried.counts.guessed], [2, 2, 1])
    const items = await itemsOf(tried.id)
    assert.deepEqual(items[0]!.guesses, [{ row: 2, column: 'price', message: '26,00 read as 26' }])
    assert.deepEqual(items[2]!.errors, [{ row: 4, column: 'sku', message: 'Row 3 has the same SKU.' }])
    assert.deepEqual(items[3]!.errors, [{ row: 5, column: 'stock', message: 'Stock cannot be below 0.' }])
    const done = await carryOut(tried.id)
    assert.deepEqual([done.state, done.counts.done, done.counts.failed], ['DONE', 2, 0])
    assert.equal((await productOf({ sku: 'MUG-1' })).stock!.quantity, 60)

    const { csv } = await office.productImports.readProductImportReport({ id: tried.id })
    assert.match(csv, /^\ufeffRow,Name,SKU,Result,Column,Details,Product ID\r\n/)
    assert.match(csv, /5,Slow Bowl,BWL,cannot go in,stock,Stock cannot be below 0\.,/)
  })

  test('a row with the SKU of a variant is about that variant', async () => {
    const tried = await check('sku,price,stock\nHL-N-L,129,8\n')
    assert.deepEqual((await itemsOf(tried.id))[0]!.changes, [
      { field: 'Stock', variant: 'Natural / Large', before: '3', after: '8' },
      { field: 'Variant price', variant: 'Natural / Large', before: '139', after: '129' },
    ])
    const done = await carryOut(tried.id)
    const lamp = await productOf({ slug: 'harbour-lamp' })
    assert.deepEqual([lamp.variants[1]!.fullPrice, lamp.variants[1]!.stock!.quantity, lamp.variants[0]!.fullPrice], [129, 8, 109])
    const { movements } = await office.merchantInventory.listMovements({ productId: lamp.id, variantId: lamp.variants[1]!.id })
    assert.deepEqual([movements[0]!.kind, movements[0]!.change, movements[0]!.note], ['IMPORT', 5, 'products.csv'])
    const back = await undo(done.id)
    assert.deepEqual([back.state, back.counts.conflicts], ['UNDONE', 0])
    const restored = await productOf({ slug: 'harbour-lamp' })
    assert.deepEqual([restored.variants[1]!.fullPrice, restored.variants[1]!.stock!.quantity], [139, 3])
  })

  test('existing products are left alone, or made once more, as the merchant says', async () => {
    const file = 'sku,name,price\nMUG-1,Evening Mug,31\n'
    const skipped = await check(file, { existing: 'SKIP' })
    assert.deepEqual([skipped.counts.skipped, skipped.counts.new], [1, 0])
    const twice = await bring(file, { existing: 'CREATE', hideNew: true })
    assert.equal(await countOf({ sku: 'MUG-1' }), 2)
    assert.equal((await productOf({ name: 'Evening Mug' })).visible, false)
    await undo(twice.id)
  })

  test('columns are what the merchant says, and empty cells clear where they say so', async () => {
    await bring('sku,name,price,brand\nCUP,Cup,9,Morrow\n')
    const sent = await send(Buffer.from('Code,Label,Maker\nCUP,Tall cup,\n'))
    assert.deepEqual(sent.settings!.columns, ['', '', ''])
    const settings = { ...sent.settings!, columns: ['sku', 'name', 'brand'] }
    await office.productImports.checkProductImport({ id: sent.id, settings })
    await shop.platform.jobs.settle()
    assert.deepEqual(
      (await itemsOf(sent.id))[0]!.changes.map(({ field }) => field),
      ['Name'],
    )
    await office.productImports.checkProductImport({ id: sent.id, settings: { ...settings, emptyCells: 'CLEAR' } })
    await shop.platform.jobs.settle()
    assert.deepEqual(
      (await itemsOf(sent.id))[0]!.changes.map(({ field }) => field),
      ['Name', 'Brand'],
    )
    await carryOut(sent.id)
    const cup = await productOf({ sku: 'CUP' })
    assert.deepEqual([cup.name, cup.brand], ['Tall cup', undefined])
  })

  test('pictures that cannot be fetched are remarks of their product, which goes in', async () => {
    const at = pictures.origin
    const done = await bring(
      `sku,name,price,images\nPIC,Pictured,5,${at}/pic-1.png; ${at}/gone.png; ${at}/text.png; ftp://x.example/a.png\n`,
    )
    assert.deepEqual([done.state, done.counts.done], ['DONE', 1])
    const [item] = await itemsOf(done.id)
    assert.deepEqual(
      item!.errors.map(({ message }) => message),
      [
        `${at}/gone.png: the server answers 404.`,
        `${at}/text.png: this is no picture.`,
        'ftp://x.example/a.png: only addresses that begin with https:// are fetched.',
      ],
    )
    assert.equal((await productOf({ sku: 'PIC' })).media.length, 1)
  })
})

describe('cells that are edited in the preview', () => {
  const edit = (id: string, row: number, column: number, text: string) =>
    desk.imports.editProductImportRows({ id, rows: [{ row, cells: [{ column, text }] }] })
  const outcomesOf = async (id: string) => (await itemsOf(id)).map(({ row, sku, outcome }) => [row, sku, outcome])
  const file = 'sku,name,price,stock\nE1,One,5,-1\nE2,Two,six,2\nE2,Three,7,3\n'

  test('are checked again with what they are about: amounts, and a SKU that is not there twice any more', async () => {
    const tried = await check(file)
    assert.deepEqual([tried.counts.new, tried.counts.errors], [0, 3])
    const { rows } = await desk.imports.readProductImportRows({ id: tried.id, row: 3 })
    assert.deepEqual(rows, [{ row: 3, cells: ['E2', 'Two', 'six', '2'] }])

    const stock = await edit(tried.id, 2, 3, '1')
    assert.deepEqual(
      stock.items.map(({ row, outcome, errors }) => [row, outcome, errors]),
      [[2, 'NEW', []]],
    )
    assert.deepEqual([stock.productImport.counts.new, stock.productImport.counts.errors], [1, 2])

    const price = await edit(tried.id, 3, 2, 'seven')
    assert.deepEqual(price.items[0]!.errors, [{ row: 3, column: 'price', message: '“seven” is no amount.' }])
    await edit(tried.id, 3, 2, '6')
    // Row 4 repeats the SKU of row 3, until row 3 has another.
    assert.deepEqual(await outcomesOf(tried.id), [
      [2, 'E1', 'NEW'],
      [3, 'E2', 'NEW'],
      [4, 'E2', 'ERROR'],
    ])
    const other = await edit(tried.id, 3, 0, 'E9')
    assert.deepEqual([other.productImport.counts.new, other.productImport.counts.errors, other.productImport.counts.processed], [3, 0, 3])
    assert.deepEqual(await outcomesOf(tried.id), [
      [2, 'E1', 'NEW'],
      [3, 'E9', 'NEW'],
      [4, 'E2', 'NEW'],
    ])
    await edit(tried.id, 4, 0, 'E1')
    assert.deepEqual((await itemsOf(tried.id, 'ERROR'))[0]!.errors, [{ row: 4, column: 'sku', message: 'Row 2 has the same SKU.' }])
    await edit(tried.id, 4, 0, 'E2')

    const done = await carryOut(tried.id)
    assert.deepEqual([done.counts.done, done.counts.failed], [3, 0])
    assert.deepEqual([(await productOf({ sku: 'E9' })).price, (await productOf({ sku: 'E1' })).stock!.quantity], [6, 1])
    const [late] = await attempt(edit(tried.id, 2, 3, '9'))
    assert.equal(late?.code, 'PRODUCT_IMPORT_STATE')
  })

  test('a row that is given the slug of another becomes one product with it', async () => {
    const tried = await check('slug,name,price,Option 1 name,Option 1 value\njoined,Joined,5,Size,S\njoint,,,Size,M\n')
    assert.deepEqual([tried.counts.products, tried.counts.new, tried.counts.errors], [2, 1, 1])
    const { productImport, items } = await edit(tried.id, 3, 0, 'joined')
    assert.deepEqual(
      items.map(({ row, rows, outcome }) => [row, rows, outcome]),
      [[2, 2, 'NEW']],
    )
    const { counts } = productImport
    assert.deepEqual([counts.products, counts.new, counts.errors, counts.processed], [1, 1, 0, 1])
    const apart = await edit(tried.id, 3, 0, 'joint')
    assert.deepEqual([apart.productImport.counts.products, apart.productImport.counts.errors], [2, 1])
  })

  test('stay edited when the columns are chosen anew, and not when the file is cut into other cells', async () => {
    const tried = await check(file)
    await edit(tried.id, 2, 3, '1')
    await edit(tried.id, 3, 2, '6')
    const again = async (change: Partial<ProductImportSettings>) => {
      await desk.imports.checkProductImport({ id: tried.id, settings: { ...tried.settings!, ...change } })
      await shop.platform.jobs.settle()
      return (await read(tried.id)).counts
    }
    assert.equal((await again({ hideNew: true })).errors, 1)
    await again({ encoding: 'windows-1252' })
    assert.equal((await again({})).errors, 3)
  })

  test('400 INVALID_ARGUMENT names a row or a column that the file has not', async () => {
    const { id } = await check(file)
    const [row] = await attempt(edit(id, 9, 0, 'x'))
    const [column] = await attempt(edit(id, 2, 4, 'x'))
    assert.deepEqual([row?.code, column?.code], ['INVALID_ARGUMENT', 'INVALID_ARGUMENT'])
    assert.match(JSON.stringify(row?.data), /is no row of this file/)
    assert.match(JSON.stringify(column?.data), /is no column of this file/)
    assert.deepEqual((await desk.imports.readProductImportRows({ id, row: 9 })).rows, [])
  })
})

describe('undo', () => {
  test('what was changed or sold since stays, and is listed; stock goes back by as much as it was moved', async () => {
    await bring('sku,name,price,stock,brand\nU1,Undone one,10,5,Old\nU2,Undone two,10,5,Old\n')
    const done = await bring(
      'sku,name,price,stock,brand\nU1,Changed one,12,50,New\nU2,Changed two,12,50,New\nU3,Made,3,3,New\nU4,Made and changed,4,4,New\n',
    )
    assert.deepEqual([done.counts.changed, done.counts.new], [2, 2])
    const [one, made] = [await productOf({ sku: 'U1' }), await productOf({ sku: 'U4' })]
    await office.merchantProducts.saveProduct({ id: one.id, product: { brand: 'Somebody’s' } })
    await office.merchantProducts.saveProduct({ id: made.id, product: { ribbon: 'Sale' } })
    await office.merchantInventory.countStock({ counts: [{ productId: one.id, quantity: 48 }] })
    const undone = await undo(done.id)
    assert.deepEqual([undone.state, undone.counts.conflicts], ['UNDONE', 2])
    const after = await productOf({ sku: 'U1' })
    assert.deepEqual([after.name, after.price, after.brand, after.stock!.quantity], ['Undone one', 10, 'Somebody’s', 3])
    const two = await productOf({ sku: 'U2' })
    assert.deepEqual([two.name, two.price, two.brand, two.stock!.quantity], ['Undone two', 10, 'Old', 5])
    assert.equal(await countOf({ sku: 'U3' }), 0)
    assert.equal(await countOf({ sku: 'U4' }), 1)
    const conflicts = await itemsOf(done.id, 'CONFLICT')
    assert.deepEqual(
      conflicts.flatMap(({ errors }) => errors.map(({ message }) => message)),
      ['Changed since, and left as it is: brand.', 'The product was changed since, and stays.'],
    )
  })

  test('each batch stands in the audit log with what it changed', async () => {
    const { entries } = await office.audit.queryAudit({ query: { cursorPaging: { limit: 100 } } })
    const batches = entries.filter(({ operation }) => operation === 'POST /vitrine/v1/product-imports/{id}/start')
    assert.ok(batches.some(({ act, kind }) => kind === 'product' && act === 'CHANGED'))
    const { entry } = await office.audit.getAuditEntry({ id: batches.find(({ kind }) => kind === 'product')!.id })
    assert.ok(entry.changes.every(({ kind, fields }) => kind === 'product' && fields.length > 0))
  })
})

describe('files that are no files of products', () => {
  const failureOf = async (bytes: Buffer | string) => (await send(Buffer.from(bytes as string))).failure

  test('are refused with a sentence', async () => {
    assert.equal(await failureOf('name,price\n'), 'This file has a header, and no row below it.')
    assert.equal(await failureOf('\n\n\n'), 'This file is empty.')
    assert.equal(await failureOf('name,price\n"Mug,3\nJug,4\n'), 'The quotes of row 2 do not match: one is opened there and never closed.')
    assert.match((await failureOf(`${'a,'.repeat(600)}b\n1\n`))!, /601 columns; 500 are the most/)
  })

  test('NUL, lone surrogates, formulas and bytes that are no text do no harm', async () => {
    const bytes = Buffer.concat([
      Buffer.from('sku,name,price\nNUL,Mug\0 one,3\nF,"\'=HYPERLINK(""x"")",4\nB,'),
      Buffer.from([0xff, 0xfe, 0x80]),
      Buffer.from(',5\n'),
    ])
    const tried = await check(bytes)
    const items = await itemsOf(tried.id)
    assert.deepEqual([items[0]!.name, items[1]!.name], ['Mug one', '=HYPERLINK("x")'])
    assert.equal(tried.settings!.encoding, 'windows-1252')
  })
})

describe('while it goes on', () => {
  const many = (rows: number, price: number) =>
    `sku,name,price,stock\n${Array.from({ length: rows }, (_, i) => `K${i},Many ${i},${price},${i % 9}`).join('\n')}\n`

  test('another process goes on where one ended, and nothing is done twice', async () => {
    const tried = await check(many(120, 7))
    await using second = await startBeside(shop)
    await office.productImports.startProductImport({ id: tried.id })
    await Promise.all([shop.platform.jobs.settle(), second.jobs.settle()])
    const done = await read(tried.id)
    assert.deepEqual([done.state, done.counts.done, done.counts.failed], ['DONE', 120, 0])
    assert.equal(await countOf({ name: { $startsWith: 'Many ' } }), 120)
  })

  test('it is paused, goes on, and is cancelled; what it did can be undone', async () => {
    const tried = await check(many(120, 8))
    await office.productImports.startProductImport({ id: tried.id })
    const [early] = await attempt(office.productImports.undoProductImport({ id: tried.id }))
    assert.ok(early === undefined || early.code === 'PRODUCT_IMPORT_STATE')
    await shop.platform.jobs.settle()
    const [late] = await attempt(office.productImports.pauseProductImport({ id: tried.id }))
    assert.equal(late?.code, 'PRODUCT_IMPORT_STATE')
    const back = await undo(tried.id)
    assert.equal(back.counts.conflicts, 0)
    assert.equal((await productOf({ sku: 'K5' })).price, 7)
  })

  test('404 PRODUCT_IMPORT_NOT_FOUND, and a deleted import is gone with its rows', async () => {
    const { id } = await check('sku,name,price\nGONE,Gone,1\n')
    await office.productImports.deleteProductImport({ id })
    const [gone] = await attempt(office.productImports.getProductImport({ id }))
    assert.equal(gone?.code, 'PRODUCT_IMPORT_NOT_FOUND')
    const [{ left }] = (await shop.platform.database.query<{ left: number }>(sql`
      select count(*)::integer as left from product_import_row where site = ${shop.site} and import_id = ${id}`)) as [{ left: number }]
    assert.equal(left, 0)
  })

  test('imports are deleted after 30 days', async () => {
    const before = (await office.productImports.listProductImports()).productImports.length
    assert.ok(before > 0)
    shop.clock.advance(31 * 24 * 3_600_000)
    await shop.platform.everyMinute()
    assert.equal((await office.productImports.listProductImports()).productImports.length, 0)
  })
})
