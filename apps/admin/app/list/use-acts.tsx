import { type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router'
import { Dialog } from '../parts/dialog.tsx'
import { useWork } from '../parts/toasts.tsx'
import { useMay } from '../shell/layout.tsx'
import { filterOf, withoutPlace } from './address.ts'
import { AheadQuestion } from './ahead.tsx'
import { AskField } from './ask-field.tsx'
import { carryOut, inTurn, noneDone, pagesOf } from './carry-out.ts'
import type { Act, AnyAct, Filter, Listing, Outcome } from './listing.ts'
import { many } from './many.ts'

/** What an act did not do. */
export interface Unfinished {
  readonly act: string
  readonly tried: number
  /** Each as it is spoken of, and where it is. */
  readonly failed: readonly (Outcome['failed'][number] & { readonly called: string; readonly to: string | undefined })[]
}

/** What an act is done to: rows that are at hand, or so many that an address finds. */
export type Target<T> = { readonly rows: readonly T[] } | { readonly found: URLSearchParams; readonly count: number }

interface ActsOptions<T> {
  of: Listing<T>
  /** What stays picked: what was not done. */
  onDone: (failed: readonly string[]) => void
  onUnfinished: (left: Unfinished) => void
}

interface Acts<T> {
  /** What whoever is signed in may do to one of these rows at least; of no rows, to any. */
  readonly fitting: (rows: readonly T[]) => readonly AnyAct<T>[]
  readonly begin: (act: AnyAct<T>, target: Target<T>) => void
  /** The question before an act, where there is one. */
  readonly question: ReactNode
}

/** Does a list's acts: asks first where there is something to ask, says how far it is and what came of it, and takes it back. */
export function useActs<T>({ of, onDone, onUnfinished }: ActsOptions<T>): Acts<T> {
  const may = useMay()
  const work = useWork()
  const { revalidate } = useRevalidator()
  const [asking, setAsking] = useState<{ readonly act: Act<T>; readonly target: Target<T>; readonly filter: Filter }>()
  const [value, setValue] = useState('')

  const carry = (act: Act<T>, target: Target<T>, what: string) => {
    setAsking(undefined)
    setValue('')
    const count = sizeOf(target)
    const counted = many(count, of.one, of.more)
    work(`${act.name}: ${counted}`, async (tell, signal) => {
      const met = new Map<string, T>()
      const batches = 'rows' in target ? inTurn(target.rows) : pagesOf(of, target.found, count, signal)
      const noting = (async function* () {
        for await (const batch of batches) {
          for (const row of batch) met.set(of.idOf(row), row)
          yield batch
        }
      })()
      const { done, failed } = await carryOut(
        act,
        what,
        noting,
        (n) => tell(`${act.name}: ${n.toLocaleString('en-GB')} of ${counted}`, n / count),
        signal,
      )
      await revalidate()
      onDone(failed.map(({ id }) => id))
      const tried = done.length + failed.length
      const said = act.said(
        many(done.length, of.one, of.more),
        what,
        done.flatMap((id) => met.get(id) ?? []),
      )
      const named = ({ id, why }: Outcome['failed'][number]) => {
        const row = met.get(id)
        return { id, why, called: row ? of.called(row) : id, to: row && of.to?.(row) }
      }
      const { undo } = act
      return {
        text:
          failed.length > 0 && done.length > 0
            ? `${done.length.toLocaleString('en-GB')} of ${tried.toLocaleString('en-GB')}: ${said}`
            : failed.length > 0
              ? noneDone(act.name, many(tried, of.one, of.more), failed)
              : said,
        bad: done.length === 0,
        ...(undo &&
          done.length > 0 && {
            undo: () =>
              work(`Taking back: ${many(done.length, of.one, of.more)}`, async () => {
                for (let at = 0; at < done.length; at += atOnce) await undo(done.slice(at, at + atOnce), what)
                await revalidate()
                return undefined
              }),
          }),
        ...(failed.length > 0 && {
          more: {
            name: `Show the ${failed.length.toLocaleString('en-GB')}`,
            run: () => onUnfinished({ act: act.name, tried, failed: failed.map(named) }),
          },
        }),
      }
    })
  }

  const carryWhole = ({ all, name, said }: Act<T> & { readonly all: NonNullable<Act<T>['all']> }, filter: Filter, what: string) => {
    setAsking(undefined)
    setValue('')
    work(`${name}: ${of.more}`, async (tell, signal) => {
      const { done, left, goesOn, undo } = await all.run(
        filter,
        (n, total) =>
          total === undefined
            ? tell(`${name}: ${n.toLocaleString('en-GB')} ${of.more}`)
            : tell(`${name}: ${n.toLocaleString('en-GB')} of ${many(total, of.one, of.more)}`, n / Math.max(1, total)),
        signal,
        what,
      )
      await revalidate()
      onDone([])
      const text = [said(many(done, of.one, of.more), what, []), left].filter(Boolean).join(' ')
      return {
        text: goesOn ? `${text} The rest follows by itself.` : text,
        undo: () =>
          work(`Taking back: ${many(done, of.one, of.more)}`, async () => {
            await undo()
            await revalidate()
            return undefined
          }),
      }
    })
  }

  return {
    fitting: (rows) => (of.acts ?? []).filter(({ needs, fits }) => may(needs) && (!fits || rows.length === 0 || rows.some(fits))),
    begin: (act, target) => {
      if ('opens' in act) {
        if (!('rows' in target)) return
        act.opens(act.fits ? target.rows.filter(act.fits) : target.rows)
        if (!act.keeps) onDone([])
        return
      }
      const found = 'found' in target ? target.found : undefined
      if (act.asks || act.confirms || found) setAsking({ act, target, filter: found ? filterOf(of, withoutPlace(found), new Date()) : {} })
      else carry(act, target, '')
    },
    question:
      asking &&
      ('found' in asking.target && asking.act.all ? (
        <AheadQuestion
          act={asking.act}
          of={of}
          filter={asking.filter}
          value={value}
          onValue={setValue}
          onDo={(filter) => carryWhole(asking.act as Parameters<typeof carryWhole>[0], filter, value.trim())}
          onClose={() => setAsking(undefined)}
        />
      ) : (
        <Question
          act={asking.act}
          counted={many(sizeOf(asking.target), of.one, of.more)}
          says={'rows' in asking.target ? asking.act.confirms?.(asking.target.rows) : asking.act.warns ? [asking.act.warns] : undefined}
          about={'found' in asking.target ? `Not only those on this page: every ${of.one} that the list finds as it stands.` : undefined}
          value={value}
          onValue={setValue}
          onDo={() => carry(asking.act, asking.target, value.trim())}
          onClose={() => setAsking(undefined)}
        />
      )),
  }
}

const atOnce = 100

const sizeOf = (target: Target<unknown>): number => ('rows' in target ? target.rows.length : target.count)

interface QuestionProps {
  act: Pick<Act<never>, 'name' | 'asks'>
  counted: string
  /** Said where it is done to all that the list finds. */
  about: string | undefined
  /** What it comes to, and what to know before. */
  says: readonly string[] | undefined
  value: string
  onValue: (value: string) => void
  onDo: () => void
  onClose: () => void
}

function Question({ act: { name, asks }, counted, about, says, value, onValue, onDo, onClose }: QuestionProps) {
  return (
    <Dialog
      title={asks?.title ?? `${name} ${about ? 'all ' : ''}${counted}?`}
      about={about ?? asks?.about}
      says={about && asks?.about}
      does={`${name} ${counted}`}
      busy={false}
      disabled={asks !== undefined && value.trim() === ''}
      onDo={onDo}
      onClose={onClose}
    >
      {says && says.length > 0 && (
        <ul className="plain stack-s">
          {says.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {asks && <AskField of={asks} value={value} onValue={onValue} />}
    </Dialog>
  )
}
