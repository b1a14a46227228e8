import { inWords } from '../shop/text.ts'

/** How many are left; `over`, where it is not sold in the way that was asked for. */
export const leftText = (left: number | 'over') =>
  left === 'over'
    ? 'It is not sold that way any more.'
    : left === 0
      ? 'It sold out a moment ago.'
      : left === 1
        ? 'Only one is left.'
        : `Only ${inWords(left)} are left.`

export function PutBack({ line, onPutBack }: { line: string; onPutBack: () => void }) {
  return (
    <p className="small soft cart__undo" role="status">
      {line} removed.{' '}
      <button className="link" type="button" onClick={onPutBack}>
        Put it back
      </button>
    </p>
  )
}
