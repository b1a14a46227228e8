import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { isContact, mountSecurityTxt, securityTxt, securityTxtPath } from './security-txt.ts'

const now = new Date('2026-11-24T11:00:00Z')

test('names the contact, when it expires, and under https its own address', () => {
  assert.equal(
    securityTxt('security@shop.example', 'https://shop.example', now),
    'Contact: mailto:security@shop.example\nExpires: 2027-05-23T00:00:00.000Z\nPreferred-Languages: en\nCanonical: https://shop.example/.well-known/security.txt\n',
  )
  assert.equal(
    securityTxt('https://shop.example/security', 'http://localhost:3000', now),
    'Contact: https://shop.example/security\nExpires: 2027-05-23T00:00:00.000Z\nPreferred-Languages: en\n',
  )
})

test('a contact is an email address, or an address that takes reports', () => {
  for (const contact of ['a@b.example', 'mailto:a@b.example', 'https://b.example/report', 'tel:+4930123456'])
    assert.ok(isContact(contact), contact)
  for (const other of ['', 'nobody', 'http://b.example', 'javascript:alert(1)', 'a@b.example\nContact: x', 'a b@c.example'])
    assert.ok(!isContact(other), other)
})

const answer = async (contact: string | undefined, shopEmail: string | undefined) => {
  const app = Fastify()
  mountSecurityTxt(app, { origin: 'https://shop.example', contact, shopEmail: async () => shopEmail, now: () => now })
  const { statusCode, headers, body } = await app.inject(securityTxtPath)
  await app.close()
  return { status: statusCode, type: headers['content-type'], contact: /^Contact: (.*)$/m.exec(body)?.[1] }
}

test('200 with the contact of the operator, else with the email address of the shop; 404 without either', async () => {
  const type = 'text/plain; charset=utf-8'
  assert.deepEqual(await answer('https://shop.example/report', 'hello@shop.example'), {
    status: 200,
    type,
    contact: 'https://shop.example/report',
  })
  assert.deepEqual(await answer(undefined, 'hello@shop.example'), { status: 200, type, contact: 'mailto:hello@shop.example' })
  assert.equal((await answer(undefined, undefined)).status, 404)
})
