import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import * as pricing from './index.ts'
import * as ratio from './ratio.ts'

/** The names an example may use: what the package exports, and the module-internal functions that have examples of their own. */
const scope = { ...ratio, ...pricing }

interface Example {
  readonly of: string
  readonly at: string
  readonly lines: readonly string[]
}

/** The lines below each `@example`, up to the end of the comment, and the name of what is exported below it. */
function examplesIn(file: string): Example[] {
  const source = readFileSync(new URL(file, import.meta.url), 'utf8')
  const docs = source.matchAll(/\/\*\*((?:(?!\*\/)[^])*?)@example\n((?:(?!\*\/)[^])*)\*\/\nexport (?:function|const) (\w+)/g)
  return [...docs].map((found) => ({
    of: found[3] as string,
    at: `${file}:${source.slice(0, found.index).split('\n').length}`,
    lines: (found[2] as string).split('\n').map((line) => line.replace(/^\s*\* ?/, '')),
  }))
}

/** `expression // => value` and `expression // throws RangeError` become assertions; all else runs as it is written. An expression may span lines. */
function programOf({ lines }: Example): { code: string; checks: number } {
  let checks = 0
  let pending: string[] = []
  const code: string[] = []
  for (const line of lines) {
    const [, before, kind, expected] = /^(.*?) \/\/ (=>|throws) (.*)$/.exec(line) ?? []
    if (before === undefined) {
      pending.push(line)
      continue
    }
    const start = pending.findLastIndex((one) => /^(const|let) /.test(one))
    const block = start < 0 ? -1 : pending.findIndex((one, i) => i >= start && isWhole(pending.slice(start, i + 1).join('\n')))
    code.push(...pending.slice(0, block + 1))
    const expression = [...pending.slice(block + 1), before].join('\n')
    pending = []
    checks++
    code.push(
      kind === '=>'
        ? `assert.deepEqual(JSON.parse(JSON.stringify(${expression})), ${expected})`
        : `assert.throws(() => { ${expression} }, ${expected})`,
    )
  }
  return { code: [...code, ...pending].join('\n'), checks }
}

function isWhole(code: string): boolean {
  try {
    return !!new Function(code)
  } catch {
    return false
  }
}

const files = readdirSync(new URL('.', import.meta.url)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
const examples = files.flatMap(examplesIn)

describe('examples in the docstrings run and hold', () => {
  for (const example of examples) {
    test(`${example.of} (${example.at})`, () => {
      const { code, checks } = programOf(example)
      assert.ok(checks > 0, 'an example that claims nothing')
      new Function('assert', ...Object.keys(scope), `'use strict'\n${code}`)(assert, ...Object.values(scope))
    })
  }
})

test('every public function has an example that calls it', () => {
  const called = new Set(examples.filter((one) => one.lines.some((line) => line.includes(`${one.of}(`))).map((one) => one.of))
  const missing = Object.entries(pricing).filter(([name, value]) => typeof value === 'function' && !called.has(name))
  assert.deepEqual(missing, [])
})

test('an example that does not hold fails', () => {
  const run =
    (...lines: string[]) =>
    () =>
      new Function('assert', ...Object.keys(scope), programOf({ of: '', at: '', lines }).code)(assert, ...Object.values(scope))
  assert.doesNotThrow(run('const two = {', '  units: 2,', '}', 'minor(', '  two.units', ') // => 2'))
  assert.throws(run('minor(2) // => 3'), assert.AssertionError)
  assert.throws(run('minor(2) // throws RangeError'), assert.AssertionError)
})
