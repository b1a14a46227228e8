import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refused, Unreachable } from '@vitrine/client'
import type { Visit } from '../shop.server.ts'
import { takePicture } from './write.server.ts'

const visitWhere = (upload: () => Promise<unknown>): Visit =>
  ({ client: { reviews: { uploadReviewPicture: upload }, returns: { uploadReturnPicture: upload } } }) as unknown as Visit
const file = new File(['a picture'], 'mug.jpg')

for (const use of ['review', 'return'] as const)
  test(`a picture of a ${use} that gets no answer in time, or none at all, is to be sent again`, async () => {
    const trace = { status: 503, requestId: undefined, retryAfterMs: undefined }
    const away = new Refused('', { applicationError: { code: 'SERVICE_UNAVAILABLE' } }, trace)
    const busy = { wrong: 'mug.jpg has to wait: the shop is busy. Try again in a minute.' }
    for (const error of [new Unreachable('no answer within 30 s'), away])
      assert.deepEqual(
        await takePicture(
          visitWhere(() => Promise.reject(error)),
          file,
          use,
        ),
        busy,
      )
  })

test('a fault stays one', async () => {
  const fault = new TypeError('a mistake of ours')
  await assert.rejects(
    takePicture(
      visitWhere(() => Promise.reject(fault)),
      file,
      'review',
    ),
    fault,
  )
})
