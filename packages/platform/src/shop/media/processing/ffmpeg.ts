import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Ffmpeg } from './task.ts'

const run = promisify(execFile)

/** What is asked for of a machine without being there would only be found out by the first film. `off` is for who wants none. */
export async function findFfmpeg(said: string | undefined): Promise<Ffmpeg | undefined> {
  if (said === 'off') return undefined
  const ffmpeg = said || 'ffmpeg'
  const ffprobe = ffmpeg.replace(/ffmpeg(?=(?:\.exe)?$)/, 'ffprobe')
  const [version] = await Promise.all([versionOf(ffmpeg), versionOf(ffprobe)]).catch(() => [undefined])
  return version === undefined ? undefined : { version, ffmpeg, ffprobe }
}

async function versionOf(program: string): Promise<string> {
  const { stdout } = await run(program, ['-hide_banner', '-version'], { timeout: 10_000 })
  const [, version] = /version (\S+)/.exec(stdout) ?? []
  if (version === undefined) throw new Error(`${program} does not say its version`)
  return version
}
