import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { asksAsProgram, pageAddresses } from './page-addresses.ts'

const page = { default: () => null }
const shown = { ...page, loader: () => null }
const form = { ...shown, action: () => null }

const routes = {
  root: { id: 'root', path: '', module: shown },
  frame: { id: 'frame', parentId: 'root', module: page },
  home: { id: 'home', parentId: 'frame', index: true, module: shown },
  cart: { id: 'cart', parentId: 'frame', path: 'cart', module: form },
  account: { id: 'account', parentId: 'frame', path: 'account', module: shown },
  overview: { id: 'overview', parentId: 'account', index: true, module: form },
  order: { id: 'order', parentId: 'account', path: 'orders/:id', module: form },
  touch: { id: 'touch', parentId: 'root', path: 'touch', module: { action: () => null } },
  nowhere: { id: 'nowhere', parentId: 'frame', path: '*', module: shown },
}

const methods = pageAddresses(routes)
const at = (path: string) => methods(new URL(path, 'https://shop.example'))

suite('what the pages of a build take', () => {
  for (const [path, expected] of [
    ['/', ['GET', 'HEAD']],
    ['/_.data', ['GET', 'HEAD']],
    ['/cart', ['GET', 'HEAD', 'POST']],
    ['/cart.data?_routes=cart', ['GET', 'HEAD', 'POST']],
    ['/account', ['GET', 'HEAD']],
    ['/account?index', ['GET', 'HEAD', 'POST']],
    ['/account/orders/1', ['GET', 'HEAD', 'POST']],
    ['/touch', ['POST']],
    ['/nowhere', undefined],
    ['/account/nowhere', undefined],
    ['/cart/%zz', undefined],
  ] as const)
    test(`${path}: ${expected?.join(', ') ?? 'no page'}`, () => assert.deepEqual(at(path), expected))
})

suite('who asks as a program does', () => {
  for (const headers of [{ authorization: '' }, { accept: 'application/json' }, { accept: 'application/problem+json, */*' }])
    test(JSON.stringify(headers), () => assert.equal(asksAsProgram(headers), true))

  for (const headers of [{}, { accept: '*/*' }, { accept: 'text/html,application/json' }, { accept: 'image/webp' }])
    test(`not ${JSON.stringify(headers)}`, () => assert.equal(asksAsProgram(headers), false))
})
