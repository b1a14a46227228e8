import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testSections } from '@vitrine/testing/shop'
import type { Db } from '../../kernel/db/sql.ts'
import type { Mail } from '../../shop/mail/mail.ts'
import type { StaffEmail } from '../staff/emails.ts'
import { sendToStaff } from './staff-emails.ts'

const site = '11111111-1111-4111-8111-111111111111'
const origin = 'https://shop.example'
const asked = { agent: 'Firefox/140.0', at: '2026-11-22T12:00:00.000Z' }
const recovery: StaffEmail = { kind: 'staff-recovery', to: 'ada', about: { ...asked, token: 'the-token' } }
const changed: StaffEmail = { kind: 'staff-password-changed', to: 'ada', about: asked }

async function sent(email: StaffEmail, hasMailServer: boolean) {
  const mails: Mail[] = []
  const lines: string[] = []
  const mailer = {
    async send(mail: Mail) {
      mails.push(mail)
      return 'sent' as const
    },
  }
  const parts = {
    database: { query: async () => [{ email: 'ada@morrow.example' }] } as unknown as Db,
    origin,
    mailer,
    readSettings: async () => ({ ...testSections, revisions: '' }),
    tell: hasMailServer ? undefined : (line: string) => void lines.push(line),
  }
  await sendToStaff(parts, site, 'a key', email)
  return { mails, lines }
}

test('the link to another password goes by mail where there is a mail server', async () => {
  const { mails, lines } = await sent(recovery, true)
  assert.deepEqual([mails.length, mails[0]!.to, lines], [1, 'ada@morrow.example', []])
  for (const text of [mails[0]!.text, mails[0]!.html]) assert.ok(text.includes(`${origin}/admin/new-password#the-token`))
})

test('without one it is told to whoever runs the server, and never lies in the inbox that everybody reads', async () => {
  const { mails, lines } = await sent(recovery, false)
  assert.deepEqual(mails, [])
  assert.deepEqual(lines, [
    `ada@morrow.example may choose another password for the admin within half an hour: ${origin}/admin/new-password#the-token`,
  ])
})

test('nor does an invitation that was asked for while there was one', async () => {
  const about = { email: 'tom@morrow.example', role: 'WAREHOUSE' as const, token: 'the-token', expiresAt: '2026-11-29T12:00:00.000Z' }
  const invitation: StaffEmail = { kind: 'staff-invitation', to: 'an invitation', about }
  assert.deepEqual(await sent(invitation, false), {
    mails: [],
    lines: [`tom@morrow.example may join the staff as one of the warehouse: ${origin}/admin/join#the-token`],
  })
  const { mails, lines } = await sent(invitation, true)
  assert.deepEqual([mails.map(({ to }) => to), lines], [['tom@morrow.example'], []])
  for (const text of [mails[0]!.text, mails[0]!.html]) assert.ok(text.includes(`${origin}/admin/join#the-token`))
})

test('what opens nothing goes to the inbox like any email', async () => {
  const { mails, lines } = await sent(changed, false)
  assert.deepEqual([mails.length, lines], [1, []])
})
