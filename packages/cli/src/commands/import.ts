import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CannotDo, type Command, type Given, textOf, WrongUse } from '../command.ts'
import { type Shop, shopOf, shopOptions, shopUsage } from '../shop.ts'

type Import = Awaited<ReturnType<Shop['productImports']['createProductImport']>>['productImport']

/** A file is sent in parts of this many bytes. */
const partBytes = 512 * 1024

/** Polls until an import has left these states. */
async function afterwards(shop: Shop, id: string, busy: readonly Import['state'][], signal: AbortSignal): Promise<Import> {
  for (;;) {
    const { productImport } = await shop.productImports.getProductImport({ id })
    if (productImport.state === 'FAILED') throw new CannotDo(productImport.failure ?? 'The file cannot be read.')
    if (!busy.includes(productImport.state)) return productImport
    await sleep(300, undefined, { signal })
  }
}

/** Checks a file that the shop has, and imports it unless it is only to be checked; returns the exit code. */
async function carryOut(shop: Shop, read: Import, { say, signal, options }: Given, existing?: Existing): Promise<number> {
  if (!read.settings) throw new CannotDo('The columns of the file are not understood: import it in the admin, and say there what they are.')
  const settings = { ...read.settings, ...(existing && { existing }), ...(options['hide-new'] === true && { hideNew: true }) }
  await shop.productImports.checkProductImport({ id: read.id, settings })
  const { counts } = await afterwards(shop, read.id, ['CHECKING'], signal)
  say(
    `${counts.products} products: ${counts.new} new, ${counts.changed} changed, ${counts.unchanged} unchanged, ${counts.skipped} skipped, ${counts.errors} with errors`,
  )
  if (counts.errors > 0) {
    const { items } = await shop.productImports.listProductImportItems({ id: read.id, only: 'ERROR' })
    for (const { errors } of items)
      for (const { row, column, message } of errors) say(`  row ${row}${column ? `, ${column}` : ''}: ${message}`)
  }
  if (options['check'] === true) {
    await shop.productImports.deleteProductImport({ id: read.id })
    say('Nothing was changed.')
    return counts.errors > 0 ? 1 : 0
  }
  await shop.productImports.startProductImport({ id: read.id })
  const { counts: done } = await afterwards(shop, read.id, ['CHECKED', 'RUNNING'], signal)
  say(`${done.done} products are in the shop, ${done.failed} failed. It can be undone in the admin.`)
  return done.failed + done.errors > 0 ? 1 : 0
}

type Existing = 'UPDATE' | 'SKIP' | 'CREATE'
const isExisting = (text: string): text is Existing => ['UPDATE', 'SKIP', 'CREATE'].includes(text)

export const importProducts: Command = {
  summary: 'import products from a CSV file of Vitrine, Shopify, WooCommerce or Wix',
  usage: `import FILE [--check] [--existing update|skip|create] [--hide-new]

  --check         only tries the file
  --existing      what happens with products that are there already: update
  --hide-new      shoppers do not see new products at first
${shopUsage}
Ends with 1 if a product could not go in; the others do.`,
  options: { ...shopOptions, check: { type: 'boolean' }, existing: { type: 'string' }, 'hide-new': { type: 'boolean' } },
  async run(given) {
    const [file, ...others] = given.words
    if (file === undefined || others.length > 0) throw new WrongUse('say one file')
    const existing = textOf(given, 'existing')?.toUpperCase()
    if (existing !== undefined && !isExisting(existing)) throw new WrongUse('--existing is update, skip or create')
    const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
      throw new CannotDo(error.code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read: ${error.message}`)
    })
    if (bytes.length === 0) throw new CannotDo(`${file} is empty.`)
    const shop = shopOf(given)
    let { productImport } = await shop.productImports.createProductImport({ fileName: basename(file), bytes: bytes.length })
    for (let number = 0; number * partBytes < bytes.length; number++) {
      const data = bytes.subarray(number * partBytes, (number + 1) * partBytes).toString('base64')
      productImport = (await shop.productImports.uploadProductImportPart({ id: productImport.id, number, data })).productImport
    }
    return carryOut(shop, await afterwards(shop, productImport.id, ['UPLOADING'], given.signal), given, existing)
  },
}

export const seed: Command = {
  summary: 'put the sample products into a shop',
  usage: `seed

They can be taken out again in the admin for a year. An empty database is filled with a whole demo shop by \`vitrine start --seed demo\`.
${shopUsage}`,
  options: shopOptions,
  async run(given) {
    if (given.words.length > 0) throw new WrongUse(`too many words after "seed"`)
    const shop = shopOf(given)
    const { productImport } = await shop.productImports.createSampleProductImport()
    return carryOut(shop, await afterwards(shop, productImport.id, ['UPLOADING'], given.signal), given)
  },
}
