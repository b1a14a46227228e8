import { useSyncExternalStore } from 'react'
import { rootFolder } from '../folders.ts'
import type { Chosen } from './dropped.ts'
import { folderMaker } from './folder-maker.ts'
import { NotSent, type Sending, sendFile } from './send.ts'

export type UploadState = 'waiting' | 'sending' | 'checking' | 'done' | 'failed'

export interface Upload {
  readonly id: number
  readonly name: string
  readonly bytes: number
  readonly sent: number
  readonly state: UploadState
  /** Why it failed, as a sentence. */
  readonly why?: string
  /** Whether it may be sent once more. */
  readonly again: boolean
}

export interface Uploads {
  readonly all: readonly Upload[]
  readonly paused: boolean
  /** How fast they go now, in bytes for a second; 0 while unknown. */
  readonly speed: number
}

interface Job {
  readonly chosen: Chosen
  readonly folderAt: (path: readonly string[]) => Promise<string>
  readonly isPrivate: boolean
  readonly onFile: ((fileId: string) => void) | undefined
}

const atOnce = 3
const measuredMs = 4000

let state: Uploads = { all: [], paused: false, speed: 0 }
let count = 0
const jobs = new Map<number, Job>()
const sendings = new Map<number, Sending>()
const watchers = new Set<() => void>()
const finishers = new Set<() => void>()
let seen: readonly (readonly [at: number, sent: number])[] = []

function set(next: Partial<Uploads>): void {
  state = { ...state, ...next }
  for (const watch of watchers) watch()
}

const change = (id: number, next: Partial<Upload>) => set({ all: state.all.map((one) => (one.id === id ? { ...one, ...next } : one)) })
const isOpen = ({ state: now }: Upload) => now === 'waiting' || now === 'sending' || now === 'checking'

/** A window that is closed now would break them off. */
const warn = (event: BeforeUnloadEvent) => event.preventDefault()

function measure(): void {
  const now = performance.now()
  const sent = state.all.reduce((sum, one) => sum + one.sent, 0)
  seen = [...seen.filter(([at]) => now - at < measuredMs), [now, sent]]
  const [first] = seen
  const seconds = first ? (now - first[0]) / 1000 : 0
  if (seconds > 0.5) set({ speed: Math.max(0, (sent - first![1]) / seconds) })
}

function next(): void {
  const open = state.all.filter(isOpen)
  if (open.length > 0) addEventListener('beforeunload', warn)
  else removeEventListener('beforeunload', warn)
  if (state.paused) return
  const free = atOnce - open.filter((one) => one.state !== 'waiting').length
  for (const { id } of open.filter((one) => one.state === 'waiting').slice(0, Math.max(0, free))) void run(id)
}

async function run(id: number): Promise<void> {
  const { chosen, folderAt, isPrivate, onFile } = jobs.get(id)!
  change(id, { state: 'sending', sent: 0 })
  try {
    const folderId = await folderAt(chosen.path).catch(() => {
      throw new NotSent('Its folder could not be made. Nothing was saved.', true)
    })
    const sending = sendFile(chosen.file, {
      folderId,
      isPrivate,
      onSent(sent) {
        change(id, { sent, state: sent >= chosen.file.size ? 'checking' : 'sending' })
        measure()
      },
    })
    sendings.set(id, sending)
    const fileId = await sending.done
    change(id, { state: 'done', sent: chosen.file.size })
    jobs.delete(id)
    if (fileId !== undefined) onFile?.(fileId)
    for (const finish of finishers) finish()
  } catch (error) {
    if (!jobs.has(id)) return
    const again = error instanceof NotSent ? error.again : true
    change(id, {
      state: 'failed',
      why: error instanceof Error && error instanceof NotSent ? error.message : 'It did not get to the shop.',
      again,
    })
  } finally {
    sendings.delete(id)
    next()
  }
}

/** Once the network is back, what the broken line has stopped goes on. */
addEventListener('online', () => {
  for (const { id } of state.all.filter((one) => one.state === 'failed' && one.again)) change(id, { state: 'waiting' })
  next()
})

export interface Into {
  readonly folderId?: string | undefined
  readonly isPrivate?: boolean
  /** Hears each file that is in. */
  readonly onFile?: (fileId: string) => void
}

/** Puts files into the queue: it goes on wherever in the admin one goes. */
export function sendAll(chosen: readonly Chosen[], { folderId = rootFolder, isPrivate = false, onFile }: Into = {}): void {
  const folderAt = folderMaker(folderId)
  const added = chosen.map((one): Upload => {
    const id = ++count
    jobs.set(id, { chosen: one, folderAt, isPrivate, onFile })
    const name = [...one.path, one.file.name].join('/')
    const isEmpty = one.file.size === 0
    return {
      id,
      name,
      bytes: one.file.size,
      sent: 0,
      again: false,
      ...(isEmpty ? { state: 'failed', why: 'It is empty. Nothing was saved.' } : { state: 'waiting' }),
    }
  })
  set({ all: [...state.all, ...added] })
  next()
}

export function pauseAll(): void {
  set({ paused: true, speed: 0 })
  for (const sending of sendings.values()) sending.pause()
}

export function goOnWithAll(): void {
  seen = []
  set({ paused: false })
  for (const sending of sendings.values()) sending.goOn()
  next()
}

/** Takes one from the list; what is being sent is stopped. */
export function removeUpload(id: number): void {
  jobs.delete(id)
  sendings.get(id)?.stop()
  set({ all: state.all.filter((one) => one.id !== id) })
  next()
}

export function sendAgain(id: number): void {
  change(id, { state: 'waiting' })
  next()
}

/** Takes those from the list that are done, or of which nothing more will come. */
export function clearUploads(): void {
  for (const { id } of state.all.filter((one) => !isOpen(one))) jobs.delete(id)
  seen = []
  set({ all: state.all.filter(isOpen), speed: 0 })
}

/** Calls each time that a file is in, for as long as the answer is not called. */
export function whenSent(finish: () => void): () => void {
  finishers.add(finish)
  return () => void finishers.delete(finish)
}

const watch = (changed: () => void) => {
  watchers.add(changed)
  return () => void watchers.delete(changed)
}

export const useUploadQueue = (): Uploads => useSyncExternalStore(watch, () => state)
