import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPasted } from './pasted.ts'

const origin = 'https://shop.example'

test('a list is read with commas, semicolons, tabs or spaces, with or without a head', () => {
  const of = (path: string, target: string, permanent = true) => ({ path, target, permanent })
  assert.deepEqual(readPasted('Redirect from,Redirect to\n/a,/b\n"/c","https://other.example/d?e=1"\n', origin), {
    redirects: [of('/a', '/b'), of('/c', 'https://other.example/d?e=1')],
    unread: [],
  })
  assert.deepEqual(readPasted('/a;/b;302\r\n/c\t/d\n/e /f', origin).redirects, [of('/a', '/b', false), of('/c', '/d'), of('/e', '/f')])
})

test('whole addresses become paths, and lines that say nothing are named by their number', () => {
  assert.deepEqual(readPasted(`https://old.example/x?y=1,${origin}/z\n\nnothing\n/a\n/b,javascript:alert(1)`, origin), {
    redirects: [{ path: '/x', target: '/z', permanent: true }],
    unread: [3, 4, 5],
  })
})
