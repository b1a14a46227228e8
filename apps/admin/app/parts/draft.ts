import { useState } from 'react'
import { changesOf } from './changes.ts'
import { type Together, useTogether } from './conflict.tsx'
import type { Values } from './merge.ts'

interface DraftOf<K extends string> extends Together<K> {
  /** As the page was read. */
  readonly saved: Values<K>
}

/**
 * What somebody writes over what is saved, on a page that may be loaded again meanwhile. It is compared with what stood there when they
 * began, so that whatever others save in between is merged with it when it is saved.
 *
 * @example
 * const draft = useDraft({ saved: valuesOf(settings), names, what: 'the shop', read, write })
 * <TextField value={draft.values.name} onChange={({ target }) => draft.set({ name: target.value })} />
 * <Unsaved of={draft.changes} onSave={save} onDiscard={draft.drop} />
 * // … and {draft.dialog} anywhere in the page
 */
export function useDraft<K extends string>({ saved, ...together }: DraftOf<K>) {
  const [draft, setDraft] = useState<{ readonly opened: Values<K>; readonly values: Values<K> }>()
  const { opened, values } = draft ?? { opened: saved, values: saved }
  const { save, dialog } = useTogether(together)
  const { show } = together
  const wordsOf = (all: Values<K>): Values<K> =>
    show ? (Object.fromEntries((Object.keys(all) as K[]).map((key) => [key, show(key, all[key])])) as Record<K, string>) : all
  return {
    /** What stood there when somebody began. */
    opened,
    values,
    changes: changesOf(wordsOf(opened), wordsOf(values), together.names),
    set: (change: Partial<Values<K>>) => setDraft({ opened, values: { ...values, ...change } }),
    drop: () => setDraft(undefined),
    /** False where somebody chose to save nothing. */
    save: async (): Promise<boolean> => (await save(opened, values)) !== undefined,
    dialog,
  }
}
