import type { ReactNode } from 'react'

const ring = <circle cx="6" cy="6" r="4.4" fill="none" stroke="currentColor" strokeWidth="1.3" />
const disc = <circle cx="6" cy="6" r="5" fill="currentColor" />
const box = <rect x="1.6" y="1.6" width="8.8" height="8.8" rx="1.2" fill="none" stroke="currentColor" strokeWidth="1.3" />
const tick = <path d="M3.7 6.2 5.4 7.8 8.4 4.5" fill="none" stroke="var(--glyph-cut)" strokeWidth="1.4" />
const slash = <path d="m3 9 6-6" stroke="currentColor" strokeWidth="1.3" />
const cross = <path d="m4.2 4.2 3.6 3.6m0-3.6L4.2 7.8" stroke="var(--glyph-cut)" strokeWidth="1.4" />

const circle = (inside: ReactNode) => (
  <>
    {ring}
    {inside}
  </>
)
const square = (inside?: ReactNode) => (
  <>
    {box}
    {inside}
  </>
)

/** Circles are money, squares are shipments, diamonds are what is shown or sent, a triangle warns. Full is done, half is partly, a ring is not yet, a slash is void. */
const drawings = {
  'c-full': (
    <>
      {disc}
      {tick}
    </>
  ),
  'c-dot': circle(<circle cx="6" cy="6" r="1.9" fill="currentColor" />),
  'c-ring': <circle cx="6" cy="6" r="4.4" fill="none" stroke="currentColor" strokeWidth="1.3" strokeDasharray="2.2 1.25" />,
  'c-half': circle(<path d="M6 1.6a4.4 4.4 0 0 1 0 8.8z" fill="currentColor" />),
  'c-back': circle(<path d="M8.3 6H4m1.6-1.7L3.9 6l1.7 1.7" fill="none" stroke="currentColor" strokeWidth="1.2" />),
  'c-x': (
    <>
      {disc}
      {cross}
    </>
  ),
  'c-slash': circle(slash),
  's-full': (
    <>
      <rect x="1" y="1" width="10" height="10" rx="1.6" fill="currentColor" />
      {tick}
    </>
  ),
  's-open': square(),
  's-half': square(<path d="M1.6 6h8.8v3.2a1.2 1.2 0 0 1-1.2 1.2H2.8a1.2 1.2 0 0 1-1.2-1.2z" fill="currentColor" />),
  's-dot': square(<rect x="4.2" y="4.2" width="3.6" height="3.6" fill="currentColor" />),
  's-slash': square(slash),
  'd-half': (
    <>
      <path d="M6 1.6 10.4 6 6 10.4 1.6 6z" fill="none" stroke="currentColor" strokeWidth="1.3" />
      <path d="M6 1.6 10.4 6 6 10.4z" fill="currentColor" />
    </>
  ),
  'd-full': <path d="M6 .9 11.1 6 6 11.1.9 6z" fill="currentColor" />,
  'd-open': <path d="M6 1.6 10.4 6 6 10.4 1.6 6z" fill="none" stroke="currentColor" strokeWidth="1.3" />,
  't-warn': (
    <>
      <path d="M6 1.2 11.2 10.6H.8z" fill="currentColor" />
      <path d="M6 4.4v2.8m0 1v1" fill="none" stroke="var(--glyph-cut)" strokeWidth="1.3" />
    </>
  ),
  sun: <path d="M1 8.5a5 5 0 0 1 10 0z" fill="currentColor" />,
} as const satisfies Record<string, ReactNode>

export type GlyphName = keyof typeof drawings

export function Glyph({ of }: { of: GlyphName }) {
  return (
    <svg className="g" viewBox="0 0 12 12" aria-hidden="true">
      {drawings[of]}
    </svg>
  )
}

export type Tone = 'done' | 'wait' | 'warn' | 'bad' | 'info' | 'ok'

/** A state: its shape, its word, and a tint only where there is trouble. */
export function Status({ glyph, tone, children }: { glyph: GlyphName; tone: Tone; children: ReactNode }) {
  return (
    <span className="st" data-tone={tone}>
      <Glyph of={glyph} />
      {children}
    </span>
  )
}
