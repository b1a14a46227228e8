import { execFile } from 'node:child_process'
import { access } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { root } from './build-packages.ts'

const run = promisify(execFile)

/** Where a Node that was fetched for a check stays until the next one. */
export const fetchedNodes = join(root, 'node_modules/.cache/vitrine-nodes')

/** The programs `node` of this machine by their major version: the pinned one, those on the path, and those that were fetched. */
export async function nodesHere(): Promise<ReadonlyMap<number, string>> {
  const folders = [
    join(root, 'node_modules/.bin'),
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...[20, 22, 24].map((major) => join(fetchedNodes, String(major), 'node_modules/.bin')),
  ]
  const found = new Map<number, string>()
  for (const folder of folders) {
    const node = join(folder, 'node')
    if (
      !(await access(node).then(
        () => true,
        () => false,
      ))
    )
      continue
    const { stdout } = await run(node, ['-p', 'process.versions.node'])
    const major = Number.parseInt(stdout, 10)
    if (!found.has(major)) found.set(major, node)
  }
  return found
}
