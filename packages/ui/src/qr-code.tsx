export interface QrCodeProps {
  /** Its squares, row by row, as `qr` makes them on the server. */
  of: readonly (readonly boolean[])[]
  label: string
}

/** A code for a camera: dark on light in every theme, with room around it. */
export function QrCode({ of: rows, label }: QrCodeProps) {
  const size = rows.length + 8
  const path = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x + 4} ${y + 4}h1v1h-1z` : []))).join('')
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path fill="#fffdfa" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#1c1a17" d={path} />
    </svg>
  )
}
