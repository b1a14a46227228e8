import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextVersion, ReleaseRefused, releaseChangelog } from './next-version.ts'

test('a version follows by a step, or is a greater one', () => {
  assert.equal(nextVersion('0.9.9', 'patch'), '0.9.10')
  assert.equal(nextVersion('0.9.9', 'minor'), '0.10.0')
  assert.equal(nextVersion('0.9.9', 'major'), '1.0.0')
  assert.equal(nextVersion('0.9.9', '0.10.0'), '0.10.0')
  for (const wanted of ['0.9.9', '0.9.8', '0.8.10', 'next', '1.0', 'v1.0.0']) {
    assert.throws(() => nextVersion('0.9.9', wanted), ReleaseRefused, wanted)
  }
})

test('what was unreleased gets a version and a date, and what is older stays', () => {
  const { changelog, section } = releaseChangelog(
    '# Changes\n\n## Unreleased\n\n- New.\n\n### Breaking\n\n- Old.\n\n## 0.1.0\n\nFirst.\n',
    '0.2.0',
    '2026-11-28',
  )
  assert.equal(section, '- New.\n\n### Breaking\n\n- Old.')
  assert.equal(changelog, `# Changes\n\n## Unreleased\n\n## 0.2.0 (2026-11-28)\n\n${section}\n\n## 0.1.0\n\nFirst.\n`)
})

test('without anything to release there is no release', () => {
  assert.throws(() => releaseChangelog('# Changes\n\n## Unreleased\n\n## 0.1.0\n', '0.2.0', '2026-11-28'), /says nothing/)
  assert.throws(() => releaseChangelog('# Changes\n', '0.2.0', '2026-11-28'), /has no section/)
})
