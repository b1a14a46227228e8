import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mediaText } from './medium.ts'

test('pictures, models and videos are counted by themselves', () => {
  const [picture, model, video] = [{ kind: 'IMAGE' }, { kind: 'MODEL3D' }, { kind: 'VIDEO' }] as const
  assert.equal(mediaText([picture, picture, model, picture]), '3 pictures, a 3D model')
  assert.equal(mediaText([video, picture, video]), '1 picture, 2 videos')
  assert.equal(mediaText([model]), 'a 3D model')
})
