import type { MediaFile } from '../store.ts'

/** So often a file is tried before it has failed. */
export const mostAttempts = 4
const pausesMs = [10_000, 60_000, 300_000]

/** How long after its so-manieth try a file is tried again. */
export const pauseAfter = (attempt: number): number => pausesMs[Math.min(attempt, pausesMs.length) - 1]!

/** Kinds that something is to be made from, beside what is known of them at once. */
export const needsProcessing = ({ kind, mime }: Pick<MediaFile, 'kind' | 'mime'>): boolean =>
  kind === 'VIDEO' || kind === 'AUDIO' || kind === 'MODEL3D' || mime === 'application/pdf'

const leastMs = 10 * 60_000
const mostMs = 4 * 3600_000

/** How long the work on a file may take: a film that goes on for long takes longer. */
export const timeFor = (durationMs: number | undefined): number => Math.min(mostMs, leastMs + (durationMs ?? 0) * 6)
