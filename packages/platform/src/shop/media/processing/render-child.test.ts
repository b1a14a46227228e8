import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { type Rendering, render } from '../render.ts'
import { ChildEnded, startChild } from './child-process.ts'
import { renderChild } from './render-child.ts'

let folder: string
let rendering: Rendering
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-render-'))
  const path = join(folder, 'red.png')
  await sharp({ create: { width: 60, height: 40, channels: 3, background: '#f00' } }).toFile(path)
  const cut = { x: 0, y: 0, width: 60, height: 40 }
  rendering = { source: { path }, width: 60, height: 40, plan: { cut, width: 30, height: 20 }, format: 'webp', quality: 80 }
})
after(() => rm(folder, { recursive: true }))

/** A child that does one thing, whatever it is asked. */
async function childThat(does: string): Promise<typeof startChild> {
  const script = join(folder, `${does.length}.mjs`)
  await writeFile(script, `import { getPriority } from 'node:os'\nprocess.on('message', ({ id }) => { ${does} })\n`)
  return (limits) => startChild({ ...limits, script })
}

test('the bytes are those that this process would make, of a file and of bytes, many at once by one child', async () => {
  let started = 0
  const child = renderChild({ start: (limits) => (started++, startChild(limits)) })
  try {
    const { source } = rendering
    assert.ok(!Buffer.isBuffer(source))
    const inMemory = { ...rendering, source: await sharp(source.path).png().toBuffer() }
    const widths = [10, 20, 30]
    const asked = widths.flatMap((width) => [rendering, inMemory].map((one) => ({ ...one, plan: { ...one.plan, width } })))
    assert.deepEqual(await Promise.all(asked.map(child.render)), await Promise.all(asked.map(render)))
    assert.equal(started, 1)
  } finally {
    child.close()
  }
})

test('a picture that cannot be read fails alone', async () => {
  const child = renderChild()
  try {
    const broken = child.render({ ...rendering, source: Buffer.from('no picture') })
    const good = child.render(rendering)
    await assert.rejects(broken, (error: Error) => !(error instanceof ChildEnded) && /unsupported image format/.test(error.message))
    assert.equal((await sharp(await good).metadata()).width, 30)
  } finally {
    child.close()
  }
})

test('when the child dies, all that it had in hand fails, and the next picture has another child', async () => {
  const dies = await childThat('process.exit(7)')
  let started = 0
  const child = renderChild({ start: (limits) => (started++ === 0 ? dies(limits) : startChild(limits)) })
  try {
    const ended = (error: unknown) => error instanceof ChildEnded && error.why === 'DIED'
    await Promise.all([1, 2].map(() => assert.rejects(child.render(rendering), ended)))
    assert.ok(Buffer.isBuffer(await child.render(rendering)))
    assert.equal(started, 2)
  } finally {
    child.close()
  }
})

test('it stands back behind this process', { skip: process.platform === 'win32' }, async () => {
  const tells = await childThat('process.send({ id, answer: { rendition: Buffer.from(String(getPriority())) } })')
  const child = renderChild({ start: tells })
  try {
    assert.ok(Number(await child.render(rendering)) >= Math.min(19, getPriority() + 10))
  } finally {
    child.close()
  }
})
