import type { MediaDetails } from '../details.ts'
import type { Facts } from '../inspect.ts'
import type { OnDisk } from '../kinds/source.ts'
import type { Unfit } from '../kinds/unfit.ts'
import type { Rendering } from '../render.ts'

/** What a child is asked for: to look what a file is, to make of it what goes with its kind, or to make a rendition of a picture. */
export type Task = InspectTask | ProcessTask | RenderTask

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

export interface RenderTask extends Rendering {
  readonly task: 'render'
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

/** The thumbnail of a model. */
export const thumbnail = { name: 'thumbnail.webp', mime: 'image/webp', width: 1024, height: 1024 } as const satisfies MadeFile

export interface Outcome {
  readonly details: MediaDetails
  readonly made: readonly MadeFile[]
  /** Upright size in pixels, where it is known better now. */
  readonly width?: number
  readonly height?: number
}

/** Thrown where a file cannot be opened by what opens its kind: another try would find the same. */
export class Unreadable extends Error {}

/** What is sent to a child and back: it works on several tasks at once. */
export interface Asked {
  readonly id: number
  readonly task: Task
}
export interface Answered {
  readonly id: number
  readonly answer: Answer
}

export type Answer =
  | { readonly facts: Facts }
  | { readonly unfit: Pick<Unfit, 'reason' | 'message'> }
  | { readonly outcome: Outcome }
  | { readonly rendition: Buffer }
  | { readonly unreadable: string }
  | { readonly fault: string }
