import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SystemCheck } from '@vitrine/contract'
import { systemChecksOf } from './checks.ts'
import type { SystemFacts } from './facts.ts'

const now = new Date('2026-11-21T09:00:00Z')
const before = (hours: number) => new Date(now.getTime() - hours * 3_600_000)

/** A shop that lacks nothing. */
const ready: SystemFacts = {
  now,
  publicUrl: 'https://shop.example',
  proxies: { trusted: true, notTrusted: undefined },
  email: { delivery: 'SMTP', waiting: 0, waitingSince: undefined },
  payments: { stripe: 'LIVE', sandbox: false, manual: [] },
  owners: [{ email: 'mira@morrow.de', hasSecondFactor: true }],
  hasSecret: true,
  isOpen: true,
  isDemo: false,
  backup: { at: before(8), bytes: 120_000_000 },
  storage: { freeBytes: 26e9, totalBytes: 64e9 },
  ffmpeg: '5.1.9-0+deb12u1',
  database: { embedded: true, bytes: 1.1e9, milliseconds: 0.4 },
}

const found = (id: SystemCheck['id'], facts: Partial<SystemFacts>): SystemCheck =>
  systemChecksOf({ ...ready, ...facts }).find((check) => check.id === id)!

/** Each case: what is different in a ready shop, what becomes of the check, and what its message or figure says. */
const cases: Readonly<Record<SystemCheck['id'], readonly (readonly [Partial<SystemFacts>, SystemCheck['status'], RegExp])[]>> = {
  HTTPS: [
    [{}, 'OK', /^shop\.example is reached by https alone/],
    [{ publicUrl: 'http://localhost:3000' }, 'WARNING', /this machine only/],
    [{ publicUrl: 'http://[::1]:3000' }, 'WARNING', /this machine only/],
    [{ publicUrl: 'http://203.0.113.7:3000' }, 'FAILED', /^203\.0\.113\.7:3000 is reached without https/],
  ],
  PAYMENTS: [
    [{}, 'OK', /^Stripe, live\.\s*$/],
    [{ payments: { stripe: 'LIVE', sandbox: false, manual: ['Bank transfer'] } }, 'OK', /live; beside it Bank transfer/],
    [{ payments: { stripe: undefined, sandbox: false, manual: ['Bank transfer', 'Cash'] } }, 'OK', /by hand alone: Bank transfer, Cash/],
    [{ payments: { stripe: undefined, sandbox: false, manual: [] } }, 'FAILED', /Nobody can pay/],
    [{ payments: { stripe: 'TEST', sandbox: false, manual: ['Cash'] } }, 'FAILED', /test key/],
    [{ payments: { stripe: undefined, sandbox: true, manual: ['Cash'] } }, 'FAILED', /test cards/],
  ],
  EMAIL: [
    [{}, 'OK', /takes what the shop sends/],
    [{ email: { delivery: 'SMTP', waiting: 3, waitingSince: before(0.1) } }, 'OK', /3 waiting/],
    [{ email: { delivery: 'SMTP', waiting: 1, waitingSince: before(3) } }, 'FAILED', /does not take 1 email, the oldest for 3 hours/],
    [{ email: { delivery: 'INBOX', waiting: 0, waitingSince: undefined } }, 'FAILED', /everybody at \/inbox/],
    [{ email: { delivery: 'WAITING', waiting: 0, waitingSince: undefined } }, 'FAILED', /^No mail server is set\. Set SMTP_URL/],
    [{ email: { delivery: 'WAITING', waiting: 1204, waitingSince: before(9) } }, 'FAILED', /1,204 emails wait\./],
  ],
  SECOND_FACTOR: [
    [{}, 'OK', /^The owner signs in with a code/],
    [{ owners: [...ready.owners, { email: 'ana@morrow.de', hasSecondFactor: true }] }, 'OK', /^All owners/],
    [{ owners: [...ready.owners, { email: 'ana@morrow.de', hasSecondFactor: false }] }, 'FAILED', /^ana@morrow\.de can do everything/],
  ],
  VIDEO: [
    [{}, 'OK', /ffmpeg 5\.1\.9$/],
    [{ ffmpeg: undefined }, 'WARNING', /not available/],
  ],
  OWNER_EMAIL: [
    [{}, 'OK', /can be written to/],
    [{ owners: [{ email: 'owner@localhost', hasSecondFactor: true }] }, 'WARNING', /No email reaches owner@localhost/],
    [{ owners: [{ email: 'mira@mail.morrow.example', hasSecondFactor: true }] }, 'WARNING', /No email reaches/],
    [{ owners: [{ email: 'mira@example.org', hasSecondFactor: true }] }, 'WARNING', /No email reaches/],
    [{ owners: [{ email: 'mira@myexample.org', hasSecondFactor: true }] }, 'OK', /can be written to/],
    [{ owners: [{ email: 'mira@latest.org', hasSecondFactor: true }] }, 'OK', /can be written to/],
  ],
  TRUSTED_PROXIES: [
    [{}, 'OK', /are known/],
    [{ proxies: { trusted: true, notTrusted: '10.0.0.9' } }, 'WARNING', /^10\.0\.0\.9 forwards requests/],
    [{ proxies: { trusted: false, notTrusted: undefined } }, 'WARNING', /none is trusted/],
    [{ proxies: { trusted: false, notTrusted: undefined }, publicUrl: 'http://localhost:3000' }, 'OK', /no proxy in front/],
  ],
  SECRET: [
    [{}, 'OK', /wrapped with VITRINE_SECRET/],
    [{ hasSecret: false }, 'WARNING', /Set VITRINE_SECRET/],
  ],
  BACKUP: [
    [{}, 'OK', /120 MB\..*8 hours ago/],
    [{ backup: { at: before(48), bytes: 1000 } }, 'OK', /2 days ago/],
    [{ backup: { at: before(72), bytes: 1000 } }, 'WARNING', /3 days old/],
    [{ backup: undefined }, 'FAILED', /No backup was made here/],
  ],
  STORAGE: [
    [{}, 'OK', /room on the disk of DATA_DIR \(64 GB\).*26 GB free/],
    [{ storage: { freeBytes: 5e9, totalBytes: 64e9 } }, 'WARNING', /Less than a tenth/],
    [{ storage: { freeBytes: 30e9, totalBytes: 1e12 } }, 'OK', /30 GB free/],
    [{ storage: { freeBytes: 0.9e9, totalBytes: 4e9 } }, 'FAILED', /make room now/],
    [{ storage: undefined }, 'OK', /does not tell/],
  ],
  DATABASE: [
    [{}, 'OK', /embedded PostgreSQL answers in less than 1 ms.*1\.1 GB/],
    [{ database: { embedded: false, bytes: 2e6, milliseconds: 12.4 } }, 'OK', /Your own PostgreSQL answers in 12 ms/],
  ],
  OPEN: [
    [{}, 'OK', /^Everybody sees the shop/],
    [{ isOpen: false }, 'WARNING', /opens soon.*Open it under Start\. closed$/],
  ],
  DEMO_DATA: [
    [{}, 'OK', /is yours/],
    [{ isDemo: true }, 'WARNING', /VITRINE_SEED=none/],
  ],
}

describe('the checks of the system', () => {
  for (const [id, all] of Object.entries(cases) as [SystemCheck['id'], (typeof cases)['HTTPS']][])
    test(id, () => {
      for (const [facts, status, says] of all) {
        const check = found(id, facts)
        assert.equal(check.status, status, check.message)
        assert.match(`${check.message} ${check.figure ?? ''}`, says)
      }
    })

  test('those that failed come first, then warnings', () => {
    const all = systemChecksOf({ ...ready, hasSecret: false, backup: undefined, isDemo: true })
    assert.deepEqual(
      all.slice(0, 4).map(({ id, status }) => [id, status]),
      [
        ['BACKUP', 'FAILED'],
        ['SECRET', 'WARNING'],
        ['DEMO_DATA', 'WARNING'],
        ['HTTPS', 'OK'],
      ],
    )
  })
})
