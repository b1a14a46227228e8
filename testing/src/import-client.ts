import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { apiKey, createClient } from '@vitrine/client'
import { productImports } from '@vitrine/client/back-office'
import { importPartBytes, type ProductImport, type ProductImportItem, type ProductImportSettings } from '@vitrine/contract'
import sharp from 'sharp'
import type { TestPlatform } from './platform.ts'

/** Imports of a test's shop from their files, each step until it is over. */
export function importClient(shop: TestPlatform) {
  const { productImports: imports } = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: { productImports } })
  const read = async (id: string): Promise<ProductImport> => (await imports.getProductImport({ id })).productImport

  async function send(bytes: Buffer, fileName = 'products.csv'): Promise<ProductImport> {
    let { productImport } = await imports.createProductImport({ fileName, bytes: bytes.length })
    for (let number = 0; number * importPartBytes < bytes.length; number++) {
      const data = bytes.subarray(number * importPartBytes, (number + 1) * importPartBytes).toString('base64')
      ;({ productImport } = await imports.uploadProductImportPart({ id: productImport.id, number, data }))
    }
    return productImport
  }

  async function check(file: Buffer | string, change: Partial<ProductImportSettings> = {}): Promise<ProductImport> {
    const sent = await send(Buffer.from(file as string))
    assert.equal(sent.failure, undefined)
    await imports.checkProductImport({ id: sent.id, settings: { ...sent.settings!, ...change } })
    await shop.platform.jobs.settle()
    return read(sent.id)
  }

  async function carryOut(id: string): Promise<ProductImport> {
    await imports.startProductImport({ id })
    await shop.platform.jobs.settle()
    return read(id)
  }

  return {
    imports,
    read,
    send,
    check,
    carryOut,
    async bring(file: Buffer | string, change: Partial<ProductImportSettings> = {}): Promise<ProductImport> {
      const { id } = await check(file, change)
      return carryOut(id)
    },
    async undo(id: string): Promise<ProductImport> {
      await imports.undoProductImport({ id })
      await shop.platform.jobs.settle()
      return read(id)
    },
    async itemsOf(id: string, only?: 'ERROR' | 'NEW' | 'CHANGED' | 'GUESSED' | 'CONFLICT'): Promise<readonly ProductImportItem[]> {
      return (await imports.listProductImportItems({ id, limit: 200, ...(only && { only }) })).items
    },
  }
}

/** Another shop's pictures: each address another one, and how often it was asked for. */
export async function pictureServer() {
  const asked = new Map<string, number>()
  const held = Promise.withResolvers<void>()
  const waiting = Promise.withResolvers<void>()
  const server = createServer(async ({ url = '' }, response) => {
    asked.set(url, (asked.get(url) ?? 0) + 1)
    if (url.includes('gone')) return void response.writeHead(404).end()
    if (url.includes('text')) return void response.writeHead(200).end('no picture')
    if (url.includes('held')) {
      waiting.resolve()
      await held.promise
    }
    const shade = Array.from(url).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 251, 7)
    const image = { width: 40, height: 30, channels: 3 as const, background: { r: shade, g: 90, b: 255 - shade } }
    response.writeHead(200, { 'content-type': 'image/png' }).end(await sharp({ create: image }).png().toBuffer())
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    /** Until somebody asks for `/held…`, which is answered after `release`. */
    isWaiting: waiting.promise,
    release: held.resolve,
    close: () => new Promise<void>((closed) => server.close(() => closed()) && server.closeAllConnections()),
  }
}
