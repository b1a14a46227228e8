let context: AudioContext | undefined
let lastAt = Number.NEGATIVE_INFINITY
const restMs = 2000

/** Two soft notes, at most every other second. Browsers stay silent until somebody has touched the page. */
export function ring(): void {
  const now = performance.now()
  if (now - lastAt < restMs) return
  lastAt = now
  context ??= new AudioContext()
  if (context.state === 'suspended') void context.resume()
  for (const [i, pitch] of [659.25, 880].entries()) {
    const at = context.currentTime + i * 0.11
    const tone = new OscillatorNode(context, { type: 'sine', frequency: pitch })
    const loudness = new GainNode(context, { gain: 0 })
    loudness.gain.setValueAtTime(0, at)
    loudness.gain.linearRampToValueAtTime(0.08, at + 0.02)
    loudness.gain.exponentialRampToValueAtTime(0.0001, at + 0.5)
    tone.connect(loudness).connect(context.destination)
    tone.start(at)
    tone.stop(at + 0.5)
  }
}
