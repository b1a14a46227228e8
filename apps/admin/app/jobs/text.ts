import type { Job, JobSchedule } from '@vitrine/contract'
import { many } from '../orders/text.ts'
import type { GlyphName, Tone } from '../parts/glyph.tsx'

export const stateText: Readonly<Record<Job['state'], string>> = {
  WAITING: 'Waiting',
  RUNNING: 'Running',
  FAILED: 'Failed',
  CANCELED: 'Cancelled',
  DONE: 'Done',
}

interface Sign {
  readonly glyph: GlyphName
  readonly tone: Tone
}

const signs: Readonly<Record<Job['state'], Sign>> = {
  WAITING: { tone: 'wait', glyph: 'c-ring' },
  RUNNING: { tone: 'info', glyph: 'c-half' },
  FAILED: { tone: 'bad', glyph: 'c-x' },
  CANCELED: { tone: 'done', glyph: 'c-slash' },
  DONE: { tone: 'done', glyph: 'c-full' },
}

/** Its state; a job that is done and had failures says how many. */
export function statusOf({ state, failed = 0 }: Pick<Job, 'state' | 'failed'>): Sign & { says: string } {
  if (state === 'DONE' && failed > 0) return { glyph: 't-warn', tone: 'warn', says: `${failed.toLocaleString('en-GB')} failed` }
  return { ...signs[state], says: stateText[state] }
}

const sentence = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ')

/** What a job does. */
export function titleOf({ kind, name, undo }: Pick<Job, 'kind' | 'name' | 'undo'>): string {
  if (kind === 'IMPORT') return undo ? 'Undo of imported products' : name === 'check' ? 'Dry run of an import' : 'Import of products'
  if (kind === 'BULK') return undo ? `Undo of a change of many ${name}` : `Change of many ${name}`
  if (kind === 'EVENT') return name.startsWith('mail-') ? `Email: ${name.slice('mail-'.length).replaceAll('-', ' ')}` : sentence(name)
  if (name.startsWith('video/')) return 'Poster, renditions and streams of a video'
  if (name.startsWith('audio/')) return 'Waveform of a sound file'
  if (name.startsWith('model/')) return 'Picture of a 3D model'
  if (name === 'fetch') return 'Import of a file from its address'
  return 'First page of a document'
}

const failures: Readonly<Record<string, string>> = {
  UNREADABLE: 'The file cannot be read. Upload it again, or another copy of it.',
  TOO_SLOW: 'It took longer than it may.',
  DIED: 'It took more memory than it may.',
  FAULT: 'It failed. The log of the server has the reason.',
  CANCELED: 'Cancelled.',
  SOURCE_UNREACHABLE: 'Its server did not answer.',
  SOURCE_REFUSED: 'Its server refused the request.',
  OUTBOUND_ADDRESS_NOT_ALLOWED: 'Its address is private: the shop fetches files only from public addresses.',
  SITE_QUOTA_EXCEEDED: 'There was no room for it. Empty the trash, or raise the quota.',
  TOO_LARGE: 'It is larger than the shop takes.',
  UNKNOWN_TYPE: 'Files of its type are not accepted.',
  BROKEN: 'It cannot be read: it is damaged or incomplete.',
  UNSAFE: 'It could harm those who open it.',
  NOT_TAKEN: 'It failed. The log of the server has the reason.',
}

type Progress = Pick<Job, 'failure' | 'message' | 'attempts' | 'state' | 'done' | 'total' | 'failed'> & Partial<Pick<Job, 'kind' | 'name'>>

/** Why a job came to nothing, how far it is, or how often it was attempted. */
export function progressOf({ failure, message, attempts, state, done, total, failed, kind, name }: Progress): string {
  if (done !== undefined && message === undefined)
    return countedText(
      done,
      state === 'DONE' ? undefined : total,
      failed,
      kind === 'IMPORT' ? 'products' : kind === 'BULK' ? name : undefined,
    )
  const why = (failure !== undefined ? failures[failure] : undefined) ?? message
  if (why !== undefined) return why
  if (attempts === 0) return 'Not started yet'
  return state === 'DONE' && attempts === 1 ? 'At the first attempt' : many(attempts, 'attempt')
}

/** `1,284 of 2,000 products`, `12 products, 3 failed` */
function countedText(done: number, total: number | undefined, failed: number | undefined, things: string | undefined): string {
  const of = total === undefined || total < done ? '' : ` of ${total.toLocaleString('en-GB')}`
  return `${done.toLocaleString('en-GB')}${of}${things ? ` ${things}` : ''}${failed ? `, ${failed.toLocaleString('en-GB')} failed` : ''}`
}

/** From 0 to 1: how far a job is that runs, where that is known. */
export const shareOf = ({ state, done, total }: Pick<Job, 'state' | 'done' | 'total'>): number | undefined =>
  state === 'RUNNING' && done !== undefined && total ? Math.min(1, done / total) : undefined

/** What is done by the clock: `Abandoned checkouts`. */
export const scheduleName = sentence

/** What is due most often comes first, then what is due earlier. */
export function byTime(a: Pick<JobSchedule, 'every'>, b: Pick<JobSchedule, 'every'>): number {
  const places = ({ every }: Pick<JobSchedule, 'every'>) =>
    every
      .split(' ')
      .slice(0, 2)
      .map((part) => (part === '*' ? -1 : Number(part)))
  const [[minuteA = 0, hourA = 0], [minuteB = 0, hourB = 0]] = [places(a), places(b)]
  return hourA - hourB || minuteA - minuteB
}

/** When something is due by the clock: `every minute`, `every hour at :17`, `03:17 UTC`; or the expression itself. */
export function dueText(every: string): string {
  const [minute = '', hour = '', ...days] = every.split(' ')
  const isDaily = days.join(' ') === '* * *'
  if (isDaily && minute === '*' && hour === '*') return 'every minute'
  if (isDaily && /^\d+$/.test(minute) && hour === '*') return `every hour at :${minute.padStart(2, '0')}`
  if (isDaily && /^\d+$/.test(minute) && /^\d+$/.test(hour)) return `${hour.padStart(2, '0')}:${minute.padStart(2, '0')} UTC`
  return every
}

/** `2 running, 1 waiting, 1 failed`; `nothing to do` where there is none. */
export function countsText({
  running,
  waiting,
  failed,
}: {
  readonly running: number
  readonly waiting: number
  readonly failed: number
}): string {
  const parts = [
    [running, 'running'],
    [waiting, 'waiting'],
    [failed, 'failed'],
  ] as const
  const said = parts.filter(([count]) => count > 0).map(([count, word]) => `${count.toLocaleString('en-GB')} ${word}`)
  return said.length > 0 ? said.join(', ') : 'nothing to do'
}
