import { join } from 'node:path'
import type { Kernel } from '../kernel/kernel.ts'
import { fileEvents } from './media/file-events.ts'
import type { OriginalStore } from './media/originals.ts'
import { findFfmpeg } from './media/processing/ffmpeg.ts'
import { inspector } from './media/processing/inspector.ts'
import { processing } from './media/processing/processing.ts'
import type { TakeFileDeps } from './media/take-file.ts'

export interface FileIntakeOptions {
  readonly dataDir: string
  /** The program that opens films and sound: `off` for none; `ffmpeg` of the machine where nothing is said. */
  readonly ffmpeg?: string | undefined
}

/** Is asked for when it is needed, and found out once. */
function once<T>(find: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | undefined
  return () => (found ??= find())
}

/** What every new file goes through, wherever it comes from: the look at its content, the quota, its event, and the work on it in the background. */
export function buildFileIntake(
  { database, clock, real, origin, report, readSettings }: Kernel,
  originals: OriginalStore,
  { dataDir, ffmpeg: said }: FileIntakeOptions,
) {
  const ffmpeg = once(() => findFfmpeg(said))
  const events = fileEvents({ origin })
  const { inspect, close } = inspector({ report })
  const work = processing({
    database,
    originals,
    events,
    real: () => real.now(),
    now: () => clock.now(),
    folder: join(dataDir, 'processing'),
    ffmpeg,
    report,
  })
  const files: TakeFileDeps = { database, originals, events, inspect, processing: work, readSettings }
  return { files, processing: work, ffmpeg, close }
}

export type FileIntake = ReturnType<typeof buildFileIntake>
