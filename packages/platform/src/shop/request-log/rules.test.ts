import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { contract, isWrite, type Operation, type Route } from '@vitrine/contract'
import type { AnsweredRequest } from '../../kernel/http/recording.ts'
import { hindranceOf, isAboutGiftCards, isAboutSecrets, leavesBodiesOut, recordingOf, rightToRead } from './rules.ts'

const of = (line: Route): [Route, Operation] => [line, contract[line]]
const orders = of('POST /ecom/v1/orders/search')
const login = of('POST /_api/iam/authentication/v2/login')

describe('bodies that are never stored', () => {
  test('are those of signing in, passwords, invitations and card numbers', () => {
    for (const line of [
      'POST /_api/iam/authentication/v2/login',
      'POST /vitrine/v1/members/my/password',
      'POST /vitrine/v1/me/password',
      'POST /vitrine/v1/staff/recovery/reset',
      'POST /vitrine/v1/staff/invitations/accept',
      'POST /vitrine/v1/sandbox/card-tokens',
    ] as const) {
      assert.equal(isAboutSecrets(...of(line)), true, line)
      assert.equal(leavesBodiesOut(...of(line)), true, line)
    }
  })

  test('are those of every operation that is confidential, takes a form or lets somebody guess, wherever it is', () => {
    const [line, operation] = orders
    assert.equal(isAboutSecrets(line, operation), false)
    assert.equal(isAboutSecrets(line, { ...operation, confidential: true }), true)
    assert.equal(isAboutSecrets(line, { ...operation, takesForm: true }), true)
    assert.equal(isAboutSecrets(line, { ...operation, cost: 'guess' }), true)
  })

  test('are those of emails and of the log itself, which are no secrets of signing in', () => {
    const logged = (Object.keys(contract) as Route[]).filter((line) =>
      /^\w+ \/vitrine\/v1\/(inbox|request-log|personal-data)(\/|$)/.test(line),
    )
    assert.ok(logged.length > 2)
    for (const line of logged) assert.equal(leavesBodiesOut(...of(line)), true, line)
    assert.equal(isAboutSecrets(...of('GET /vitrine/v1/request-log')), false)
  })

  test('are not those of other paths that only begin alike', () => {
    assert.equal(leavesBodiesOut('GET /vitrine/v1/metrics' as Route, orders[1]), false)
    assert.equal(leavesBodiesOut('GET /vitrine/v1/me', orders[1]), true)
    assert.equal(leavesBodiesOut(...orders), false)
  })
})

test('a code in a body is worth money where it is about gift cards', () => {
  assert.equal(isAboutGiftCards('POST /ecom/v1/gift-cards/redeem'), true)
  assert.equal(isAboutGiftCards(orders[0]), false)
})

test('whoever may read a thing reads what was sent to change it; no right to write is asked for', () => {
  assert.equal(rightToRead(...of('PATCH /ecom/v1/fulfillments/{fulfillment.id}/orders/{orderId}')), 'orders.read')
  assert.equal(rightToRead(...of('POST /stores/v2/coupons')), 'promotions.read')
  const writes = (Object.keys(contract) as Route[]).filter((line) => isWrite(...of(line)))
  for (const line of writes) assert.doesNotMatch(rightToRead(...of(line)), /\.write$/, line)
  assert.equal(rightToRead(...orders), 'orders.read')
})

describe('a request is sent again', () => {
  const why = (
    [line, operation]: readonly [Route | undefined, Operation | undefined],
    {
      state = 'WHOLE',
      secretRemoved = false,
    }: { state?: 'WHOLE' | 'NONE' | 'CUT' | 'WITHOUT_SECRETS' | 'LEFT_OUT'; secretRemoved?: boolean } = {},
  ) => hindranceOf({ line, operation }, { request: { state }, secretRemoved })

  test('as it was where all of it is stored, or there was no body', () => {
    assert.equal(why(orders), undefined)
    assert.equal(why(orders, { state: 'NONE' }), undefined)
  })

  test('not where something of it is missing', () => {
    for (const state of ['CUT', 'WITHOUT_SECRETS', 'LEFT_OUT'] as const) assert.equal(why(orders, { state }), 'BODY_NOT_WHOLE', state)
    assert.equal(why(orders, { secretRemoved: true }), 'QUERY_NOT_WHOLE')
  })

  test('not where it led nowhere, signs somebody in, or is the log’s own', () => {
    assert.equal(why([undefined, undefined]), 'NO_OPERATION')
    assert.equal(why([orders[0], undefined]), 'NO_OPERATION')
    assert.equal(why(login), 'SIGN_IN')
    assert.equal(why(of('GET /vitrine/v1/request-log')), 'REQUEST_LOG')
  })
})

describe('a request is recorded', () => {
  const recorded = (
    caller: string | undefined,
    status: number,
    more: { internal?: boolean; authorization?: string; replay?: boolean } = {},
  ) => {
    const { internal, authorization = 'token', replay } = more
    return recordingOf({
      request: { internal, headers: { ...(authorization && { authorization }) } },
      caller: caller && { kind: caller },
      answer: { status },
      replay: replay ? { id: 'r', of: 'o' } : undefined,
    } as unknown as AnsweredRequest)
  }

  test('always where a program asked, or it is a replay', () => {
    assert.deepEqual([recorded('app', 200), recorded('app', 500), recorded('user', 200, { replay: true })], ['ALWAYS', 'ALWAYS', 'ALWAYS'])
  })

  test('never where the staff asked in the admin, or a page is rendered in this process', () => {
    assert.deepEqual(
      [recorded('user', 500), recorded('app', 500, { internal: true }), recorded('visitor', 500, { internal: true })],
      ['NEVER', 'NEVER', 'NEVER'],
    )
  })

  test('at times where somebody with a token was refused; whoever shops without trouble is not', () => {
    assert.deepEqual([recorded('visitor', 400), recorded('member', 404), recorded(undefined, 401)], ['SOME', 'SOME', 'SOME'])
    assert.deepEqual(
      [recorded('visitor', 200), recorded('member', 399), recorded(undefined, 404, { authorization: '' })],
      ['NEVER', 'NEVER', 'NEVER'],
    )
  })
})
