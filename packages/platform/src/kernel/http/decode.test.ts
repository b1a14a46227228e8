import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import * as z from 'zod'
import { decodeBody, decodeForm, decodeQuery, isDecodable, isForm, Malformed, segmentText } from './decode.ts'

const packed = (value: unknown): string => `.r=${Buffer.from(JSON.stringify(value)).toString('base64url')}`
const any = z.object({})
const malformed = (work: () => unknown) => assert.throws(work, Malformed)

describe('a body', () => {
  test('that is empty or absent is an empty object', () => {
    assert.deepEqual(decodeBody(undefined), {})
    assert.deepEqual(decodeBody(Buffer.alloc(0)), {})
  })

  test('that is no object, no JSON or no UTF-8 is malformed', () => {
    for (const text of ['[]', '1', '"a"', 'null', 'true', '{', '{"a":}', 'NaN', "{'a':1}", '{"a":1}{"b":2}', '{"a":"\u0000"}']) {
      malformed(() => decodeBody(Buffer.from(text)))
    }
    for (const bytes of [[0xff], [0x7b, 0x22, 0xc3, 0x22, 0x7d], [0xed, 0xa0, 0x80]]) malformed(() => decodeBody(Buffer.from(bytes)))
  })

  test('with text that PostgreSQL cannot keep is malformed, in keys too, however it is written', () => {
    for (const text of ['{"a":"\\u0000"}', '{"a":"\\ud800"}', '{"a":"\\uDFFF x"}', '{"\\u0000":1}', '{"a":[{"b":"x\\ud83dy"}]}']) {
      malformed(() => decodeBody(Buffer.from(text)))
    }
    assert.deepEqual(decodeBody(Buffer.from('{"a":"\\ud83d\\ude00","b":"\\\\u0000"}')), { a: '😀', b: '\\u0000' })
  })

  // attack: Input, files, HTTP | JSON nested more than 64 levels | 400 MALFORMED_REQUEST
  test('is nested 64 levels at most; brackets in texts do not count', () => {
    const nested = (depth: number) => Buffer.from(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)
    assert.doesNotThrow(() => decodeBody(nested(64)))
    malformed(() => decodeBody(nested(65)))
    malformed(() => decodeBody(Buffer.from('['.repeat(1_000_000))))
    assert.deepEqual(decodeBody(Buffer.from(JSON.stringify({ a: '[{"'.repeat(500) }))), { a: '[{"'.repeat(500) })
  })

  // attack: Input, files, HTTP | a JSON body of half a million values | 400 MALFORMED_REQUEST before any value is made
  test('holds 100,000 names and values at most; commas in texts do not count', () => {
    const list = (length: number) => Buffer.from(`{"a":[${Array(length).fill('1').join(',')}]}`)
    assert.equal((decodeBody(list(99_998)) as { a: unknown[] }).a.length, 99_998)
    malformed(() => decodeBody(list(99_999)))
    malformed(() => decodeBody(list(500_000)))
    assert.deepEqual(decodeBody(Buffer.from(JSON.stringify({ a: ',:{['.repeat(100_000) }))), { a: ',:{['.repeat(100_000) })
  })

  test('of any JSON object comes out as it went in', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ maxDepth: 4 })), (value) => {
        const text = JSON.stringify(value)
        if (/\\u0000/.test(text)) return
        assert.deepEqual(decodeBody(Buffer.from(text)), JSON.parse(text))
      }),
    )
  })

  test('may name a prototype, and changes none', () => {
    decodeBody(Buffer.from('{"__proto__":{"reached":1},"constructor":{"prototype":{"reached":1}}}'))
    assert.equal(({} as { reached?: unknown }).reached, undefined)
  })
})

describe('a form', () => {
  const form = (text: string) => decodeForm(Buffer.from(text))

  test('is known by its type alone, in any case and with parameters', () => {
    for (const type of [
      'application/x-www-form-urlencoded',
      'Application/X-WWW-Form-Urlencoded',
      'application/x-www-form-urlencoded; charset=utf-8',
    ])
      assert.equal(isForm(type), true, type)
    for (const type of [
      undefined,
      '',
      'application/json',
      'text/plain',
      'multipart/form-data; boundary=x',
      'application/x-www-form-urlencodedness',
    ])
      assert.equal(isForm(type), false, type)
  })

  test('becomes fields, lists of what comes twice, and objects of dotted keys', () => {
    assert.deepEqual(form('grant_type=anonymous&client_id=a%26b&c=1&c=2&d.e=x+y&c=3'), {
      grant_type: 'anonymous',
      client_id: 'a&b',
      c: ['1', '2', '3'],
      d: { e: 'x y' },
    })
    assert.deepEqual(form(''), {})
  })

  test('with a NUL character or no UTF-8 is malformed', () => {
    malformed(() => form('a=%00'))
    malformed(() => form('a=\0'))
    malformed(() => decodeForm(Buffer.from([0x61, 0x3d, 0xff])))
  })

  // attack: Input, files, HTTP | a form of 100,000 keys | 400 MALFORMED_REQUEST before any key is looked at
  test('has 1,000 keys at most, counted before any is looked at', () => {
    const keys = (count: number, name: (i: number) => string) => Array.from({ length: count }, (_, i) => `${name(i)}=1`).join('&')
    assert.equal(Object.keys(form(keys(1000, (i) => `k${i}`))).length, 1000)
    assert.equal((form(keys(1000, () => 'k')) as { k: unknown[] }).k.length, 1000)
    for (const name of [(i: number) => `k${i}`, () => 'k', () => '', (i: number) => `a.b.${i}`])
      for (const count of [1001, 100_000]) malformed(() => form(keys(count, name)))
  })
})

describe('a query', () => {
  const schema = z.object({
    limit: z.number().optional(),
    ratio: z.number().nullish(),
    visible: z.boolean().default(true),
    ids: z.array(z.string()).optional(),
    counts: z.array(z.number()).nullish(),
    q: z.string().optional(),
    paging: z.object({ limit: z.number().optional(), offset: z.number().optional() }).optional(),
    sort: z.array(z.object({ fieldName: z.string() })).optional(),
  })

  test('is empty when there is none', () => {
    assert.deepEqual(decodeQuery('', schema), {})
  })

  test('in its plain form becomes what the schema asks for: numbers, booleans, lists, nested objects', () => {
    assert.deepEqual(decodeQuery('limit=5&ratio=0.5&visible=false&ids=a&counts=1&counts=2&q=7&paging.limit=3&paging.offset=0', schema), {
      limit: 5,
      ratio: 0.5,
      visible: false,
      ids: ['a'],
      counts: [1, 2],
      q: '7',
      paging: { limit: 3, offset: 0 },
    })
  })

  test('leaves alone what is no number and no boolean: the schema judges it', () => {
    assert.deepEqual(decodeQuery('limit=many&visible=yes&ratio=&limitless=1', schema), {
      limit: 'many',
      visible: 'yes',
      ratio: '',
      limitless: '1',
    })
  })

  test('keeps every value of a name that comes twice', () => {
    assert.deepEqual(decodeQuery('q=a&q=b', schema), { q: ['a', 'b'] })
    assert.deepEqual(decodeQuery('sort.fieldName=name', schema), { sort: [{ fieldName: 'name' }] })
  })

  test('knows escapes, pluses and letters of all scripts', () => {
    assert.deepEqual(decodeQuery('q=a+b%20c%26%C3%BC', schema), { q: 'a b c&ü' })
    assert.deepEqual(decodeQuery('q=ü', schema), { q: 'ü' })
    assert.deepEqual(decodeQuery('q', schema), { q: '' })
  })

  test('with .r is the payload alone, base64url with or without padding', () => {
    const payload = { paging: { limit: 2 }, ids: [], q: 'für 💥' }
    assert.deepEqual(decodeQuery(packed(payload), schema), payload)
    assert.deepEqual(decodeQuery(`id=x&${packed(payload)}==&limit=9`, schema), payload)
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), (value) => {
        const text = JSON.stringify(value)
        if (/\\u(0000|d[89a-f])/.test(text)) return
        assert.deepEqual(decodeQuery(packed(value), schema), JSON.parse(text))
      }),
    )
  })

  test('has 1,000 keys at most', () => {
    const keys = (count: number) => Array.from({ length: count }, (_, i) => `k${i}=1`).join('&')
    assert.equal(Object.keys(decodeQuery(keys(1000), any)).length, 1000)
    malformed(() => decodeQuery(keys(1001), any))
  })

  test('that cannot be read is malformed', () => {
    const none = ['%', '%zz', 'q=%2', 'q=%E0%A4', 'q=%C0%80', 'q=%00', '.r=!', '.r=a%20b', '.r=', '.r=MQ', '.r=bnVsbA', '.r=W10', '.r=e30x']
    for (const search of none) malformed(() => decodeQuery(search, schema))
    malformed(() => decodeQuery(`.r=${Buffer.from('{"q":"\\u0000"}').toString('base64url')}`, schema))
    malformed(() => decodeQuery(`.r=${Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]).toString('base64url')}`, schema))
    malformed(() => decodeQuery(`${'a.'.repeat(70)}b=1`, schema))
  })

  // attack: Input, files, HTTP | __proto__ and constructor as keys of a query | refused or ignored; no prototype changes
  test('reaches no prototype', () => {
    for (const search of [
      '__proto__.reached=1',
      'a.__proto__.reached=1',
      'constructor.prototype.reached=1',
      '__proto__=1',
      'prototype=1',
    ]) {
      malformed(() => decodeQuery(search, any))
    }
    assert.deepEqual(decodeQuery('toString.reached=1&valueOf=2', any), { toString: { reached: '1' }, valueOf: '2' })
    assert.equal(({} as { reached?: unknown }).reached, undefined)
    assert.equal((Object.prototype.toString as { reached?: unknown }).reached, undefined)
  })

  test('whose names contradict each other is read one way or the other, and never fails', () => {
    for (const search of ['a=1&a.b=2', 'a.b=1&a=2', 'a.b.c=1&a.b=2&a=3', '.=1', '..=1', 'a.=1', '.a=1', '=1', '&&', 'a..b=1']) {
      assert.doesNotThrow(() => decodeQuery(search, any), search)
    }
  })
})

test('a path parameter is text as the router decoded it, once, and holds no NUL', () => {
  assert.equal(segmentText('%41'), '%41')
  malformed(() => segmentText('a\0'))
  assert.equal(isDecodable('/a/%C3%BC'), true)
  for (const path of ['/a/%', '/a/%zz', '/a/%E0%A4', '/a/%C0%80']) assert.equal(isDecodable(path), false)
})
