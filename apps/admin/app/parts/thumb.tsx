interface ThumbProps {
  /** As the wire has it; nothing where there is no picture. */
  src: string | undefined
  size: number
  /** Four to five, as products are shown, in place of a square. */
  tall?: boolean
}

/** A small picture of a thing, of just the size that it is shown at. */
export function Thumb({ src, size, tall = false }: ThumbProps) {
  const height = tall ? Math.round(size * 1.25) : size
  return (
    <span className={tall ? 'thumb tall' : 'thumb'} style={{ '--t': `${size}px` } as React.CSSProperties}>
      {src && (
        <img src={`${src}/fill/w_${size * 2},h_${height * 2},q_80`} alt="" width={size} height={height} loading="lazy" draggable={false} />
      )}
    </span>
  )
}
