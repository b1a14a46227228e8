import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { VideoRendition } from '../../details.ts'
import type { Ffmpeg, MadeFile } from '../task.ts'
import { inputOf, runProgram, words } from './run-program.ts'

/** So long is a part that a player asks for; each begins with a picture that needs none before it. */
export const partSeconds = 4

const playlist = 'application/vnd.apple.mpegurl'
const manifest = 'application/dash+xml'

/**
 * Renditions in parts, without encoding them again: one file each, of which HLS and DASH name the bytes of each part. For HLS sound is in each of
 * them, since small players know no other; for DASH it has a file of its own, as its players want it.
 */
export async function makeStreams(
  ffmpeg: Ffmpeg,
  folder: string,
  renditions: readonly VideoRendition[],
  hasSound: boolean,
): Promise<readonly MadeFile[]> {
  const stream = join(folder, 'stream')
  await mkdir(stream)
  const inputs = renditions.flatMap(({ name }) => inputOf(join(folder, name)))
  const dash = await makeDash(ffmpeg, stream, inputs, renditions.length, hasSound)
  const codecs = codecsOf(await readFile(join(stream, 'main.mpd'), 'utf8'), hasSound)
  const made = [...dash, ...(await makeHls(ffmpeg, stream, inputs, codecs, hasSound))]
  const mark = randomBytes(4).toString('hex')
  for (const { name } of made.filter(({ mime }) => isPlaylist(mime))) await markParts(join(folder, name), mark)
  return made
}

const isPlaylist = (mime: string): boolean => mime === playlist || mime === manifest

/**
 * Names the files of parts by an address of this work alone: where a film is replaced, a browser has parts of the former in its cache, and the bytes
 * that a playlist names are those of one file.
 */
async function markParts(path: string, mark: string): Promise<void> {
  const text = await readFile(path, 'utf8')
  await writeFile(path, text.replaceAll(/\b(?:hls|dash)-\d+\.mp4/g, `$&?of=${mark}`))
}

async function makeDash(
  { ffmpeg }: Ffmpeg,
  stream: string,
  inputs: readonly string[],
  films: number,
  hasSound: boolean,
): Promise<readonly MadeFile[]> {
  await runProgram(ffmpeg, [
    ...inputs,
    ...Array.from({ length: films }, (_, i) => ['-map', `${i}:v:0`]).flat(),
    ...words(`${hasSound ? '-map 0:a:0 ' : ''}-c copy -map_metadata -1 -f dash -seg_duration ${partSeconds}`),
    ...words('-single_file 1 -single_file_name dash-$RepresentationID$.mp4 -adaptation_sets'),
    `id=0,streams=v${hasSound ? ' id=1,streams=a' : ''}`,
    join(stream, 'main.mpd'),
  ])
  return [
    { name: 'stream/main.mpd', mime: manifest },
    ...Array.from({ length: films }, (_, i) => ({ name: `stream/dash-${i}.mp4`, mime: 'video/mp4' })),
    ...(hasSound ? [{ name: `stream/dash-${films}.mp4`, mime: 'audio/mp4' }] : []),
  ]
}

/** What players have to know before they fetch a rendition, which ffmpeg says for DASH alone. */
const codecsOf = (said: string, hasSound: boolean): readonly string[] =>
  [...said.matchAll(/mimeType="video\/mp4" codecs="([^"]+)"/g)].map(([, video]) => `${video}${hasSound ? ',mp4a.40.2' : ''}`)

async function makeHls(
  { ffmpeg }: Ffmpeg,
  stream: string,
  inputs: readonly string[],
  codecs: readonly string[],
  hasSound: boolean,
): Promise<readonly MadeFile[]> {
  const each = <T>(make: (i: number) => T) => codecs.map((_, i) => make(i))
  await runProgram(ffmpeg, [
    ...inputs,
    ...each((i) => words(`-map ${i}:v:0${hasSound ? ` -map ${i}:a:0` : ''}`)).flat(),
    ...words(`-c copy -map_metadata -1 -f hls -hls_time ${partSeconds} -hls_playlist_type vod -hls_segment_type fmp4`),
    ...words('-hls_flags single_file -master_pl_name main.m3u8 -var_stream_map'),
    each((i) => (hasSound ? `v:${i},a:${i}` : `v:${i}`)).join(' '),
    '-hls_segment_filename',
    join(stream, 'hls-%v.mp4'),
    join(stream, 'hls-%v.m3u8'),
  ])
  const main = join(stream, 'main.m3u8')
  let said = 0
  const lines = (await readFile(main, 'utf8')).split('\n').map((line) => {
    if (!line.startsWith('#EXT-X-STREAM-INF:')) return line
    return `${line.replace(/,CODECS="[^"]*"/, '')},CODECS="${codecs[said++]}"`
  })
  await writeFile(main, lines.join('\n'))
  return [
    { name: 'stream/main.m3u8', mime: playlist },
    ...each((i) => ({ name: `stream/hls-${i}.m3u8`, mime: playlist })),
    ...each((i) => ({ name: `stream/hls-${i}.mp4`, mime: 'video/mp4' })),
  ]
}
