import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { contract, type Operation, type Route, refusals } from '@vitrine/contract'
import { openapi } from '@vitrine/contract/openapi'
import { explorerAddress } from './explorer.ts'
import { call, curl, placesOf } from './reference/calls.ts'
import { examples } from './reference/examples.ts'
import { explorerDocument } from './reference/explorer-document.ts'
import { html, prose } from './reference/html.ts'
import { notesIn, readNotes } from './reference/notes.ts'
import { referenceHeaders, referencePage } from './reference.ts'

const document = openapi({ title: 'Vitrine', version: '0.1.0' }, 'https://shop.example')
const page = referencePage(document)
const lines = Object.entries(contract) as [Route, Operation][]

test('every operation is there: its paths, its place in the client, its refusals', () => {
  const places = placesOf()
  for (const [line, { aliases = [], twin, errors }] of lines) {
    const { module, method } = places.get(line)!
    const start = page.indexOf(`<section class="operation" id="${module}.${method}"`)
    assert.ok(start > 0, line)
    const section = page.slice(start, page.indexOf('</section>', start))
    for (const path of [line.split(' ')[1]!, ...aliases, ...(twin ? [twin] : [])]) assert.ok(section.includes(`<code>${path}</code>`), path)
    for (const code of errors) assert.ok(section.includes(`<b>${refusals[code].status}</b><div><code>${code}</code>`), `${line} ${code}`)
  }
})

test('every example is a valid input', () => {
  for (const [line, { input }] of lines) assert.ok(input.safeParse(examples[line]).success, line)
})

test('every link on the page leads somewhere, and no name is given twice', () => {
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]!)
  assert.equal(new Set(ids).size, ids.length)
  const known = new Set(ids)
  for (const [, to] of page.matchAll(/href="?#([^">]+)/g)) assert.ok(known.has(to!), to)
})

test('every operation leads to its place in the explorer, under the path that the explorer has', () => {
  const listed = Object.entries(explorerDocument(document).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { tags }]) => explorerAddress((tags as string[])[0]!, method.toUpperCase(), path)),
  )
  const linked = [...page.matchAll(/href="?(\/reference\/explorer\/#[^">]+)/g)].map((match) => match[1]!)
  assert.deepEqual(linked.toSorted(), listed.toSorted())
})

test('it loads nothing from anywhere, and its policy lets run what it carries and no more', () => {
  assert.doesNotMatch(page, /<(?:img|iframe|link rel="stylesheet"|script src)/)
  assert.doesNotMatch(page, /(?:href|src)="?https?:/)
  const policy = referenceHeaders['content-security-policy']
  assert.doesNotMatch(policy, /unsafe/)
  for (const tag of ['style', 'script']) {
    const carried = [...page.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))]
    assert.equal(carried.length, 1)
    assert.ok(policy.includes(`${tag}-src 'sha256-${createHash('sha256').update(carried[0]![1]!).digest('base64')}'`), tag)
  }
  assert.doesNotMatch(page, / style="| on[a-z]+="/)
})

test('it has at most 8 kB for each operation', () => {
  assert.ok(Buffer.byteLength(page) <= 8000 * Object.keys(contract).length, `${Buffer.byteLength(page)} bytes`)
})

test('what the contract says in its comments stands on the page', () => {
  const notes = readNotes()
  for (const [line] of lines) {
    const note = notes.get(line)
    if (note !== undefined) assert.ok(page.includes(prose(note).text), line)
  }
  assert.ok(lines.filter(([line]) => notes.has(line)).length > lines.length / 2)
  assert.ok(page.includes('The slug of a collection.'))
})

test('comments are told apart by what they stand over', () => {
  const source = [
    '/** Of the file. */',
    "import * as z from 'zod'",
    '/** Of the',
    ' * thing. */',
    'export const Thing = z.object({',
    '  /** Of the field. */',
    '  outer: z.object({',
    '    /** Of the inner one. */',
    '    inner: z.string(),',
    '  }),',
    '})',
    'export const things = operations({',
    '  /** Of the call. */',
    "  'GET /things': operation({",
    '    input: z.object({',
    '      /** Of its input. */',
    '      q: z.string(),',
    '    }),',
    '  }),',
    '})',
  ].join('\n')
  assert.deepEqual(Object.fromEntries(notesIn(source)), {
    Thing: 'Of the thing.',
    'Thing/outer': 'Of the field.',
    'Thing/outer/inner': 'Of the inner one.',
    'GET /things': 'Of the call.',
    'GET /things/input/q': 'Of its input.',
  })
})

test('requests are written as one would write them', () => {
  const line = 'PATCH /ecom/v1/carts/current'
  assert.equal(
    curl(line, { cartInfo: { buyerNote: "Ada's" } }, 'https://shop.example'),
    [
      'curl https://shop.example/ecom/v1/carts/current',
      '-X PATCH',
      '-H "Authorization: $TOKEN"',
      '-H "Idempotency-Key: $(uuidgen)"',
      '-H "Content-Type: application/json"',
      String.raw`-d '{ "cartInfo": { "buyerNote": "Ada'\''s" } }'`,
    ].join(' \\\n  '),
  )
  assert.equal(
    curl('GET /vitrine/v1/search', { q: 'big mug', choices: { Glaze: ['Sage', 'Ink'] } }, ''),
    [
      'curl -G /vitrine/v1/search',
      "--data-urlencode 'q=big mug'",
      '--data-urlencode choices.Glaze=Sage',
      '--data-urlencode choices.Glaze=Ink',
    ].join(' \\\n  '),
  )
  assert.equal(
    call(placesOf().get(line)!, { cartInfo: {} }, ['cart']),
    'const { cart } = await client.currentCart.updateCurrentCart({ cartInfo: {} })',
  )
})

// attack: Input, files, HTTP | markup in the API reference | text
test('what is put into the page as text stays text', () => {
  assert.equal(html`<p title="${'"'}">${'<b>&'}</p>`.text, '<p title="&quot;">&lt;b&gt;&amp;</p>')
})
