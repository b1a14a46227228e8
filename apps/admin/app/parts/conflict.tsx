import { Refused } from '@vitrine/client'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { Button } from './button.tsx'
import { changedPart, type Differing, type Merged, merge, type Values } from './merge.ts'
import { Modal, ModalHead } from './modal.tsx'
import { Head, RowHead, Table, Td, Tr } from './table.tsx'

/** The saved values of something, and their revision. */
export interface Saved<K extends string> {
  readonly values: Values<K>
  readonly revision: string
  /** Who changed it last, where that is known; asked only where it matters. */
  readonly who?: () => Promise<string | undefined>
  /** How long ago: `20 s ago`. */
  readonly when?: string
}

export interface Together<K extends string> {
  /** As people know the fields. */
  readonly names: Values<K>
  /** `order 104 171` */
  readonly what: string
  /** A value in words, where it is not written as people read it. */
  readonly show?: (key: K, value: string) => string
  /** As it is saved now. */
  readonly read: () => Promise<Saved<K>>
  /** Saves what was said, unless the state is another one by now: refused with STALE_REVISION. */
  readonly write: (values: Values<K>, revision: string) => Promise<unknown>
}

interface Quarrel<K extends string> {
  readonly merged: Merged<K>
  readonly saved: Saved<K>
  readonly by: string | undefined
  readonly settle: (chosen: Values<K> | undefined) => void
}

const mostTries = 5

/**
 * Saves a form that somebody else may have saved meanwhile: what only one changed is put together without a word, what both changed is asked,
 * field by field. Returns the names of what somebody else had changed and stays so; undefined where nothing was saved.
 *
 * @example
 * const { save, dialog } = useTogether({ names: { street: 'Street' }, what: 'order 104 171', read, write })
 * if ((await save(opened, values)) !== undefined) onClose()
 * // … and {dialog} anywhere in the page
 */
export function useTogether<K extends string>({
  names,
  what,
  show,
  read,
  write,
}: Together<K>): {
  readonly save: (opened: Values<K>, mine: Values<K>) => Promise<readonly string[] | undefined>
  readonly dialog: ReactNode
} {
  const [quarrel, setQuarrel] = useState<Quarrel<K>>()
  async function save(opened: Values<K>, mine: Values<K>): Promise<readonly string[] | undefined> {
    let [base, wanted] = [opened, mine]
    for (let tries = 0; tries < mostTries; tries++) {
      const saved = await read()
      const merged = merge(names, base, saved.values, wanted)
      let values = merged.values
      if (merged.both.length > 0) {
        const by = await saved.who?.().catch(() => undefined)
        const chosen = await new Promise<Values<K> | undefined>((settle) => setQuarrel({ merged, saved, by, settle }))
        setQuarrel(undefined)
        if (!chosen) return undefined
        // From here on it is held against what was seen now.
        base = saved.values
        wanted = values = chosen
      }
      try {
        await write(values, saved.revision)
        return (Object.keys(names) as K[]).filter((key) => values[key] !== mine[key]).map((key) => names[key])
      } catch (error) {
        if (!(error instanceof Refused && error.code === 'STALE_REVISION')) throw error
      }
    }
    throw new Error(`${what} is changed faster than it can be saved`)
  }
  return { save, dialog: quarrel && <Conflict what={what} {...(show && { show })} {...quarrel} /> }
}

function Conflict<K extends string>({ what, show, merged, saved, by, settle }: Quarrel<K> & Pick<Together<K>, 'what' | 'show'>) {
  const id = useId()
  const worded = (field: Differing<K>): Differing<K> =>
    show
      ? { ...field, opened: show(field.key, field.opened), theirs: show(field.key, field.theirs), mine: show(field.key, field.mine) }
      : field
  const [both, one] = [merged.both.map(worded), merged.one.map(worded)]
  const who = by ?? 'Somebody else'
  const [theirs, setTheirs] = useState<ReadonlySet<K>>(new Set())
  const mix = (isTheirs: (key: K) => boolean): Values<K> => ({
    ...merged.values,
    ...(Object.fromEntries(merged.both.map((field) => [field.key, isTheirs(field.key) ? field.theirs : field.mine])) as Record<K, string>),
  })
  const save = (event?: FormEvent) => {
    event?.preventDefault()
    settle(mix((key) => theirs.has(key)))
  }
  const choose = (key: K, isTheirs: boolean) => {
    const next = new Set(theirs)
    if (isTheirs) next.add(key)
    else next.delete(key)
    setTheirs(next)
  }
  return (
    <Modal
      className="dialog huge"
      role="alertdialog"
      onClose={() => settle(undefined)}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) save(event)
      }}
    >
      <form onSubmit={save}>
        <ModalHead
          title={`${who} changed this${saved.when ? ` ${saved.when}` : ' meanwhile'}`}
          about={`You both edited ${what}. Nothing is lost; ${numbered(both.length)} your word.`}
          onClose={() => settle(undefined)}
        />
        <div className="dlg-b">
          <Table
            caption="Differences, field by field"
            className="in conflict"
            head={
              <>
                <Head>Field</Head>
                <Head>When you opened it</Head>
                <Head>{`${who}, saved`}</Head>
                <Head>Yours, not saved</Head>
              </>
            }
          >
            <Tr className="group">
              <Td colSpan={4}>Both of you changed {both.length === 1 ? 'this' : 'these'}. Choose.</Td>
            </Tr>
            {both.map((field) => (
              <Tr key={field.key}>
                <RowHead>{field.name}</RowHead>
                <Td of="When you opened it" className="was">
                  {field.opened || 'empty'}
                </Td>
                {([true, false] as const).map((isTheirs) => {
                  const won = theirs.has(field.key) === isTheirs
                  return (
                    <Td key={String(isTheirs)} of={isTheirs ? who : 'Yours'} className={won ? 'won' : ''}>
                      <span className="check">
                        <input
                          type="radio"
                          id={`${id}-${field.key}-${isTheirs}`}
                          name={`${id}-${field.key}`}
                          aria-label={`${field.name}: ${isTheirs ? who : 'yours'}, ${(isTheirs ? field.theirs : field.mine) || 'empty'}`}
                          checked={won}
                          {...(!isTheirs && field === both[0] && { 'data-first': '' })}
                          onChange={() => choose(field.key, isTheirs)}
                        />
                        <label htmlFor={`${id}-${field.key}-${isTheirs}`}>
                          <Part was={field.opened} now={isTheirs ? field.theirs : field.mine} />
                        </label>
                      </span>
                    </Td>
                  )
                })}
              </Tr>
            ))}
            {one.length > 0 && (
              <>
                <Tr className="group">
                  <Td colSpan={4}>
                    Only one of you changed {one.length === 1 ? 'this. It is' : 'these. They are'} kept as{' '}
                    {one.length === 1 ? 'it is' : 'they are'}.
                  </Td>
                </Tr>
                {one.map((field) => (
                  <Alone key={field.key} of={field} who={who} />
                ))}
              </>
            )}
          </Table>
        </div>
        <div className="dlg-f">
          <span className="grow" />
          <Button onClick={() => settle(mix(() => true))}>{by ? `Take all of ${by}’s` : 'Take all of theirs'}</Button>
          <Button onClick={() => settle(mix(() => false))}>Keep all of mine</Button>
          <Button type="submit" kind="primary" keys={['⌘', '↵']}>
            Save this mix
          </Button>
        </div>
      </form>
    </Modal>
  )
}

const numbered = (count: number): string => (count === 1 ? 'one field needs' : `${count} fields need`)

function Alone<K extends string>({ of: { name, opened, theirs, mine }, who }: { of: Differing<K>; who: string }) {
  return (
    <Tr data-quiet="">
      <RowHead>{name}</RowHead>
      <Td of="When you opened it" className="was">
        {opened || 'empty'}
      </Td>
      {(
        [
          [who, theirs],
          ['Yours', mine],
        ] as const
      ).map(([of, now]) =>
        now === opened ? (
          <Td key={of} of={of}>
            <span className="faint">no change</span>
          </Td>
        ) : (
          <Td key={of} of={of} className="won">
            <Part was={opened} now={now} />
          </Td>
        ),
      )}
    </Tr>
  )
}

function Part({ was, now }: { was: string; now: string }) {
  const [before, changed, after] = changedPart(was, now)
  if (now === '') return <span className="faint">empty</span>
  return (
    <>
      {before}
      {changed && <mark>{changed}</mark>}
      {after}
    </>
  )
}
