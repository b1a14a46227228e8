import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openapi } from '@vitrine/contract/openapi'
import { apiInfo } from '../api-info.ts'
import { llmsTxt } from '../llms-txt.ts'
import { referencePage } from '../reference.ts'
import { type ServedShop, serveShop } from '../test/served-shop.ts'
import { documentsAt } from './documents.ts'
import { explorerDocument } from './explorer-document.ts'

let served: ServedShop
before(async () => {
  served = await serveShop()
})
after(() => served[Symbol.asyncDispose]())

test('the thread writes what this one would', async () => {
  const origin = 'https://shop.example'
  const { openapi: text, reference, explorer, llms, described } = await documentsAt(origin)()
  const document = openapi(apiInfo, origin)
  assert.equal(text.toString(), JSON.stringify(document))
  assert.equal(reference.toString(), referencePage(document))
  assert.equal(explorer.toString(), JSON.stringify(explorerDocument(document)))
  assert.equal(llms.toString(), llmsTxt(document, origin))
  assert.deepEqual(described(), JSON.parse(text.toString()))
})

test('they are made once, also where several ask at the same time', async () => {
  const documents = documentsAt('https://shop.example')
  const [one, other] = await Promise.all([documents(), documents()])
  assert.equal(one, other)
  assert.equal(await documents(), one)
})

// attack: Capacity | the reference, while it is not printed yet | nobody waits for it
test('whoever asks for something else while they are made is answered first', async () => {
  const order: string[] = []
  const ask = async (path: string) => {
    const answer = await fetch(served.url + path)
    await answer.arrayBuffer()
    order.push(`${path} ${answer.status}`)
  }
  const reference = ask('/reference')
  await ask('/robots.txt')
  await ask('/robots.txt')
  await reference
  assert.deepEqual(order, ['/robots.txt 200', '/robots.txt 200', '/reference 200'])
})
