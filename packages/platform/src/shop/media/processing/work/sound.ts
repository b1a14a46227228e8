import type { Ffmpeg, Outcome, ProcessTask } from '../task.ts'
import { Unreadable } from '../task.ts'
import { probe } from './probe.ts'
import { inputOf, runProgram } from './run-program.ts'
import { waveform } from './waveform.ts'

const sampleRate = 8000

/** How long sound is, and how loud over its length; it is played as it came. */
export async function processSound({ path, ffmpeg }: ProcessTask): Promise<Outcome> {
  if (!ffmpeg) return { details: {}, made: [] }
  const { durationMs, bitrate, hasSound } = await probe(ffmpeg, path)
  if (!hasSound) throw new Unreadable('there is no sound in it')
  return {
    details: {
      ...(durationMs !== undefined && { durationMs, waveform: await listen(ffmpeg, path, durationMs) }),
      ...(bitrate !== undefined && { bitrate }),
    },
    made: [],
  }
}

async function listen({ ffmpeg }: Ffmpeg, path: string, durationMs: number): Promise<readonly number[]> {
  const wave = waveform(Math.ceil((durationMs / 1000) * sampleRate))
  await runProgram(ffmpeg, [...inputOf(path), '-map', '0:a:0', '-ac', '1', '-ar', String(sampleRate), '-f', 's16le', '-'], wave.take)
  return wave.values()
}
