/** A film in one size, as a file of its own. */
export interface VideoRendition {
  /** Of the derivative. */
  readonly name: string
  readonly width: number
  readonly height: number
  readonly bytes: number
}

/** What is known of a file by its kind, beside its size: found out when it came in, or in the background. */
export interface MediaDetails {
  /** IMAGE, VECTOR: its most frequent colours, `#rrggbb`, the most frequent first. */
  readonly palette?: readonly string[]
  /** IMAGE: how many pictures it has, where it moves. */
  readonly frames?: number
  /** VIDEO, AUDIO. */
  readonly durationMs?: number
  /** VIDEO: the derivative that is shown until it plays. */
  readonly posterName?: string
  /** VIDEO: the derivatives that a player begins with. */
  readonly streams?: { readonly hls?: string; readonly dash?: string }
  readonly renditions?: readonly VideoRendition[]
  /** VIDEO: why there are no renditions. */
  readonly streamsUnavailable?: 'NO_FFMPEG'
  /** AUDIO: bits a second. */
  readonly bitrate?: number
  /** AUDIO: how loud it is over its length, in about 200 steps from 0 to 100. */
  readonly waveform?: readonly number[]
  /** DOCUMENT. */
  readonly pages?: number
  /** DOCUMENT, MODEL3D: the derivative that shows it. */
  readonly thumbnailName?: string
  /**
   * MODEL3D: why there is no thumbnail. `UNSUPPORTED`: it needs an extension that the renderer lacks, such as Draco; `TOO_LARGE`: it exceeds the limits
   * of memory or time; `BROKEN`: its data or pictures cannot be read; `EMPTY`: it shows nothing; `FAILED`: drawing it failed or was canceled.
   */
  readonly thumbnailUnavailable?: 'UNSUPPORTED' | 'TOO_LARGE' | 'BROKEN' | 'EMPTY' | 'FAILED'
  /** ARCHIVE: how many files are in it. */
  readonly entries?: number
  /** MODEL3D: its bounding box in metres. */
  readonly dimensions?: { readonly x: number; readonly y: number; readonly z: number }
}
