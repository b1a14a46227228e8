import assert from 'node:assert/strict'
import { test } from 'node:test'
import { standardSignature } from './request.ts'

test('the signature is the one of the published example of Standard Webhooks', () => {
  assert.equal(
    standardSignature('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1614265330, '{"test": 2432232314}'),
    'g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  )
})
