import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placesOf } from './places.ts'

const changedDate = '2026-11-20T09:00:00.000Z'

test('a product and the choices that its picture stands for are one place', () => {
  assert.deepEqual(
    placesOf([
      { kind: 'PRODUCT', id: 'mug', name: 'Morning Mug', changedDate },
      { kind: 'CHOICE', id: 'mug', name: 'Morning Mug, Glaze: Ink', changedDate },
      { kind: 'CHOICE', id: 'mug', name: 'Morning Mug, Glaze: Clay', changedDate },
      { kind: 'PRODUCT', id: 'cup', name: 'Espresso Cup', changedDate },
      { kind: 'COLLECTION', id: 'table', name: 'Tableware', changedDate },
    ]),
    [
      { kind: 'PRODUCT', id: 'mug', name: 'Morning Mug', as: 'stands for Glaze: Ink, Glaze: Clay' },
      { kind: 'PRODUCT', id: 'cup', name: 'Espresso Cup', as: '' },
      { kind: 'COLLECTION', id: 'table', name: 'Tableware', as: 'cover' },
    ],
  )
})

test('a choice whose product does not show the picture is a place by itself', () => {
  const name = 'Morning Mug, Glaze: Ink'
  assert.deepEqual(placesOf([{ kind: 'CHOICE', id: 'mug', name, changedDate }]), [
    { kind: 'CHOICE', id: 'mug', name, as: 'stands for a choice' },
  ])
})
