import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameGiven, nameOf } from './name.ts'

const loginEmail = 'neu1795448823832@example.com'
const contact = { firstName: ' Hanna ', addresses: [], phones: [], emails: [] } as unknown as NonNullable<
  Parameters<typeof nameGiven>[0]['contact']
>

test('who gave a name is greeted by it', () => {
  assert.equal(nameGiven({ loginEmail, contact }), 'Hanna')
  assert.equal(nameGiven({ loginEmail, profile: { nickname: 'Early riser' } }), 'Early riser')
})

test('who gave none is not greeted by the beginning of their email, and found by it in the header', () => {
  const nameless = { loginEmail, profile: { nickname: 'neu1795448823832' } }
  assert.equal(nameGiven(nameless), '')
  assert.equal(nameOf(nameless), 'neu1795448823832')
})
