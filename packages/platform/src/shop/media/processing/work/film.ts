import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { VideoRendition } from '../../details.ts'
import { type Ffmpeg, type MadeFile, type Outcome, type ProcessTask, Unreadable } from '../task.ts'
import { probe } from './probe.ts'
import { inputOf, runProgram } from './run-program.ts'

const ladder = [1080, 720, 480, 360, 240]
const mostRenditions = 3
/** So long is a part that a player asks for; each begins with a picture that needs none before it. */
const partSeconds = 4
const latestPosterSeconds = 3

/** The shorter sides of its renditions: none larger than the film, and one at least. */
export function sidesOf({ width, height }: { readonly width: number; readonly height: number }): readonly number[] {
  const own = even(Math.min(width, height))
  const sides = ladder.filter((side) => side <= own).slice(0, mostRenditions)
  return sides.length > 0 ? sides : [own]
}

/** Arguments of a program, with spaces between them. */
const words = (line: string): readonly string[] => line.split(' ').filter(Boolean)

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
    ...words(`-map 0:V:0${hasSound ? ' -map 0:a:0' : ''} -vf scale=${isWide ? `-2:${side}` : `${side}:-2`},setsar=1,format=yuv420p`),
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

/** One file a rendition, in parts that HLS and DASH name by their places in it. */
async function makeStreams(
  { ffmpeg }: Ffmpeg,
  folder: string,
  renditions: readonly VideoRendition[],
  hasSound: boolean,
): Promise<readonly MadeFile[]> {
  const stream = join(folder, 'stream')
  await mkdir(stream)
  const inputs = renditions.flatMap(({ name }) => inputOf(join(folder, name)))
  const maps = renditions.flatMap((_, i) => ['-map', `${i}:v:0`])
  await runProgram(ffmpeg, [
    ...inputs,
    ...maps,
    ...words(`${hasSound ? '-map 0:a:0 ' : ''}-c copy -map_metadata -1 -f dash -seg_duration ${partSeconds}`),
    ...words('-single_file 1 -single_file_name track-$RepresentationID$.mp4 -hls_playlist 1 -hls_master_name main.m3u8'),
    '-adaptation_sets',
    `id=0,streams=v${hasSound ? ' id=1,streams=a' : ''}`,
    join(stream, 'main.mpd'),
  ])
  const tracks = renditions.length + (hasSound ? 1 : 0)
  for (let i = 0; i < tracks; i++) await withoutDates(join(stream, `media_${i}.m3u8`))
  return [
    { name: 'stream/main.m3u8', mime: 'application/vnd.apple.mpegurl' },
    { name: 'stream/main.mpd', mime: 'application/dash+xml' },
    ...Array.from({ length: tracks }, (_, i) => ({ name: `stream/media_${i}.m3u8`, mime: 'application/vnd.apple.mpegurl' })),
    ...Array.from({ length: tracks }, (_, i) => ({
      name: `stream/track-${i}.mp4`,
      mime: i < renditions.length ? 'video/mp4' : 'audio/mp4',
    })),
  ]
}

/** When it was made says nothing of when to play it, and would make another file each time. */
async function withoutDates(playlist: string): Promise<void> {
  await writeFile(playlist, (await readFile(playlist, 'utf8')).replace(/^#EXT-X-PROGRAM-DATE-TIME.*\n/gm, ''))
}
