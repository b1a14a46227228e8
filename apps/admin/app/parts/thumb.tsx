interface ThumbProps {
  /** As the wire has it; nothing where there is no picture. */
  src: string | undefined
  size: number
}

/** A small picture of a thing, of just the size that it is shown at. */
export function Thumb({ src, size }: ThumbProps) {
  const sized = (times: number) => `${src}/fill/w_${size * times},h_${size * times},q_80`
  return (
    <span className="thumb" style={{ '--t': `${size}px` } as React.CSSProperties}>
      {src && <img src={sized(2)} alt="" width={size} height={size} loading="lazy" />}
    </span>
  )
}
