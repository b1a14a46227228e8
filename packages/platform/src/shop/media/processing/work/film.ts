import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { VideoRendition } from '../../details.ts'
import { type Ffmpeg, type MadeFile, type Outcome, type ProcessTask, Unreadable } from '../task.ts'
import { probe } from './probe.ts'
import { inputOf, runProgram, words } from './run-program.ts'
import { makeStreams, partSeconds } from './streams.ts'

const ladder = [1080, 720, 480, 360, 240]
const mostRenditions = 3
const latestPosterSeconds = 3

/** The shorter sides of its renditions: none larger than the film, and one at least. */
export function sidesOf({ width, height }: { readonly width: number; readonly height: number }): readonly number[] {
  const own = even(Math.min(width, height))
  const sides = ladder.filter((side) => side <= own).slice(0, mostRenditions)
  return sides.length > 0 ? sides : [own]
}

const even = (pixels: number) => Math.max(2, Math.round(pixels / 2) * 2)

/** Poster, renditions, and streams of them for players that choose by the line. */
export async function processFilm({ path, folder, ffmpeg }: ProcessTask): Promise<Outcome> {
  if (!ffmpeg) return { details: { streamsUnavailable: 'NO_FFMPEG' }, made: [] }
  const { durationMs, hasSound, film } = await probe(ffmpeg, path)
  if (!film) throw new Unreadable('there are no pictures in it')
  const poster = await makePoster(ffmpeg, path, folder, durationMs)
  const renditions = await makeRenditions(ffmpeg, path, folder, film, hasSound)
  const streams = await makeStreams(ffmpeg, folder, renditions, hasSound)
  return {
    ...film,
    details: {
      ...(durationMs !== undefined && { durationMs }),
      posterName: poster.name,
      streams: { hls: 'stream/main.m3u8', dash: 'stream/main.mpd' },
      renditions,
    },
    made: [poster, ...renditions.map(({ name, width, height }) => ({ name, mime: 'video/mp4', width, height })), ...streams],
  }
}

async function makePoster({ ffmpeg }: Ffmpeg, path: string, folder: string, durationMs = 0): Promise<MadeFile> {
  const name = 'poster.jpg'
  const seconds = Math.min(latestPosterSeconds, durationMs / 4000)
  const at = join(folder, name)
  await runProgram(ffmpeg, ['-ss', seconds.toFixed(3), ...inputOf(path), ...words('-map 0:V:0 -frames:v 1 -q:v 2 -map_metadata -1'), at])
  const { width, height } = await sharp(at).metadata()
  return { name, mime: 'image/jpeg', width, height }
}

async function makeRenditions(
  { ffmpeg }: Ffmpeg,
  path: string,
  folder: string,
  film: { readonly width: number; readonly height: number },
  hasSound: boolean,
): Promise<readonly VideoRendition[]> {
  const isWide = film.width >= film.height
  const sides = sidesOf(film)
  const outputs = sides.flatMap((side) => [
    ...words(`-map 0:V:0${hasSound ? ' -map 0:a:0' : ''} -vf scale=${isWide ? `-2:${side}` : `${side}:-2`},format=yuv420p`),
    ...words('-c:v libx264 -preset veryfast -crf 23 -profile:v main -threads 1 -fpsmax 60 -sc_threshold 0'),
    ...words(`-force_key_frames expr:gte(t,n_forced*${partSeconds / 2})`),
    ...words(hasSound ? '-c:a aac -b:a 128k -ac 2 -ar 48000' : ''),
    // Where it was filmed and by whom is nobody's business.
    ...words('-map_metadata -1 -map_chapters -1 -movflags +faststart'),
    join(folder, `${side}p.mp4`),
  ])
  await runProgram(ffmpeg, [...inputOf(path), ...outputs])
  return Promise.all(
    sides.map(async (side): Promise<VideoRendition> => {
      const other = even((side * Math.max(film.width, film.height)) / Math.min(film.width, film.height))
      const [width, height] = isWide ? [other, side] : [side, other]
      const name = `${side}p.mp4`
      return { name, width, height, bytes: (await stat(join(folder, name))).size }
    }),
  )
}
