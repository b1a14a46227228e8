/**
 * Runs test files one after another in this process, as `test-runner.ts` names them: what they share (the platform, its schemas, code that is
 * compiled) is loaded once. Each has a tree of tests of its own, and is over when nothing keeps the process alive any more, as if it were alone.
 */
import { run } from 'node:test'
import { inspect } from 'node:util'
import { root } from './test-files.ts'

/** What a file came to. */
export interface Outcome {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly milliseconds: number
  /** A text for each failed test, which begins with its name. */
  readonly failures: readonly string[]
}

const recording = process.env.VITRINE_RECORD === undefined ? undefined : await import('../testing/src/record.ts')
const channel = process.channel!

process.on('message', (file: string) => {
  channel.unref()
  void runFile(file).then((outcome) => {
    channel.ref()
    process.stdout.write('', () => process.send!(outcome)) // behind what the file has printed
  })
})
process.on('disconnect', () => process.exit())
process.send!('ready')

async function runFile(file: string): Promise<Outcome> {
  const startedAt = performance.now()
  let passed = 0
  let skipped = 0
  const failures: string[] = []
  const said: string[] = []
  const fail = (name: string, reason: string) => void failures.push(`${name.replace(`${root}/`, '')}\n${indent(reason)}`)
  const events = run({ files: [file], isolation: 'none', cwd: root })
  recording?.beginFile()
  for await (const { type, data } of events) {
    switch (type) {
      case 'test:pass':
        if (data.details.type === 'suite') break
        if (data.name === file) fail(data.name, 'It holds no test.')
        else if (data.skip === undefined) passed++
        else skipped++
        break
      case 'test:fail': {
        const error = data.details.error as Error & { failureType?: string }
        // A parent that failed only because a test inside it did is no failure of its own.
        if (error.failureType !== 'subtestsFailed') fail(data.name, readable(error.cause ?? error))
        break
      }
      case 'test:diagnostic':
        if (data.message.startsWith('Error: ')) said.push(data.message)
    }
  }
  // What went wrong beside its tests.
  if (process.exitCode && failures.length === 0) fail(file, said.join('\n') || `It ended with code ${process.exitCode}.`)
  process.exitCode = 0
  recording?.endFile()
  return { passed, failed: failures.length, skipped, milliseconds: performance.now() - startedAt, failures }
}

/** Of two errors at once Node shows neither. */
const bothOf = (error: unknown): unknown =>
  error instanceof SuppressedError ? { error: error.error, suppressed: bothOf(error.suppressed) } : error

const readable = (error: unknown): string =>
  inspect(bothOf(error), { colors: false }).replace(/^ +at (?:.*node:(?:internal|async_hooks).*|async Promise\.all.*)\n?/gm, '')

const indent = (text: string): string => text.replace(/^(?=.)/gm, '    ')
