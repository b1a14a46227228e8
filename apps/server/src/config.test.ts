import assert from 'node:assert/strict'
import { test } from 'node:test'
import { usualRateLimits } from '@vitrine/platform'
import { Misconfigured, readConfig } from './config.ts'

const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }

test('SECURITY_CONTACT is an email address or an address that takes reports', () => {
  assert.equal(readConfig({}).securityContact, undefined)
  assert.equal(readConfig({ SECURITY_CONTACT: 'security@shop.example' }).securityContact, 'security@shop.example')
  assert.throws(() => readConfig({ SECURITY_CONTACT: 'somebody' }), /^Misconfigured: SECURITY_CONTACT/)
})

test('without keys there is no Stripe; with them it takes payments', () => {
  assert.equal(readConfig({}).stripe, undefined)
  assert.deepEqual(readConfig(keys).stripe, { secretKey: 'sk_test_1', webhookSecret: 'whsec_1' })
  assert.equal(readConfig({ STRIPE_API_BASE: 'http://127.0.0.1:9000' }).stripeApiBase, 'http://127.0.0.1:9000')
})

test('without a bucket originals lie in the data folder; with one, where its variables say', () => {
  assert.equal(readConfig({}).bucket, undefined)
  assert.deepEqual(readConfig({ S3_BUCKET: 'morrow' }).bucket, {
    bucket: 'morrow',
    endpoint: undefined,
    region: 'us-east-1',
    prefix: '',
    keys: undefined,
    pathStyle: false,
  })
  const whole = {
    S3_BUCKET: 'morrow',
    S3_ENDPOINT: 'https://s3.example',
    S3_REGION: 'eu-central-1',
    S3_PREFIX: '/shops/media/',
    S3_ACCESS_KEY_ID: 'a',
    S3_SECRET_ACCESS_KEY: 'b',
  }
  assert.deepEqual(readConfig(whole).bucket, {
    bucket: 'morrow',
    endpoint: 'https://s3.example',
    region: 'eu-central-1',
    prefix: 'shops/media',
    keys: { id: 'a', secret: 'b' },
    pathStyle: true,
  })
  assert.equal(readConfig({ ...whole, S3_PATH_STYLE: 'off' }).bucket?.pathStyle, false)
})

test('TRUSTED_PROXIES lists whose forwarded addresses are believed; without it nobody’s are', () => {
  const of = (list?: string) => readConfig(list === undefined ? {} : { TRUSTED_PROXIES: list }).trustedProxies
  for (const nothing of [of(), of(''), of(' , ')]) assert.equal(nothing('127.0.0.1'), false)
  const trusted = of('loopback, 10.1.0.0/16,192.0.2.7, 2001:db8::/32')
  for (const peer of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1', '10.1.255.1', '192.0.2.7', '::ffff:192.0.2.7', '2001:db8:5::1'])
    assert.equal(trusted(peer), true, peer)
  for (const peer of ['10.2.0.1', '192.0.2.8', '::2', '2001:db9::1', '', 'unknown', '192.0.2.7:80', undefined])
    assert.equal(trusted(peer), false, peer)
})

test('hosts, networks and this machine are opened for calls by name', () => {
  const { hosts, networks } = readConfig({ VITRINE_OUTBOUND_ALLOW: 'rates.internal, 10.0.0.0/8,loopback' }).outboundAllow
  assert.deepEqual([...hosts], ['rates.internal', 'localhost'])
  assert.deepEqual(
    ['10.1.1.1', '127.0.0.1', '192.168.1.1'].map((address) => networks.check(address)),
    [true, true, false],
  )
  assert.equal(readConfig({}).outboundAllow.networks.check('127.0.0.1'), false)
})

test('rate limits are the usual ones; each class has a setting, and all of them can be switched off', () => {
  assert.deepEqual(readConfig({}).rateLimits, usualRateLimits)
  const limits = readConfig({ RATE_LIMIT_READ: '5000/1m', RATE_LIMIT_GUESS: '10/1h', RATE_LIMIT_PAGE: '7/30s' }).rateLimits
  assert.deepEqual(limits, {
    ...usualRateLimits,
    read: { quota: 5000, seconds: 60 },
    guess: { quota: 10, seconds: 3600 },
    page: { quota: 7, seconds: 30 },
  })
  assert.equal(readConfig({ RATE_LIMITS: 'off' }).rateLimits, 'off')
})

test('keys that cannot be meant end the start, by their name', () => {
  const refused = (env: Record<string, string>, named: RegExp) =>
    assert.throws(
      () => readConfig(env),
      (error: unknown) => error instanceof Misconfigured && named.test(error.message),
    )
  refused({ ...keys, STRIPE_SECRET_KEY: 'pk_test_1' }, /^STRIPE_SECRET_KEY/)
  refused({ STRIPE_SECRET_KEY: 'sk_test_1' }, /^STRIPE_WEBHOOK_SECRET/)
  refused({ ...keys, STRIPE_WEBHOOK_SECRET: 'we_1' }, /^STRIPE_WEBHOOK_SECRET/)
  refused({ STRIPE_WEBHOOK_SECRET: 'whsec_1' }, /^STRIPE_WEBHOOK_SECRET/)
  refused({ ...keys, STRIPE_API_BASE: 'stripe.example' }, /^STRIPE_API_BASE/)
  for (const wrong of ['proxy', '10.0.0.0/33', '::1/129', '10.0.0.0/', '10.0.0.0/8/8', 'fe80::1%eth0', '10.0.0', 'loopback;::1'])
    refused({ TRUSTED_PROXIES: `127.0.0.1, ${wrong}` }, new RegExp(`^TRUSTED_PROXIES has "${wrong}"`))
  refused({ VITRINE_SECRET: 'x'.repeat(31) }, /^VITRINE_SECRET has fewer than 32/)
  refused({ VITRINE_SECRET: 'x'.repeat(32), VITRINE_SECRET_NEXT: 'short' }, /^VITRINE_SECRET_NEXT has fewer than 32/)
  refused({ VITRINE_SECRET_NEXT: 'x'.repeat(32) }, /^VITRINE_SECRET_NEXT is set, and VITRINE_SECRET is not/)
  refused({ VITRINE_OUTBOUND_ALLOW: 'loopback,http://a' }, /^VITRINE_OUTBOUND_ALLOW has "http:\/\/a"/)
  for (const wrong of ['100', '0/60s', '100/0s', '100/60', '1.5/60s', '100/25h', '-1/60s'])
    refused({ RATE_LIMIT_WRITE: wrong }, new RegExp(`^RATE_LIMIT_WRITE is "${wrong}"`))
  refused({ RATE_LIMIT_READS: '100/60s' }, /^RATE_LIMIT_READS is no setting/)
  refused({ RATE_LIMITS: 'some' }, /^RATE_LIMITS is "some"/)
  refused({ PAYMENT_SANDBOX: 'perhaps' }, /^PAYMENT_SANDBOX/)
  refused({ VITRINE_INBOX: 'yes' }, /^VITRINE_INBOX/)
  refused({ SMTP_URL: 'mail.example' }, /^SMTP_URL is no address of a mail server/)
  refused({ SMTP_URL: 'https://mail.example' }, /^SMTP_URL/)
  refused({ SMTP_URL: 'smtp://' }, /^SMTP_URL/)
  refused({ DATABASE_URL: 'mysql://role:secret@host/shop' }, /^DATABASE_URL is no address of a PostgreSQL(?!.*secret)/)
  refused({ S3_REGION: 'eu-central-1' }, /^S3_REGION is set, and S3_BUCKET is not/)
  refused({ S3_BUCKET: 'morrow', S3_ENDPOINT: 's3.example' }, /^S3_ENDPOINT/)
  refused({ S3_BUCKET: 'morrow', S3_ACCESS_KEY_ID: 'a' }, /^S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY/)
  refused({ S3_BUCKET: 'morrow', S3_PATH_STYLE: 'yes' }, /^S3_PATH_STYLE/)
})
