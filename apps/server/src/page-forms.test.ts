import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formFault } from './page-forms.ts'

const urlencoded = 'application/x-www-form-urlencoded;charset=UTF-8'
const bytes = (text: string) => new Uint8Array(Buffer.from(text))
const statusOf = async (text: string, type: string | undefined) => (await formFault(bytes(text), type))?.status
const keys = (count: number) => Array.from({ length: count }, (_, i) => `k${i}=1`).join('&')
const parts = (count: number) =>
  `${Array.from({ length: count }, (_, i) => `--x\r\nContent-Disposition: form-data; name="k${i}"\r\n\r\n1\r\n`).join('')}--x--\r\n`
const multipart = 'multipart/form-data; boundary=x'

test('a form of both kinds is read, with a thousand keys at the most', async () => {
  for (const count of [1, 1000]) {
    assert.equal(await statusOf(keys(count), urlencoded), undefined)
    assert.equal(await statusOf(parts(count), multipart), undefined)
  }
})

// attack: Input, files, HTTP | a form of 100,000 keys to a page, of either kind | 400 before any key is read
test('400 for a form of more keys, before they are read', async () => {
  for (const count of [1001, 100_000]) assert.equal(await statusOf(keys(count), urlencoded), 400)
  for (const count of [1001, 10_000]) assert.equal(await statusOf(parts(count), multipart), 400)
})

// attack: Input, files, HTTP | a page is sent a body that is no form, or a form that breaks off | 415 or 400, and no page is asked
test('415 for what is no form, 400 for one that breaks off', async () => {
  for (const type of ['application/json', 'text/plain', 'multipart/mixed; boundary=x', '', undefined])
    assert.equal(await statusOf('{}', type), 415)
  for (const text of ['', 'nonsense', parts(3).slice(0, -20), '--x\r\n\r\n']) assert.equal(await statusOf(text, multipart), 400, text)
  assert.equal(await statusOf(parts(1), 'multipart/form-data'), 400)
})

// attack: Input, files, HTTP | the NUL character in a field of a page's form | 400, and no page is asked
test('400 for the NUL character in a field, and not for one in a file', async () => {
  for (const form of ['a=%00', 'a%00=1', 'a=\0']) assert.equal(await statusOf(form, urlencoded), 400)
  const part = (more: string, value: string) => `--x\r\nContent-Disposition: form-data; name="a"${more}\r\n\r\n${value}\r\n--x--\r\n`
  assert.equal(await statusOf(part('', 'b\0c'), multipart), 400)
  assert.equal(await statusOf(part('; filename="a.png"\r\nContent-Type: image/png', 'b\0c'), multipart), undefined)
})
