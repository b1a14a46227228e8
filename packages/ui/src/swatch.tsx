import type { CSSProperties } from 'react'
import { classes } from './class-names.ts'

export interface SwatchProps {
  /** Any CSS colour. */
  colour: string
  /** A disc of one colour; otherwise its foot is bare, as on the pots. */
  plain?: boolean | undefined
  /** Struck through: it cannot be had. */
  out?: boolean | undefined
  /** Its diameter, 1rem if not said. */
  size?: string | undefined
}

/** A row of colour dots; the text beside it names them all. */
export const SwatchRow = ({ of: colours, plain }: { of: readonly { colour: string; out: boolean }[]; plain: boolean }) =>
  colours.map(({ colour, out }, at) => (
    // biome-ignore lint: colours have no key but their index
    <i key={at} className={classes(plain && 'sw--plain', out && 'sw--out')} style={{ '--c': colour } as CSSProperties} />
  ))

/** A colour as a small disc. It has no name: the words stand beside it. */
export function Swatch({ colour, plain, out, size }: SwatchProps) {
  const style = size ? { '--c': colour, '--sw': size } : { '--c': colour }
  return <span className={classes('sw', plain && 'sw--plain', out && 'sw--out')} style={style as CSSProperties} />
}
