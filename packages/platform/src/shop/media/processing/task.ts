import type { MediaDetails } from '../details.ts'
import type { Facts } from '../inspect.ts'
import type { OnDisk } from '../kinds/source.ts'
import type { Unfit } from '../kinds/unfit.ts'

/** What a child is asked for: to look what a file is, or to make of it what goes with its kind. */
export type Task = InspectTask | ProcessTask

export interface InspectTask {
  readonly task: 'inspect'
  readonly source: Buffer | OnDisk
}

export interface ProcessTask {
  readonly task: 'process'
  readonly mime: string
  /** Where the original lies, and an empty folder for what is made. */
  readonly path: string
  readonly folder: string
  /** Undefined where there is none on this machine. */
  readonly ffmpeg: Ffmpeg | undefined
}

/** The programs that open films and sound. */
export interface Ffmpeg {
  readonly version: string
  readonly ffmpeg: string
  readonly ffprobe: string
}

/** A file that was made, below the folder it was to be made in. */
export interface MadeFile {
  readonly name: string
  readonly mime: string
  readonly width?: number
  readonly height?: number
}

export interface Outcome {
  readonly details: MediaDetails
  readonly made: readonly MadeFile[]
  /** Upright size in pixels, where it is known better now. */
  readonly width?: number
  readonly height?: number
}

/** Thrown where a file cannot be opened by what opens its kind: another try would find the same. */
export class Unreadable extends Error {}

export type Answer =
  | { readonly facts: Facts }
  | { readonly unfit: Pick<Unfit, 'reason' | 'message'> }
  | { readonly outcome: Outcome }
  | { readonly unreadable: string }
  | { readonly fault: string }
