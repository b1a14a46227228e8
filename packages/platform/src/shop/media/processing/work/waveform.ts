const steps = 200
const loudest = 32_768

/** The peaks of sound in 200 steps, from 0 to 100, of samples of 16 bits that come in parts. */
export function waveform(samples: number) {
  const peaks = Array.from({ length: steps }, () => 0)
  let heard = 0
  /** A sample may lie in two parts. */
  let half: Buffer | undefined
  return {
    take(chunk: Buffer): void {
      const bytes = half ? Buffer.concat([half, chunk]) : chunk
      const whole = bytes.length - (bytes.length % 2)
      half = whole < bytes.length ? bytes.subarray(whole) : undefined
      for (let at = 0; at < whole; at += 2) {
        const step = Math.min(steps - 1, Math.floor((heard++ / Math.max(1, samples)) * steps))
        peaks[step] = Math.max(peaks[step]!, Math.abs(bytes.readInt16LE(at)))
      }
    },
    values: (): readonly number[] => peaks.map((peak) => Math.round((peak / loudest) * 100)),
  }
}
