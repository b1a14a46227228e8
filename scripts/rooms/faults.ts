import { isBuiltin } from 'node:module'
import { relative } from 'node:path'
import { type Import, packageName, type Source } from './read-source.ts'
import {
  areas,
  askNothing,
  behindParts,
  composition,
  isPure,
  isTest,
  kernel,
  mayImport,
  mayInstall,
  platform,
  roomOf,
  runsInBrowsers,
  shared,
} from './rooms.ts'

/** What is against the rules in these files, one sentence each. */
export function faultsIn(sources: readonly Source[]): string[] {
  return [
    ...new Set([
      ...sources.flatMap((source) => [
        ...source.imports.flatMap((one) => [...roomFaults(one), ...browserFaults(one), ...partFaults(one), ...sliceFaults(one)]),
        ...computedImportFaults(source),
        ...lengthFaults(source),
        ...purityFaults(source),
      ]),
      ...cycles(sources),
    ]),
  ]
}

function roomFaults({ from, to, typesOnly }: Import): string[] {
  const here = roomOf(from)
  const there = roomOf(to)
  if (!here || here === there) return []
  if (!there) {
    const known = mayInstall[here]
    const ours = !known || isTest(from) || isBuiltin(to) || to.startsWith('..') || known.includes(packageName(to))
    return ours ? [] : [`${from}: ${here} may not use the package ${to}`]
  }
  if (isTest(from) && there === 'testing') return []
  const rules = mayImport[here] ?? []
  const covers = (rule: string) => rule === there || (rule.endsWith('/*') && there.startsWith(rule.slice(0, -1)))
  if (rules.some(covers) || ((typesOnly || isTest(from)) && rules.includes(`${there} types`))) return []
  const partly = rules.includes(`${there} types`) ? ' but as types' : ''
  return [`${from}: ${here} may not import ${there}${partly}`]
}

const browserFaults = ({ from, to, typesOnly }: Import): string[] =>
  runsInBrowsers(from) && isBuiltin(to) && !typesOnly ? [`${from}: browsers load it, and ${to} is Node's`] : []

function partFaults({ from, to }: Import): string[] {
  const parts = behindParts.get(packageName(to))
  return parts === undefined || from.startsWith(parts) ? [] : [`${from}: only ${parts} uses ${to}; take the part`]
}

function sliceFaults({ from, to }: Import): string[] {
  if (!from.startsWith(`${platform}/`) || !to.startsWith(`${platform}/`)) return []
  const here = partOf(from)
  const there = partOf(to)
  if (here === there || composition.includes(here)) return []
  if (composition.includes(there)) return isTest(from) ? [] : [`${from}: only the server and the tests import the platform's composition`]
  if (there === kernel || isTest(from)) return []
  if (here === kernel) return [`${from}: the kernel imports no slice (${there}); take a function in Deps`]
  if (areaOf(here) !== areaOf(there)) {
    if (areas.indexOf(areaOf(there)) > areas.indexOf(areaOf(here)))
      return [`${from}: ${areaOf(here)} stands below ${areaOf(there)} and imports nothing of it; take a function in Deps`]
    return there.endsWith('/index.ts')
      ? []
      : [`${from}: an area imports another one by its index.ts only (${there}); take a function in Deps`]
  }
  if (makesArea(here)) return []
  if (makesArea(there)) return [`${from}: no part of an area imports what makes it (${there})`]
  if (here.endsWith('/flows') || (shared.includes(there) && !shared.includes(here))) return []
  return [`${from}: no slice imports another one (${there}); take a function in Deps`]
}

/** `kernel`, a slice such as `commerce/cart`, the index of an area, or what stands above the areas. */
function partOf(file: string): string {
  const [first = '', second = ''] = relative(platform, file).split('/')
  return areas.includes(first) ? `${first}/${second}` : first
}

const areaOf = (part: string): string => part.split('/', 1)[0]!

/** The files that stand in an area beside its slices: its `index.ts`, and `build-*.ts`, which make it. */
const makesArea = (part: string): boolean => /\/(index|build-[a-z-]+)\.ts$/.test(part)

const mostLinesOfAreaFile = 300

const lengthFaults = ({ file, lines }: Source): string[] =>
  file.startsWith(`${platform}/`) && makesArea(partOf(file)) && lines > mostLinesOfAreaFile
    ? [`${file}: what makes an area has at most ${mostLinesOfAreaFile} lines; divide it into build-*.ts`]
    : []

/** The server and the scripts load what was built, and what the environment names. */
const computedImportFaults = ({ file, computedImports }: Source): string[] =>
  isTest(file) || !/^(packages|apps\/storefront|apps\/admin)\//.test(file)
    ? []
    : computedImports.map((text) => `${file}: ${text} is only known when it runs; name what is imported`)

const asksTheWorld = /^packages\/platform\/src\/kernel\/(db|jobs|events|clock|outbound)\//

const purityFaults = ({ file, imports, impure }: Source): string[] =>
  isPure(file)
    ? [
        ...imports
          .filter(({ to, typesOnly }) => !typesOnly && !askNothing.includes(to) && (isBuiltin(to) || asksTheWorld.test(to)))
          .map(({ to }) => `${file}: rules ask neither database nor network nor clock (${to})`),
        ...impure.map((what) => `${file}: rules are given what they depend on (${what})`),
      ]
    : []

/** Of imports that remain at run time; between files of the platform, of types too. */
function cycles(sources: readonly Source[]): string[] {
  const counts = ({ from, to, typesOnly }: Import) => !typesOnly || (from.startsWith(`${platform}/`) && to.startsWith(`${platform}/`))
  const graph = new Map(sources.map(({ file, imports }) => [file, imports.filter(counts)]))
  const found: string[] = []
  const done = new Set<string>()
  const trail: string[] = []
  const visit = (file: string): void => {
    const at = trail.indexOf(file)
    if (at >= 0) found.push(`cycle: ${[...trail.slice(at), file].join(' → ')}`)
    if (at >= 0 || done.has(file)) return
    trail.push(file)
    for (const { to } of graph.get(file) ?? []) visit(to)
    trail.pop()
    done.add(file)
  }
  for (const file of graph.keys()) visit(file)
  return found
}
