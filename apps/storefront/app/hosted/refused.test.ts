import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { pauseFor, weakPassword, wrongPassword } from './refused.ts'

suite('what is said to those who are not let in', () => {
  test('how many tries are left before a captcha', () => {
    assert.equal(wrongPassword(3), 'E-mail and password do not belong together. After three more tries there is a box to tick as well.')
    assert.equal(wrongPassword(1), 'E-mail and password do not belong together. After one more try there is a box to tick as well.')
    assert.equal(wrongPassword(0), 'E-mail and password do not belong together. The next try takes a box to tick as well.')
    assert.equal(wrongPassword(undefined), 'E-mail and password do not belong together.')
  })

  test('how long a pause is', () => {
    assert.equal(pauseFor(58), 'That was often. We listen again in 58 seconds; nothing is lost.')
    assert.equal(pauseFor(1), 'That was often. We listen again in a second; nothing is lost.')
    assert.equal(pauseFor(121), 'That was often. We listen again in three minutes; nothing is lost.')
  })

  test('why a password is too weak', () => {
    assert.match(weakPassword('TOO_SHORT'), /^Ten letters/)
    assert.equal(weakPassword('SOMETHING_NEW'), weakPassword('TOO_EASY'))
  })
})
