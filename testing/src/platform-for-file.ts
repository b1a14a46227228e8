import assert from 'node:assert/strict'
import { after } from 'node:test'
import { startTestPlatform, type TestPlatform } from './platform.ts'

/**
 * A platform for all tests of a file, to be awaited at its top. It ends behind them, and then nothing may have gone wrong on our side:
 * `const shop = await startPlatformForFile()`.
 */
export async function startPlatformForFile(options?: Parameters<typeof startTestPlatform>[0]): Promise<TestPlatform> {
  const shop = await startTestPlatform(options)
  after(async () => {
    await shop[Symbol.asyncDispose]()
    assert.deepEqual(shop.faults, [])
  })
  return shop
}
