import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { startTestPlatform } from '../src/platform.ts'
import { stockCatalogue } from '../src/stocked-catalogue.ts'

const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8')
const programs = [...readme.matchAll(/```js\n([\s\S]*?)```/g)].map((match) => match[1]!)

/** Runs a program as it stands, but for the address and the client id. */
async function run(code: string) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], { cwd: new URL('..', import.meta.url) })
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { out, err, code: child.exitCode ?? (await new Promise((resolve) => child.once('close', resolve))) }
}

test('the programs of the README run, with our client and with the published one', async () => {
  assert.equal(programs.length, 2)
  await using platform = await startTestPlatform()
  await stockCatalogue(platform)
  const appId = /`appId` is .*?`('[^']+')`/.exec(readme)![1]!
  for (const program of programs) {
    const here = program
      .replaceAll('http://localhost:3000', platform.url)
      .replaceAll(/clientId: '[^']+'/g, `clientId: '${platform.clientId}'`)
    assert.notEqual(here, program)
    const { out, err, code } = await run(`const appId = ${appId}\n${here}`)
    assert.equal(code, 0, err)
    assert.match(out, /^.+, €\d+\.\d\d/)
  }
  assert.deepEqual(platform.faults, [])
})
