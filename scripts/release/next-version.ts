/** What is released, and under which number and heading. */
export class ReleaseRefused extends Error {
  override readonly name = 'ReleaseRefused'
}

const versions = /^(\d+)\.(\d+)\.(\d+)$/

/** The version after another: a step, or itself a version that is greater. */
export function nextVersion(current: string, wanted: string): string {
  const [major, minor, patch] = numbersOf(current)
  if (wanted === 'major') return `${major + 1}.0.0`
  if (wanted === 'minor') return `${major}.${minor + 1}.0`
  if (wanted === 'patch') return `${major}.${minor}.${patch + 1}`
  const given = numbersOf(wanted)
  const at = given.findIndex((number, place) => number !== [major, minor, patch][place])
  if (at === -1 || given[at]! < [major, minor, patch][at]!) throw new ReleaseRefused(`${wanted} does not follow ${current}`)
  return wanted
}

function numbersOf(version: string): [number, number, number] {
  const [, ...parts] = versions.exec(version) ?? []
  if (parts.length !== 3) throw new ReleaseRefused(`${version} is no version: say patch, minor, major, or one such as 1.2.3`)
  return parts.map(Number) as [number, number, number]
}

export interface ReleasedChangelog {
  /** The whole file, where what was unreleased has a version and a date. */
  readonly changelog: string
  /** What it says of this version. */
  readonly section: string
}

/** Gives what is written below `## Unreleased` the heading of a version. */
export function releaseChangelog(changelog: string, version: string, date: string): ReleasedChangelog {
  const [before, after] = changelog.split(/^## Unreleased\n/m)
  if (before === undefined || after === undefined) throw new ReleaseRefused('CHANGELOG.md has no section "## Unreleased"')
  const end = after.search(/^## /m)
  const section = (end === -1 ? after : after.slice(0, end)).trim()
  if (section === '') throw new ReleaseRefused('CHANGELOG.md says nothing below "## Unreleased"')
  const rest = end === -1 ? '' : `\n${after.slice(end)}`
  return { changelog: `${before}## Unreleased\n\n## ${version} (${date})\n\n${section}\n${rest}`, section }
}
