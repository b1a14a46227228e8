import { isOldAddress, isTarget } from './addresses.ts'

/** A line of a list: an old address and where it leads. */
export interface PastedRedirect {
  readonly path: string
  readonly target: string
  readonly permanent: boolean
}

/** What a list says, and the lines that it cannot be read from. */
export interface Pasted {
  readonly redirects: readonly PastedRedirect[]
  /** Numbers of lines, from 1. */
  readonly unread: readonly number[]
}

const fieldsOf = (line: string): string[] => {
  const separator = line.includes('\t') ? '\t' : line.includes(';') ? ';' : line.includes(',') ? ',' : ' '
  return line
    .split(separator)
    .map((field) => field.trim().replace(/^"(.*)"$/, '$1'))
    .filter((field) => field !== '')
}

/** A path of this shop, also where its whole address is written. */
function pathIn(field: string, origin: string): string {
  const own = field.startsWith(`${origin}/`) ? field.slice(origin.length) : field
  try {
    const { pathname, protocol } = new URL(own)
    return protocol.startsWith('http') ? pathname : own
  } catch {
    return own.split(/[?#]/, 1)[0]!
  }
}

const isHead = (fields: readonly string[]): boolean => /^(redirect from|from|old|source|path)\b/i.test(fields[0] ?? '')

/**
 * Reads what somebody pastes: a line for each redirect, `old address, new address`, with commas, semicolons, tabs or spaces between, and 302
 * at the end of those that are for now.
 */
export function readPasted(text: string, origin: string): Pasted {
  const redirects: PastedRedirect[] = []
  const unread: number[] = []
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    const fields = fieldsOf(line)
    if (at === 0 && isHead(fields)) continue
    const [from = '', to = '', status = ''] = fields
    const path = pathIn(from, origin)
    const target = to.startsWith(`${origin}/`) ? to.slice(origin.length) : to
    if (!isOldAddress(path) || !isTarget(target)) unread.push(at + 1)
    else redirects.push({ path, target, permanent: status !== '302' && status !== '307' })
  }
  return { redirects, unread }
}
