import assert from 'node:assert/strict'
import { test } from 'node:test'
import { candidatesOf, isCountable, normalPath, targetOf } from './rules.ts'

test('a path has one form', () => {
  assert.deepEqual(['/a/b/?x=1', '/a//b', '/', '/%C3%BCber', '/%zz', '/a#b', '/%00'].map(normalPath), [
    '/a/b',
    '/a/b',
    '/',
    '/über',
    '/%zz',
    '/a',
    '/%00',
  ])
})

test('the nearest redirect wins, then those of the branches above', () => {
  assert.deepEqual(candidatesOf('/a/b'), ['/a/b', '/a/b/*', '/a/*', '/*'])
  assert.deepEqual(
    candidatesOf('/'),
    ['/', '//*', '/*'].filter((path) => path !== '//*'),
  )
  assert.ok(candidatesOf(`/${'a/'.repeat(200)}`).length <= 15)
})

test('a branch takes along what stands below it', () => {
  assert.equal(targetOf({ path: '/en/*', target: '/*' }, '/en/a b/c'), '/a%20b/c')
  assert.equal(targetOf({ path: '/blog/*', target: '/' }, '/blog/2019/x'), '/')
  assert.equal(targetOf({ path: '/en/*', target: 'https://en.example/*' }, '/en'), 'https://en.example/')
  assert.equal(targetOf({ path: '/a', target: '/b' }, '/a'), '/b')
})

test('what may be about somebody is not counted', () => {
  assert.deepEqual(['/old', '/a@b.example', `/${'x'.repeat(60)}`, `/${'ab/'.repeat(80)}`].map(isCountable), [true, false, false, false])
})
