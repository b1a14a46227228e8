import type { Ffmpeg } from '../task.ts'
import { Unreadable } from '../task.ts'
import { inputOf, runProgram } from './run-program.ts'

interface ProbedStream {
  readonly codec_type?: string
  readonly width?: number
  readonly height?: number
  readonly disposition?: { readonly attached_pic?: number }
  readonly side_data_list?: readonly { readonly rotation?: number }[]
}

export interface Probed {
  readonly durationMs: number | undefined
  readonly bitrate: number | undefined
  readonly hasSound: boolean
  /** The first stream of pictures that is no cover: upright. */
  readonly film: { readonly width: number; readonly height: number } | undefined
}

/** What is in a film or in sound, read by what will open it. */
export async function probe({ ffprobe }: Ffmpeg, path: string): Promise<Probed> {
  const chunks: Buffer[] = []
  await runProgram(ffprobe, ['-print_format', 'json', '-show_format', '-show_streams', ...inputOf(path)], (chunk) => chunks.push(chunk))
  const { streams = [], format = {} } = JSON.parse(Buffer.concat(chunks).toString()) as {
    readonly streams?: readonly ProbedStream[]
    readonly format?: { readonly duration?: string; readonly bit_rate?: string }
  }
  const film = streams.find(({ codec_type, disposition }) => codec_type === 'video' && disposition?.attached_pic !== 1)
  const hasSound = streams.some(({ codec_type }) => codec_type === 'audio')
  if (!film && !hasSound) throw new Unreadable('there is nothing to be played in it')
  const isTurned = film?.side_data_list?.some(({ rotation = 0 }) => Math.abs(rotation) % 180 === 90) === true
  const [width, height] = isTurned ? [film.height, film.width] : [film?.width, film?.height]
  const seconds = Number(format.duration)
  const bitrate = Number(format.bit_rate)
  return {
    durationMs: Number.isFinite(seconds) && seconds > 0 ? Math.round(seconds * 1000) : undefined,
    bitrate: Number.isFinite(bitrate) && bitrate > 0 ? Math.round(bitrate) : undefined,
    hasSound,
    film: width && height ? { width, height } : undefined,
  }
}
