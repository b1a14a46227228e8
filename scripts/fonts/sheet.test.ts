import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { app, sheets } from './faces.ts'
import { sheetOf } from './sheet.ts'

/** Lines are broken by the formatter. */
const unbroken = (css: string): string => css.replace(/\s+/g, ' ').trim()

for (const sheet of sheets)
  test(`${sheet.path} is what scripts/fonts.ts writes, with the letters that the files have`, () => {
    assert.equal(unbroken(readFileSync(join(app, sheet.path), 'utf8')), unbroken(sheetOf(sheet)))
  })
