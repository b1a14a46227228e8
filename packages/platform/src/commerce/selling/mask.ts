import type * as z from 'zod'
import { violationsOf } from '../../kernel/http/violations.ts'
import { type Refusal, refuse } from '../../kernel/refusal.ts'

/** The paths of a mask as a tree; a map, because a name in it may be any word, `__proto__` too. */
type Tree = Map<string, Tree | true>

/**
 * Narrows what was sent to the paths of an explicit field mask (`buyerNote,contactInfo.address`): a path that is in the mask
 * but was not sent is cleared, what was sent but is not in the mask is ignored. Without a mask the fields present are meant.
 * What a mask leaves has to fit the schema again: a field that must not be empty cannot be cleared, and one without parts has none to write.
 */
export function masked<T extends object>(schema: z.ZodType<T>, sent: T, mask: string | null | undefined): T | Refusal<'INVALID_ARGUMENT'> {
  if (mask === null || mask === undefined || mask.trim() === '') return sent
  const parsed = schema.safeParse(narrowed(sent as Record<string, unknown>, treeOf(mask)), { reportInput: true })
  return parsed.success ? parsed.data : refuse('INVALID_ARGUMENT', { fieldViolations: violationsOf(parsed.error.issues) })
}

function treeOf(mask: string): Tree {
  const tree: Tree = new Map()
  for (const path of mask.split(',')) {
    const steps = path.trim().split('.').filter(Boolean)
    let place = tree
    for (const [i, step] of steps.entries()) {
      const next = place.get(step)
      if (next === true) break
      if (i === steps.length - 1) place.set(step, true)
      else if (next) place = next
      else {
        const below: Tree = new Map()
        place.set(step, below)
        place = below
      }
    }
  }
  return tree
}

function narrowed(sent: Record<string, unknown>, tree: Tree): Record<string, unknown> {
  return Object.fromEntries(
    [...tree].map(([key, below]) => {
      const value = Object.hasOwn(sent, key) ? sent[key] : undefined
      if (below === true) return [key, value ?? null]
      const inner = typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
      return [key, narrowed(inner, below)]
    }),
  )
}
