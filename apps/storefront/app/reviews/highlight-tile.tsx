import { Highlight, type HighlightView } from './highlights.tsx'

/** Between the cards of a list. */
export default function HighlightTile({ of }: { of: HighlightView }) {
  return <Highlight of={of} className="tile-quote" />
}
